"""A database of an earlier version, taken up by the present code in the middle of its games.

Each platform's database and the messages that people had before them are put in place, the process starts, and people
go on by the buttons that the earlier version gave them. `make.py` says how the databases were made.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.i18n.catalogs import Catalogs
from bot.settings import LOCALES
from bot.table.running import manager
from tests.conformance.games import CHOOSERS, play_on
from tests.conformance.secrets import PEEKED
from tests.conformance.stage import Guest, Seen
from tests.conformance.stages import lift_limits
from tests.helpers.clock import MovingClock
from tests.upgrade.stages import ALONE, CHATS, ENDED, RUNNING, STAGES, ArchivedStage, Saved

pytestmark = pytest.mark.timeout(300)
GERMAN = Catalogs(LOCALES).translator("de")
"""What Dan reads."""

HERE = Path(__file__).parent
ARCHIVES = sorted(path.parent for path in HERE.glob("*/telegram.sql"))
CASES = {f"{archive.name}-{platform}": (archive, platform) for archive in ARCHIVES for platform in STAGES}
TOLD = re.compile(r"\d+\. ")
NUMBERS = re.compile(r"^(\d+)(?:–(\d+))?\. ", re.MULTILINE)
REWORDED = {
    "A secret stays for ": "Secrets disappear after: ",
    "A turn may take as long as it likes": "Time per turn: unlimited",
    "A turn may take 1 day": "Time per turn: 5 minutes",  # a day was never stored, so nobody can tell if it was chosen
    "A turn may take ": "Time per turn: ",
    "Everyone may open a table": "Anyone can open a table",
    "The host and administrators may end a game": "Host or administrators can end games",
    "Everyone at the table may end a game": "Anyone at the table can end games",
    "no game among people has ended in this chat yet": "nobody here has finished a game against other people yet",
    "the standings of this chat": "this chat’s leaderboard",
    "A beginner has 1,000, and each game among people moves it": (
        "Everyone starts at 1,000, and every game against other people changes it"
    ),
}
"""What is said in other words than earlier versions said it, of which the archives tell."""
MOST = 1_500
DAY = 86_400.0


class Upgrade:
    """A stage on which the present code has taken up an old database; `old` are the boards' buttons of before."""

    def __init__(self, stage: ArchivedStage, saved: Saved) -> None:
        self.stage = stage
        self.saved = saved
        self.old: dict[str, list[Seen]] = {}

    def note_buttons(self) -> None:
        """Remember the buttons that the earlier version has sent."""
        for chat in CHATS:
            self.stage.go_to(chat)
            board = self.stage.board()
            self.old[chat] = [Seen(board, key) for key in board.keys]

    async def press(self, who: Guest, chat: str, label: str) -> str:
        """Press a button that the earlier version has shown on a chat's board."""
        self.stage.go_to(chat)
        button = next(seen for seen in self.old[chat] if seen.key.label.startswith(label))
        return await self.stage.press_again(who, button)


@pytest.fixture(params=CASES)
async def upgrade(
    request: pytest.FixtureRequest, database: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Upgrade]:
    """Start the process on an old database, with the old messages in the chats."""
    lift_limits(monkeypatch)
    monkeypatch.setattr(manager, "HANDOVER", 0.0)  # no earlier process finishes anything
    archive, platform = CASES[request.param]
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((archive / f"{platform}.sql").read_text(encoding="utf-8"))
    saved = msgspec.json.decode((archive / f"{platform}.json").read_bytes(), type=Saved)
    stage = STAGES[platform](database, MovingClock(saved.now + 10))
    await stage.restore(saved)
    upgraded = Upgrade(stage, saved)
    upgraded.note_buttons()
    await stage.open()
    try:
        yield upgraded
    finally:
        await stage.tear_down()


