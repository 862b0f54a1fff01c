"""`/verify` in the chat and `python -m bot verify` beside it: an ended game was dealt as it was sealed, or was not."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.__main__ import main
from bot.games.invisible_man.rules.options import MAX_CHASE_ROUNDS
from bot.operations import verify
from bot.settings import Settings
from bot.table.model.record import Record
from tests.helpers.clock import MovingClock
from tests.helpers.discord.table import bare
from tests.helpers.logs import named
from tests.helpers.party import Party, party_at
from tests.helpers.stored import patch
from tests.table.playing import finish
from tests.table.test_game import running
from tests.table.test_hands import begin


@pytest.fixture
async def ended(party: Party) -> Party:
    """A game played to its end."""
    await party.begin(party.ann, party.bob)
    await finish(party)
    return party


@dataclass(frozen=True)
class EndedGame:
    """A database with a game that was played to its end, and the record of that game."""

    path: Path
    record: Record


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> EndedGame:
    """Play one game for all tests that ask about some ended game; each works on a copy."""
    path = tmp_path_factory.mktemp("played") / "underhat.db"

    async def play() -> Record:
        async with party_at(path, MovingClock(), pictures="blank") as party:
            await party.begin(party.ann, party.bob)
            await finish(party)
            return party.table_record()

    return EndedGame(path, asyncio.run(play()))


@pytest.fixture
def copied(played: EndedGame, database: Path) -> Record:
    """Return the record of an ended game in a database of this test's own, which no process has opened."""
    shutil.copy(played.path, database)
    return played.record


@pytest.fixture
async def later(copied: Record, database: Path, clock: MovingClock) -> AsyncIterator[Party]:
    """Yield a party where a game has ended."""
    async with party_at(database, clock) as together:
        yield together


def change(database: Path, statement: str) -> int:
    """Tamper with a database; return the number of rows changed."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute(statement).rowcount
    connection.close()
    return rows


def rewritten(table: str, column: str, old: str, new: str) -> str:
    """Return the statement that replaces a text within stored bytes."""
    return f"UPDATE {table} SET {column} = CAST(replace({column}, '{old}', '{new}') AS BLOB)"


async def command(database: Path, game: str) -> tuple[int, str]:
    """Run the command line in a thread; return its exit code and what it printed."""
    settings = {"DATABASE_URL": f"sqlite:///{database}", "LANG": "C", "LOG_LEVEL": "WARNING", "LOG_FORMAT": "json"}
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(printed):
        for name, value in settings.items():
            patch.setenv(name, value)
        code = await asyncio.to_thread(main, ["verify", game])
    return code, printed.getvalue()


async def test_the_last_game_of_the_chat(ended: Party) -> None:
    """survive-96: the seed shown gives the seal that was shown before anybody sat."""
    record = ended.table().record
    await ended.say(ended.cleo, "/verify")
    text = ended.messages()[-1].text
    assert f"Game {record.id} checks out: the deal and all {record.moves} moves match the seal." in text
    seed, seal = re.findall(r"\b[0-9a-f]{64}\b", text)
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == seal == record.commitment


async def test_a_game_by_its_id_from_another_chat(later: Party, copied: Record) -> None:
    later.world.start(later.dan)
    await later.say(later.dan, f"/verify {copied.id}", later.world.private(later.dan))
    assert "checks out" in later.private(later.dan)[-1].text


async def test_a_game_that_somebody_left(party: Party) -> None:
    """H28: leaving is a step of the history too."""
    await party.begin(party.ann, party.bob, party.cleo)
    await party.press(party.ann, "👁1")
    await party.say(party.bob, "/leave")
    await party.press(party.bob, "Leave the game")
    await finish(party)
    await party.say(party.ann, "/verify")
    assert "checks out" in party.messages()[-1].text


async def test_a_game_that_was_ended_early(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    await party.say(party.ann, "/stop")
    await party.press(party.ann, "Yes, end the game")
    await party.say(party.ann, "/verify")
    assert "the deal and its 1 move match the seal" in party.messages()[-1].text


async def test_a_game_that_a_deleted_person_played(ended: Party) -> None:
    """What proves the deal outlives a person's data."""
    ended.world.start(ended.bob, "privacy")
    await ended.settle()
    await ended.press(ended.bob, "Delete my data", ended.private(ended.bob)[-1])
    await ended.press(ended.bob, "Yes, delete it", ended.private(ended.bob)[-1])
    await ended.say(ended.ann, "/verify")
    assert "checks out" in ended.messages()[-1].text


@pytest.mark.parametrize("lobby", [True, False])
async def test_a_running_game_keeps_its_seed(party: Party, *, lobby: bool) -> None:
    await (party.seat if lobby else party.begin)(party.ann, party.bob)
    record = party.table().record
    await party.say(party.ann, f"/verify {record.id}")
    text = party.messages()[-1].text
    assert text == "That game is still going. Its seed is shown when it ends."


async def test_nonsense_is_no_game(party: Party) -> None:
    for answers, nonsense in enumerate(("00000000", "x" * 4000, "<b>", "' OR 1=1 --", "‮evil"), 1):
        await party.say(party.ann, f"/verify {nonsense}")
        assert len(party.messages()) == answers
        text = party.messages()[-1].text
        assert text.startswith("I don’t know a game with this ID: \u2068"), nonsense
        assert len(text) < 80


