"""The bot's name and descriptions as people of each language see them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import lazy
from bot.i18n.names import utf16_length
from bot.platforms.telegram.profile import Profile
from bot.table.handlers.help_pages import DESCRIPTION, NAME, SHORT_DESCRIPTION
from tests.telegram.conftest import CATALOGS, TelegramScene

PROFILE = Profile(lazy("Games"), lazy("Games to play"), lazy("Play"))
RUSSIAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: ru\\n"

msgid "Games"
msgstr "Игры"

msgid "Play"
msgstr "Играть"
"""
FIELDS = ("setMyName", "setMyDescription", "setMyShortDescription")


@pytest.fixture
def catalogs(tmp_path: Path) -> Catalogs:
    catalog = tmp_path / "ru" / "LC_MESSAGES" / "bot.po"
    catalog.parent.mkdir(parents=True)
    catalog.write_text(RUSSIAN, encoding="utf-8")
    return Catalogs(tmp_path)


async def put(scene: TelegramScene, catalogs: Catalogs, profile: Profile = PROFILE) -> None:
    """Start an adapter and wait until it has set its profile."""
    before = len(scene.calls("getMyShortDescription"))
    await scene.adapter(profile=profile, catalogs=catalogs).start()
    async with asyncio.timeout(20):
        while len(scene.calls("getMyShortDescription")) < before + 3:  # noqa: ASYNC110 - set in the background
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)


async def test_everybody_reads_it_in_the_own_language(scene: TelegramScene, catalogs: Catalogs) -> None:
    await put(scene, catalogs)
    shown = scene.world.profile.text
    assert [shown(field, "ru") for field in ("name", "description", "short_description")] == [
        "Игры",
        "Games to play",
        "Играть",
    ]
    assert [shown(field, "fr") for field in ("name", "short_description")] == ["Games", "Play"]


async def test_what_is_set_already_is_not_set_again(scene: TelegramScene, catalogs: Catalogs) -> None:
    """Telegram lets a bot change its name a few times a day only."""
    await put(scene, catalogs)
    assert len(scene.calls(*FIELDS)) == 5, "three for all, two in Russian; English reads what all do"
    await put(scene, catalogs)
    assert len(scene.calls(*FIELDS)) == 5
    await put(scene, catalogs, Profile(PROFILE.name, PROFILE.description, lazy("Play now")))
    assert len(scene.calls(*FIELDS)) == 7, "the short description, for all and in Russian"


@pytest.mark.parametrize("locale", CATALOGS.locales)
def test_ours_fits_what_telegram_takes(locale: str) -> None:
    """setMyName 64, setMyDescription 512, setMyShortDescription 120."""
    tr = CATALOGS.translator(locale)
    for message, limit in ((NAME, 64), (DESCRIPTION, 512), (SHORT_DESCRIPTION, 120)):
        assert 0 < utf16_length(tr.translate(message)) <= limit
    assert "Underhat" in tr.translate(NAME)


async def test_a_failure_is_told_and_stops_nothing(scene: TelegramScene, catalogs: Catalogs) -> None:
    scene.server.faults.server_error(500, method="setMyName", times=1)
    await scene.adapter(profile=PROFILE, catalogs=catalogs).start()
    async with scene.open():
        scene.world.say(scene.anna, scene.group, "/play")
        async with asyncio.timeout(20):
            while not scene.handler.commands:  # noqa: ASYNC110 - what the other side does is seen by looking
                await asyncio.sleep(0.01)
