"""The bot's name and descriptions as people of each language see them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from structlog.typing import EventDict

from bot.concurrency.tasks import cancel
from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import lazy
from bot.i18n.names import utf16_length
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.introduction import LONGEST_REMEMBERED, FloodWaits, Setting, introduce
from bot.platforms.telegram.profile import Profile, put_profile
from bot.playground.profile import BotProfile
from bot.table.handlers.help_pages import DESCRIPTION, NAME, SHORT_DESCRIPTION
from tests.helpers.cases import each
from tests.helpers.clock import MovingClock
from tests.helpers.party import eventually
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


@pytest.fixture
async def client(scene: TelegramScene) -> AsyncIterator[Client]:
    made = Client(scene.world.token, scene.server.url)
    yield made
    await made.close_connections()


@pytest.fixture
def floods(scene: TelegramScene) -> FloodWaits:
    return FloodWaits(scene.store, "1")


@pytest.fixture
def called_as_ours(scene: TelegramScene) -> None:
    """Have the owner given the bot our name in BotFather."""
    scene.world.profile = BotProfile("Games")


@pytest.mark.usefixtures("called_as_ours")
async def test_everybody_reads_it_in_the_own_language(
    scene: TelegramScene, client: Client, catalogs: Catalogs, floods: FloodWaits
) -> None:
    await put_profile(client, catalogs, PROFILE, floods)
    shown = scene.world.profile.text
    assert [shown(field, "ru") for field in ("name", "description", "short_description")] == [
        "Игры",
        "Games to play",
        "Играть",
    ]
    assert [shown(field, "fr") for field in ("name", "short_description")] == ["Games", "Play"]


@pytest.mark.usefixtures("called_as_ours")
async def test_what_is_set_already_is_not_set_again(
    scene: TelegramScene, client: Client, catalogs: Catalogs, floods: FloodWaits
) -> None:
    """Telegram lets a bot change its name a few times a day only."""
    assert await put_profile(client, catalogs, PROFILE, floods) == 4, (
        "two for all, two in Russian; English reads what all do"
    )
    assert await put_profile(client, catalogs, PROFILE, floods) == 0
    assert len(scene.calls(*FIELDS)) == 4
    await put_profile(client, catalogs, Profile(PROFILE.name, PROFILE.description, lazy("Play now")), floods)
    assert len(scene.calls(*FIELDS)) == 6, "the short description, for all and in Russian"


class TestNames:
    """F11: the name that the owner gave in BotFather is the owner's."""

    @pytest.mark.parametrize("name", ["Friday night", "Gamesters"])
    async def test_of_the_owners_choice_stay_in_every_language(
        self, scene: TelegramScene, client: Client, catalogs: Catalogs, floods: FloodWaits, name: str
    ) -> None:
        scene.world.profile = BotProfile(name)
        await put_profile(client, catalogs, PROFILE, floods)
        assert [scene.world.profile.text("name", language) for language in ("", "ru", "en")] == [name] * 3
        assert scene.calls("setMyName") == []

    async def test_without_what_follows_a_colon_are_ours(
        self, scene: TelegramScene, client: Client, catalogs: Catalogs, floods: FloodWaits
    ) -> None:
        scene.world.profile = BotProfile("Games")
        await put_profile(client, catalogs, Profile(lazy("Games: to play"), PROFILE.description, PROFILE.short), floods)
        assert scene.world.profile.text("name", "") == "Games"
        assert scene.world.profile.text("name", "en") == "Games: to play"

    @pytest.mark.usefixtures("called_as_ours")
    async def test_that_a_language_has_stay(
        self, scene: TelegramScene, client: Client, catalogs: Catalogs, floods: FloodWaits
    ) -> None:
        scene.world.profile.set_text("name", "ru", "Шляпы")
        await put_profile(client, catalogs, PROFILE, floods)
        assert scene.world.profile.text("name", "ru") == "Шляпы"