async def test_boards_settings_and_standings_read_as_before(upgrade: Upgrade) -> None:
    """A lobby and what stands beside a game are laid out anew by each version: kept is who sits there, and who acts.

    A board that is shown again tells the last round, to the same last move.
    """
    stage = upgrade.stage
    for chat in CHATS:
        stage.go_to(chat)
        await stage.use(stage.ann, "board")
        text, *labels = upgrade.saved.boards[chat]
        lines = stage.board().text.splitlines()
        if stage.record().status == "lobby":
            seats = [line for line in text.splitlines() if TOLD.match(line)]
            assert [line for line in lines if TOLD.match(line)] == seats
            continue
        headline = re.sub("^Turn: (.*)", "\\1’s turn", text.splitlines()[0].split(" – ")[0])  # it was worded so
        assert lines[0].split(" – ")[0] == headline
        assert _last_told(stage.board().text) == _last_told(text) == stage.moves()
        described = stage.board().whole.splitlines()
        assert all(line in described for line in text.splitlines() if line.startswith("Row: "))
        assert labels, "the earlier version had buttons"
        assert [label for label in stage.board().labels if label[0] == "👁"] == [
            label for label in labels if label[0] == "👁"
        ]
    for chat in (*RUNNING, *ENDED):
        stage.go_to(chat)
        settings = await stage.use(stage.ann, "settings")
        assert settings is not None
        saved = [_said_now(label) for label in upgrade.saved.settings[chat]]
        assert [label for label in settings.labels if label in saved] == saved, "later versions may add settings"
        standings = await stage.use(stage.cleo, "top")
        assert standings is not None
        assert standings.text == _said_now(upgrade.saved.standings[chat])


def _said_now(text: str) -> str:
    """Return how the present version says what an earlier one said."""
    for before, now in REWORDED.items():
        text = text.replace(before, now)
    return text


def _last_told(text: str) -> int:
    """Return the number of the last move that a board tells; a line may tell several."""
    return max((int(number) for numbers in NUMBERS.findall(text) for number in numbers if number), default=0)


async def test_ended_games_are_proven_and_their_lobbies_start(upgrade: Upgrade) -> None:
    stage, eve = upgrade.stage, upgrade.stage.guests_by_name["Eve"]
    for chat in ENDED:
        stage.go_to(chat)
        verdict = await stage.use(stage.cleo, "verify")
        assert verdict is not None
        assert "checks out" in verdict.text
    if upgrade.saved.link:
        await stage.follow(eve, upgrade.saved.link)
    assert stage.seated() == ["Ann", "Bob", "Eve"]
    await upgrade.press(stage.cleo, "hats ended", "Join")
    assert stage.seated() == ["Ann", "Bob", "Cleo"]
    await stage.press(stage.ann, "Back")
    await stage.press(stage.ann, "Start")
    await upgrade.press(stage.bob, "animal ended", "Start")
    await upgrade.press(stage.ann, "invisible ended", "Start")
    for chat in ENDED:
        stage.go_to(chat)
        assert stage.record().status == "playing"
    stage.go_to("hats ended")
    assert stage.table().view(None).patience is not None, "a new game has what is agreed today (H26)"
    stage.go_to("invisible ended")
    assert stage.table().view(None).longest_chase is not None, "a new game has what is agreed today (N53)"


async def test_court_hats_goes_on(upgrade: Upgrade) -> None:
    """Dan's choice of two is half made, and he reads German."""
    stage = upgrade.stage
    assert (await upgrade.press(stage.ann, "hats", "👁1")).startswith("It’s Dan’s turn.")
    assert (await upgrade.press(stage.dan, "hats", "❔ What now?")).startswith(
        GERMAN.t(
            "Hat {slot} is selected. Tap ⇄ on another hat to swap the two, or tap ⇄{slot} again to cancel.", slot=4
        )
    )
    await upgrade.press(stage.dan, "hats", "⇄5")
    assert stage.moves() == 4
    assert stage.table().view(None).patience is None, "what was agreed had no limit (H26, N-b)"
    await _play_to_the_end(stage, "hats")


async def test_the_vanished_animal_goes_on(upgrade: Upgrade) -> None:
    """Ann has chosen what to name, Cleo is away, and a computer plays."""
    stage = upgrade.stage
    stage.go_to("animal")
    moves = stage.moves()
    await upgrade.press(stage.ann, "animal", "✔")
    assert stage.moves() > moves
    await stage.press(stage.cleo, "I’m back")
    await _play_to_the_end(stage, "animal")


