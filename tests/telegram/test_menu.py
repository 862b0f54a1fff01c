"""The `/` menu as people see it, resolved as docs/platforms.md A12 says."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.commands import CommandSpec
from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import lazy
from bot.playground.model import Chat, User
from tests.helpers.party import eventually
from tests.telegram.conftest import TelegramScene

MENU = (
    CommandSpec("play", lazy("Open a table"), scopes=frozenset({"group"})),
    CommandSpec("hand", lazy("Show my hand"), scopes=frozenset({"private"})),
    CommandSpec("help", lazy("How this works")),
)

RUSSIAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: ru\\n"

msgid "Open a table"
msgstr "Открыть стол"
"""


@pytest.fixture
def catalogs(tmp_path: Path) -> Catalogs:
    catalog = tmp_path / "ru" / "LC_MESSAGES" / "bot.po"
    catalog.parent.mkdir(parents=True)
    catalog.write_text(RUSSIAN, encoding="utf-8")
    return Catalogs(tmp_path)


async def put(scene: TelegramScene, catalogs: Catalogs, menu: tuple[CommandSpec, ...] = MENU) -> None:
    """Start an adapter and wait until it has set its menu."""
    adapter = scene.adapter(menu=menu, catalogs=catalogs)
    await adapter.start()
    assert adapter._menu_task is not None
    await asyncio.wait_for(adapter._menu_task, 60)


async def test_everybody_sees_the_commands_of_the_place_in_the_own_language(
    scene: TelegramScene, catalogs: Catalogs
) -> None:
    await put(scene, catalogs)

    def seen(person: User, chat: Chat) -> dict[str, str]:
        return {c["command"]: c["description"] for c in scene.world.profile.commands_for(person, chat)}

    assert seen(scene.anna, scene.group) == {"play": "Open a table", "help": "How this works"}
    assert seen(scene.boris, scene.group) == {"play": "Открыть стол", "help": "How this works"}
    assert seen(scene.dana, scene.group) == {"play": "Open a table", "help": "How this works"}, (
        "no Hebrew here: default"
    )
    assert list(seen(scene.anna, scene.world.private(scene.anna))) == ["hand", "help"]


async def test_the_one_portuguese_of_telegram_is_that_of_brazil(scene: TelegramScene, tmp_path: Path) -> None:
    """Codes have two letters there, and nearly all who read that language in its app are in Brazil."""
    for locale, words in (("pt", "Abrir mesa em Portugal"), ("pt_BR", "Abrir mesa no Brasil")):
        catalog = tmp_path / locale / "LC_MESSAGES" / "bot.po"
        catalog.parent.mkdir(parents=True)
        catalog.write_text(
            RUSSIAN.replace("Language: ru", f"Language: {locale}").replace("Открыть стол", words), encoding="utf-8"
        )
    await put(scene, await asyncio.to_thread(Catalogs, tmp_path))
    for code in ("pt", "pt-br"):
        reader = scene.world.add_person("Ana", language_code=code)
        scene.world.join(reader, scene.group)
        seen = {c["command"]: c["description"] for c in scene.world.profile.commands_for(reader, scene.group)}
        assert seen["play"] == "Abrir mesa no Brasil", code
    assert {len(call.get("language_code") or "xx") for call in scene.calls("setMyCommands")} == {2}


async def test_what_is_set_already_is_not_set_again(scene: TelegramScene, catalogs: Catalogs) -> None:
    await put(scene, catalogs)
    assert len(scene.calls("setMyCommands")) == 6, "two scopes, each in English, Russian and for all others"
    await put(scene, catalogs)
    assert len(scene.calls("setMyCommands")) == 6
    await put(scene, catalogs, MENU[1:])
    assert len(scene.calls("setMyCommands")) == 9, "groups only"


class TestRefusals:
    """F11: one menu that is refused keeps no other from being set."""

    async def test_of_one_menu_keep_no_other_from_being_set(self, scene: TelegramScene, catalogs: Catalogs) -> None:
        scene.server.faults.refuse(400, "BOT_COMMAND_INVALID", method="setMyCommands")
        await put(scene, catalogs)
        await eventually(lambda: len(scene.calls("setMyCommands")) == 6)
        assert scene.world.profile.commands_for(scene.boris, scene.group)

    async def test_of_the_server_pass(self, scene: TelegramScene, catalogs: Catalogs) -> None:
        scene.server.faults.server_error(500, method="setMyCommands")
        scene.server.faults.flood(1, method="getMyCommands")
        await scene.adapter(menu=MENU, catalogs=catalogs).start()
        await eventually(lambda: sum(call.ok for call in scene.world.calls if call.method == "setMyCommands") == 6)

    async def test_stop_no_play(self, scene: TelegramScene, catalogs: Catalogs) -> None:
        scene.server.faults.flood(3600, method="setMyCommands")
        async with scene.open(menu=MENU, catalogs=catalogs):
            scene.world.say(scene.anna, scene.group, "/play")
            await eventually(lambda: scene.handler.commands)