async def test_where_no_game_has_ended(party: Party) -> None:
    await party.say(party.ann, "/verify")
    assert party.messages()[-1].text == "No game has finished here yet. Send /verify with a game ID."


@pytest.mark.parametrize(
    ("tampering", "found"),
    [
        (rewritten("actions", "events", '"seat":', '"seat":1') + " WHERE number = 3", "does NOT match"),
        ("UPDATE actions SET seat = 1 - seat WHERE number = 2", "does NOT match"),
        ('UPDATE actions SET action = \'{"type":"open","slot":9}\' WHERE number = 2', "does NOT match"),
        ("DELETE FROM actions WHERE number = 2", "damaged"),
        ("DELETE FROM actions WHERE number = (SELECT max(number) FROM actions)", "damaged"),
        ("UPDATE actions SET events = X'00' WHERE number = 1", "damaged"),
        (rewritten("tables", "record", '"commitment":"', '"commitment":"0'), "does NOT match"),
        (rewritten("tables", "record", '"magic_hats":"on"', '"magic_hats":"off"'), "does NOT match|damaged"),
        ("UPDATE tables SET record = X'00'", "damaged"),
    ],
)
async def test_tampering_is_found(
    copied: Record, database: Path, clock: MovingClock, tampering: str, found: str
) -> None:
    """By the command line and in the chat."""
    assert change(database, tampering) == 1
    fair, said = await verify(Settings(_env_file=None, database_url=f"sqlite:///{database}"), copied.id)
    assert not fair
    assert re.search(found, said)
    async with party_at(database, clock) as party:
        party.world.start(party.dan)  # whom the bot has not met, so that nothing counts as delivered before
        await party.say(party.dan, f"/verify {copied.id}", party.world.private(party.dan))
        assert re.search(found, party.private(party.dan)[-1].text)


async def test_t7_a_game_that_began_under_earlier_rules_is_not_accused(copied: Record, database: Path) -> None:
    """T7: begun under one version of the rules and ended under the next. It is said what happened."""
    assert change(database, rewritten("tables", "record", '"rules_version":1', '"rules_version":0')) == 1
    code, said = await command(database, copied.id)
    assert code == 1  # it could not be checked
    assert "began under earlier rules" in said
    assert "Its seed does match its seal" in said
    assert "damaged" not in said
    assert "NOT" not in said


async def test_the_command_line_tells_a_tampered_game_by_its_code(copied: Record, database: Path) -> None:
    assert change(database, "UPDATE actions SET seat = 1 - seat WHERE number = 2") == 1
    code, said = await command(database, copied.id)
    assert code == 1
    assert "does NOT match" in said


async def test_the_command_line_says_the_same(later: Party, copied: Record, database: Path) -> None:
    """While the service runs on the same database."""
    code, said = await command(database, copied.id)
    assert code == 0
    assert f"the deal and all {copied.moves} moves match the seal" in said
    assert copied.seed in said


async def test_the_command_line_refuses_what_runs_and_what_is_not(party: Party, database: Path) -> None:
    await party.begin(party.ann, party.bob)
    code, said = await command(database, party.table().record.id)
    assert (code, "is still going" in said, party.table().record.seed in said) == (1, True, False)
    code, said = await command(database, "nonsense")
    assert (code, "I don’t know a game with this ID:" in said) == (1, True)


class TestAHuntOfTheFirstVersion:
    """T7: The Invisible Man had other NO and Cloaks under version 1 of its rules; a game keeps those it was dealt."""

    @pytest.fixture
    async def hunt(self, party: Party, database: Path) -> Party:
        """Ann hides with cards that are no more; the chase is in its last round, and it is Bob's turn."""
        await begin(party, party.ann, party.bob)
        await party.close()
        patch(database, first_decks, lambda state: running(state, MAX_CHASE_ROUNDS - 1))
        assert change(database, rewritten("tables", "record", '"rules_version":2', '"rules_version":1')) == 1
        await party.open()
        await party.say(party.bob, "/board")
        return party

    async def test_is_played_on_with_its_own_cards(self, hunt: Party) -> None:
        await hunt.say(hunt.ann, "/hand", hunt.world.private(hunt.ann))
        assert "(2 3 5)" in bare(hunt.private(hunt.ann)[-1].text)
        await hunt.press(hunt.bob, "1", hunt.table_board())
        assert hunt.table_record().status == "ended"
        assert "Best moments" not in hunt.board().text

    async def test_is_not_accused_and_says_what_it_cannot_show(self, hunt: Party, logged: list[EventDict]) -> None:
        await hunt.press(hunt.bob, "1", hunt.table_board())
        board = hunt.board()
        for label in ("Replay", "Who knew what", "Video"):
            toast = await hunt.press(hunt.bob, label, board)
            assert "it was played under older rules" in toast.text
        await hunt.say(hunt.bob, f"/verify {hunt.table_record().id}")
        assert "began under earlier rules" in hunt.messages()[-1].text
        assert "Its seed does match its seal" in hunt.messages()[-1].text
        assert named(logged) & {"record_damaged", "table_damaged", "film_failed", "publish_failed"} == set()


def first_decks(state: dict[str, Any]) -> dict[str, Any]:
    """Deal Ann a Cloak and NO of version 1."""
    hidden, police = state["parts"]
    return {**state, "parts": [{**hidden, "no": [4, 4, 3], "cloaks": [235]}, police]}