async def test_the_invisible_man_goes_on(upgrade: Upgrade) -> None:
    """One of two who wait has voted not to do so, and Dan would like to play."""
    stage = upgrade.stage
    stage.go_to("invisible")
    question = next(page for page in stage.pages() if "Dan would like to play." in page.text)
    slow = stage.mover()
    await upgrade.press(stage.bob if slow == stage.cleo else stage.cleo, "invisible", "Vote: don't wait")
    assert stage.mover() != slow
    await stage.press(stage.ann, "Give them the seat", question)
    assert stage.seated() == ["Ann", "Bob", "Cleo", "Dan"]
    assert stage.table().view(None).longest_chase is None, "what was agreed had no limit (N53, N-a)"
    await _play_to_the_end(stage, "invisible")


async def test_a_game_alone_goes_on(upgrade: Upgrade) -> None:
    """Ann was away for so long that nobody was left to wait for."""
    stage = upgrade.stage
    await upgrade.press(stage.ann, ALONE, "I am back")
    await _play_to_the_end(stage, "hats")


async def _play_to_the_end(stage: ArchivedStage, game: str) -> None:
    table = stage.record().id
    await play_on(stage, CHOOSERS[game], MOST)
    assert stage.record().status == "ended"
    verdict = await stage.use(stage.ann, "verify", table)
    assert verdict is not None
    assert "checks out" in verdict.text


async def test_secrets_reach_those_they_are_for(upgrade: Upgrade) -> None:
    """Ann's lies in her private chat, Bob's was blocked, Cleo's was on its way."""
    stage = upgrade.stage
    stage.go_to("hats")
    assert [_hats(stage, who) for who in (stage.ann, stage.bob, stage.cleo, stage.dan)] == [["1"], [], ["3"], []]
    assert "you peeked at hat 2. You saw: " in await upgrade.press(stage.bob, "hats", "🤫 My secret")
    (secret,) = [page for page in stage.private_pages(stage.ann) if "Hat 1: " in page.text]
    await stage.press(stage.ann, "Seen: take it away", secret)
    assert not secret.there
    await stage.pass_time(60.0)
    assert [_hats(stage, who) for who in (stage.ann, stage.bob, stage.cleo)] == [[], [], []]


def _hats(stage: ArchivedStage, who: Guest) -> list[str]:
    """List the numbers of the hats whose secrets lie in somebody's private chat."""
    return [found[1] for text in stage.private(who) for found in PEEKED.finditer(text)]


async def test_hands_lie_where_they_lay(upgrade: Upgrade) -> None:
    stage = upgrade.stage
    stage.go_to("invisible")
    for who in (stage.ann, stage.bob, stage.cleo):
        shown = [page for page in stage.private_pages(who) if page.pictured and _is_a_hand(page.text)]
        assert len(shown) == 1
    await stage.use(stage.bob, "hand")
    assert sum(_is_a_hand(text) for text in stage.private(stage.bob)) <= 1


def _is_a_hand(text: str) -> bool:
    return any(word in text for word in ("YES: ", "NO: "))


async def test_who_wants_secrets_in_answers_gets_them_so(upgrade: Upgrade) -> None:
    stage = upgrade.stage
    await upgrade.press(stage.dan, "hats", "⇄5")
    for who in (stage.ann, stage.bob, stage.cleo):
        await stage.press(who, "👁7")
    told = await stage.press(stage.dan, "👁6")
    sentence = GERMAN.t(
        "Move {number}: you peeked at hat {slot}. You saw: {hat} ({character}).",
        number="8", slot=6, hat="HAT", character="",
    )  # fmt: skip
    seen = sentence.partition("HAT")[0]
    assert (seen in told) is (stage.platform == "discord")
    assert any(seen in text for text in stage.private(stage.dan)) is (stage.platform != "discord")


async def test_deadlines_of_before_are_kept(upgrade: Upgrade) -> None:
    stage = upgrade.stage
    await stage.pass_time(3_600.0)
    for chat in ENDED:
        stage.go_to(chat)
        assert any(page.text.startswith("The table has been closed.") for page in stage.pages())
    await stage.pass_time(DAY / 2)
    stage.go_to("hats")
    assert any("Dan, it’s your turn." in page.text for page in stage.pages())
    await stage.pass_time(DAY / 2)
    assert stage.moves() == 4, "the computer has played Dan's turn"
