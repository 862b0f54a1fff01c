"""`/verify` in the chat and `python -m bot verify` beside it: an ended game was dealt as it was sealed, or was not."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import sqlite3
import sys
from pathlib import Path

import pytest

from tests.helpers.party import Party
from tests.table.playing import finish


@pytest.fixture
async def ended(party: Party) -> Party:
    """A game played to its end."""
    await party.begin(party.ann, party.bob)
    await finish(party)
    return party


def change(database: Path, statement: str) -> int:
    """Tamper with a database; gives the number of rows changed."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute(statement).rowcount
    connection.close()
    return rows


def rewritten(table: str, column: str, old: str, new: str) -> str:
    """Give the statement that replaces a text within stored bytes."""
    return f"UPDATE {table} SET {column} = CAST(replace({column}, '{old}', '{new}') AS BLOB)"


async def command(database: Path, game: str) -> tuple[int, str]:
    """Run the command line; gives its exit code and what it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "verify", game,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{database}", "LANG": "C"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await process.communicate()
    return process.returncode or 0, out.decode()


async def test_the_last_game_of_the_chat(ended: Party) -> None:
    """survive-96: the seed shown gives the seal that was shown before anybody sat."""
    record = ended.table().record
    await ended.say(ended.cleo, "/verify")
    text = ended.messages()[-1].text
    assert f"Game {record.id} was dealt as it was sealed: all {record.moves + 1} steps follow from the seed." in text
    seed, seal = re.findall(r"\b[0-9a-f]{64}\b", text)
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == seal == record.commitment


async def test_a_game_by_its_id_from_another_chat(ended: Party) -> None:
    ended.world.start(ended.dan)
    await ended.say(ended.dan, f"/verify {ended.table().record.id}", ended.world.private(ended.dan))
    assert "was dealt as it was sealed" in ended.private(ended.dan)[-1].text


async def test_a_game_that_somebody_left(party: Party) -> None:
    """H28: leaving is a step of the history too."""
    await party.begin(party.ann, party.bob, party.cleo)
    await party.press(party.ann, "👁1")
    await party.say(party.bob, "/leave")
    await party.press(party.bob, "Leave the game")
    await finish(party)
    await party.say(party.ann, "/verify")
    assert "was dealt as it was sealed" in party.messages()[-1].text


async def test_a_game_that_was_ended_early(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    await party.say(party.ann, "/stop")
    await party.press(party.ann, "Yes, end the game")
    await party.say(party.ann, "/verify")
    assert "all 2 steps follow from the seed" in party.messages()[-1].text


async def test_a_game_that_a_deleted_person_played(ended: Party) -> None:
    """What proves the deal outlives a person's data."""
    ended.world.start(ended.bob, "privacy")
    await ended.settle()
    await ended.press(ended.bob, "Delete what you know of me", ended.private(ended.bob)[-1])
    await ended.press(ended.bob, "Yes, delete it", ended.private(ended.bob)[-1])
    await ended.say(ended.ann, "/verify")
    assert "was dealt as it was sealed" in ended.messages()[-1].text


@pytest.mark.parametrize("lobby", [True, False])
async def test_a_running_game_keeps_its_seed(party: Party, *, lobby: bool) -> None:
    await (party.seat if lobby else party.begin)(party.ann, party.bob)
    record = party.table().record
    await party.say(party.ann, f"/verify {record.id}")
    text = party.messages()[-1].text
    assert text == "That game still runs. Its seed is shown when it has ended."


@pytest.mark.parametrize("nonsense", ["00000000", "x" * 4000, "<b>", "' OR 1=1 --", "‮evil"])
async def test_nonsense_is_no_game(party: Party, nonsense: str) -> None:
    await party.say(party.ann, f"/verify {nonsense}")
    text = party.messages()[-1].text
    assert text.startswith("I know no game ⁨")
    assert len(text) < 80


async def test_where_no_game_has_ended(party: Party) -> None:
    await party.say(party.ann, "/verify")
    assert party.messages()[-1].text == "No game has ended here yet. Write /verify and a game's id."


@pytest.mark.parametrize(
    ("tampering", "found"),
    [
        (rewritten("actions", "events", '"seat":', '"seat":1') + " WHERE number = 3", "does NOT follow"),
        ("UPDATE actions SET seat = 1 - seat WHERE number = 2", "does NOT follow"),
        ('UPDATE actions SET action = \'{"type":"open","slot":9}\' WHERE number = 2', "does NOT follow"),
        ("DELETE FROM actions WHERE number = 2", "damaged"),
        ("DELETE FROM actions WHERE number = (SELECT max(number) FROM actions)", "damaged"),
        ("UPDATE actions SET events = X'00' WHERE number = 1", "damaged"),
        (rewritten("tables", "record", '"commitment":"', '"commitment":"0'), "does NOT follow"),
        (rewritten("tables", "record", '"magic_hats":"on"', '"magic_hats":"off"'), "does NOT follow|damaged"),
        ("UPDATE tables SET record = X'00'", "damaged"),
    ],
)
async def test_tampering_is_found(ended: Party, database: Path, tampering: str, found: str) -> None:
    record = ended.table().record
    await ended.close()
    assert change(database, tampering) == 1
    code, said = await command(database, record.id)
    assert code == 1
    assert re.search(found, said)
    await ended.open()
    await ended.say(ended.ann, f"/verify {record.id}")
    assert re.search(found, ended.messages()[-1].text)


async def test_the_command_line_says_the_same(ended: Party, database: Path) -> None:
    """While the service runs on the same database."""
    record = ended.table().record
    code, said = await command(database, record.id)
    assert code == 0
    assert f"all {record.moves + 1} steps follow from the seed" in said
    assert record.seed in said


async def test_the_command_line_refuses_what_runs_and_what_is_not(party: Party, database: Path) -> None:
    await party.begin(party.ann, party.bob)
    code, said = await command(database, party.table().record.id)
    assert (code, "still runs" in said, party.table().record.seed in said) == (1, True, False)
    code, said = await command(database, "nonsense")
    assert (code, "I know no game" in said) == (1, True)