class TestFloodWaits:
    """F11: a name is refused for hours after a few changes; that must not cost the bot its other texts."""

    @pytest.mark.usefixtures("called_as_ours")
    async def test_of_a_name_keep_no_description_from_being_set(
        self,
        scene: TelegramScene,
        client: Client,
        catalogs: Catalogs,
        floods: FloodWaits,
        logged: list[EventDict],
    ) -> None:
        for _ in range(scene.world.names.limit):
            scene.world.names.spend()
        task = asyncio.create_task(put_profile(client, catalogs, PROFILE, floods))
        await eventually(lambda: scene.calls("setMyName"))
        shown = scene.world.profile.text
        assert [shown(field, "ru") for field in ("description", "short_description")] == ["Games to play", "Играть"]
        assert len(scene.calls("setMyName")) == 1
        assert not task.done(), "it waits for the hours to pass"
        await eventually(lambda: any(line["event"] == "introduction_waits" for line in logged))
        assert [line.get("method") for line in logged] == ["setMyName"]
        assert not task.done()
        await cancel(task)

    @pytest.mark.usefixtures("called_as_ours")
    async def test_are_obeyed_and_then_it_is_set(
        self, scene: TelegramScene, client: Client, catalogs: Catalogs, floods: FloodWaits
    ) -> None:
        scene.server.faults.flood(1, method="setMyName")
        await put_profile(client, catalogs, PROFILE, floods)
        first, second = [call.at for call in scene.world.calls if call.method == "setMyName"]
        assert second - first >= 1
        assert scene.world.profile.text("name", "ru") == "Игры"

    async def test_and_refusals_of_one_text_stop_no_other(
        self, scene: TelegramScene, client: Client, catalogs: Catalogs, floods: FloodWaits
    ) -> None:
        scene.server.faults.refuse(400, "DESCRIPTION_TOO_LONG", method="setMyDescription")
        scene.server.faults.server_error(502, method="setMyShortDescription")
        await put_profile(client, catalogs, PROFILE, floods)
        assert scene.world.profile.text("short_description", "ru") == "Играть"
        assert scene.world.profile.text("description", "ru") == "Games to play"
        assert scene.world.profile.text("description", "fr") == "", "refused for all others, and not tried again"

    async def test_outlast_the_process(self, scene: TelegramScene, client: Client) -> None:
        """The next one sets the rest, and the name when the hours are over."""
        clock, shown = MovingClock(), scene.world.profile.text

        async def start(words: str) -> asyncio.Task[int]:
            """Set a name and then a description as a new process; return when the latter is there."""
            texts = (
                Setting("setMyName", partial(client.set_my_name, "Шляпы", "ru")),
                Setting("setMyDescription", partial(client.set_my_description, words, "ru")),
            )
            task = asyncio.create_task(introduce(texts, FloodWaits(scene.store, "1", clock)))
            await eventually(lambda: shown("description", "ru") == words)
            return task

        scene.server.faults.flood(13_317, method="setMyName")
        await cancel(await start("first"))
        clock.advance(13_000)
        await cancel(await start("second"))
        assert len(scene.calls("setMyName")) == 1
        clock.advance(318)
        await (await start("third"))
        assert shown("name", "ru") == "Шляпы"

    async def test_are_obeyed_for_a_day_at_most(self, scene: TelegramScene) -> None:
        """A process whose clock was wrong has written down until when."""
        clock = MovingClock()
        waits = FloodWaits(scene.store, "1", clock)
        await waits.note("setMyName", 10 * LONGEST_REMEMBERED)
        assert await waits.left() == {"setMyName": LONGEST_REMEMBERED}
        assert await FloodWaits(scene.store, "2", clock).left() == {}, "another bot"
        clock.advance(10 * LONGEST_REMEMBERED)
        assert await waits.left() == {}


@each("locale", CATALOGS.locales)
def test_ours_fits_what_telegram_takes(locale: str) -> None:
    """setMyName 64, setMyDescription 512, setMyShortDescription 120."""
    tr = CATALOGS.translator(locale)
    for message, limit in ((NAME, 64), (DESCRIPTION, 512), (SHORT_DESCRIPTION, 120)):
        assert 0 < utf16_length(tr.translate(message)) <= limit
    assert "Underhat" in tr.translate(NAME)
