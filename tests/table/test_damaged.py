"""A row that is damaged: its table says so and can be stopped, and whatever else there is goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from structlog.typing import EventDict

from bot.playground.model import Chat
from tests.helpers.clock import MovingClock
from tests.helpers.logs import named
from tests.helpers.party import Party, labels, party_at

UNREADABLE = "I can’t read this table’s saved data. Please tell whoever runs this bot."
CLOSED = "This table is closed. Open a new one with /play."
HALF, NO_UTF_8, OTHER = b'{"id": "', b'{"id": "\xff\xfe"}', b"[1, 2, 3]"
"""A value that was cut off, one whose bits have changed, and one of something else."""


def spoil(database: Path, sql: str, value: bytes) -> None:
    """Write a damaged value."""
    with closing(sqlite3.connect(database)) as connection, connection:
        assert connection.execute(sql, (value,)).rowcount > 0, sql


@pytest.fixture
async def party(database: Path, clock: MovingClock) -> AsyncIterator[Party]:
    async with party_at(database, clock, pictures="blank") as together:
        await together.begin(together.ann, together.bob)
        yield together


async def others(party: Party) -> Chat:
    """Begin a game in another group."""
    there = party.world.create_group("Others", party.people)
    await party.say(party.ann, "/play hats", there)
    for person in (party.ann, party.bob):
        if f"\u2068{person.first_name}\u2069" not in party.board(there).text:
            await party.press(person, "Join", party.board(there))
    await party.press(party.ann, "Start", party.board(there))
    return there


@pytest.mark.parametrize("value", [HALF, NO_UTF_8, OTHER])
@pytest.mark.parametrize("column", ["record", "state"])
async def test_a_table_says_so_and_can_be_stopped_and_others_play_on(
    party: Party, database: Path, column: str, value: bytes, logged: list[EventDict]
) -> None:
    there = await others(party)
    table, board, token = party.table().id, party.table_board(), party.token(party.table_board(), "👁1")
    await party.close()
    spoil(database, f"UPDATE tables SET {column} = ? WHERE id = '{table}'", value)
    await party.open()
    for person in (party.ann, party.cleo):
        assert (await party.send(person, board, token)).text == UNREADABLE
    for command in ("/board", "/play", "/leave", "/rules hats"):
        await party.say(party.ann, command)
        assert party.messages()[-1].text == UNREADABLE, command
    assert "record_damaged" in named(logged)
    before = party.table(there).record.moves
    await party.press(party.mover(there), "👁1", party.table_board(there))
    assert party.table(there).record.moves == before + 1

    await party.say(party.bob, "/stop")
    assert party.messages()[-1].text == "Only the host or an administrator can do that."
    await party.say(party.ann, "/stop")
    assert party.messages()[-1].text == CLOSED
    await party.say(party.ann, "/play hats")
    await party.press(party.bob, "Join")
    assert party.table_status() == "lobby"


async def test_its_deadlines_end_with_it_and_keep_none_of_others(
    party: Party, database: Path, clock: MovingClock
) -> None:
    there = await others(party)
    await party.press(party.ann, "👁1", party.table_board())
    (secret,) = [message.id for message in party.private(party.ann) if message.spoiler]
    table = party.table().id
    await party.close()
    spoil(database, f"UPDATE tables SET record = ? WHERE id = '{table}'", HALF)
    await party.open()
    clock.advance(300)
    await party.tick()
    assert party.table(there).record.moves == 1, "the turn there has ended in its time"
    assert secret not in party.world.private(party.ann).messages, "and so has the secret's here"
    await party.say(party.ann, "/stop")
    await party.tick()
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT kind FROM deadlines WHERE key = ?", (table,)).fetchall() == []


@pytest.mark.parametrize("value", [HALF, NO_UTF_8, OTHER])
async def test_a_history_that_cannot_be_read_costs_what_it_tells_alone(
    party: Party, database: Path, value: bytes, logged: list[EventDict]
) -> None:
    """The board tells every other move, and the game is played to its end."""
    await party.press(party.ann, "👁1", party.table_board())
    await party.press(party.bob, "👁2", party.table_board())
    await party.close()
    spoil(database, "UPDATE actions SET events = ? WHERE number = 1", value)
    await party.open()
    await party.press(party.ann, "👁3", party.table_board())
    assert "3. \u2068Ann\u2069" in party.table_board().text
    assert "table_damaged" in named(logged)
    await party.say(party.ann, "/stop")
    await party.press(party.ann, "Yes, end the game")
    assert "Rematch" in labels(party.table_board())


@pytest.mark.parametrize("value", [HALF, NO_UTF_8, OTHER])
async def test_a_secret_that_cannot_be_read_keeps_no_later_one(
    party: Party, database: Path, value: bytes, logged: list[EventDict]
) -> None:
    fault = party.api.faults.server_error(method="sendPhoto", chat=party.ann.id, times=None)
    await party.send(party.ann, party.table_board(), party.token(party.table_board(), "👁1"))
    await party.close()
    spoil(database, "UPDATE whispers SET event = ?", value)
    party.api.faults.cancel(fault)
    await party.open()
    await party.press(party.bob, "👁2", party.table_board())
    await party.press(party.ann, "👁3", party.table_board())
    told = [message.text for message in party.private(party.ann) if message.spoiler]
    assert len(told) == 1
    assert "peeked at hat 3" in told[0]
    assert "secret_damaged" in named(logged)


@pytest.mark.parametrize("value", [HALF, NO_UTF_8.replace(b"id", b"locale"), OTHER])
async def test_what_a_chat_has_chosen_is_what_is_usual_again(
    party: Party, database: Path, value: bytes, logged: list[EventDict]
) -> None:
    await party.close()
    spoil(database, "UPDATE chats SET settings = ?", value)
    await party.open()
    await party.press(party.ann, "👁1", party.table_board())
    assert party.table().record.moves == 1
    assert "settings_damaged" in named(logged)
    await party.say(party.ann, "/settings")
    await party.press(party.ann, "Time per turn: 5 minutes", party.messages()[-1])
    await party.restart()
    assert (await party.manager.services.chats.preferences(party.table().record.place)).clock == 3600


@pytest.mark.parametrize("value", [HALF, NO_UTF_8, OTHER])
async def test_which_messages_were_to_go_is_forgotten(party: Party, database: Path, value: bytes) -> None:
    await party.close()
    spoil(database, "UPDATE boards SET stale = ?", value)
    await party.open()
    await party.press(party.ann, "👁1", party.table_board())
    assert "1. \u2068Ann\u2069" in party.table_board().text


@pytest.mark.parametrize("value", [HALF, NO_UTF_8, OTHER])
async def test_an_update_that_was_in_hand_is_left_out_at_the_start(
    party: Party, database: Path, clock: MovingClock, value: bytes, logged: list[EventDict]
) -> None:
    await party.close()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "INSERT INTO inbox (bot, number, body, at) VALUES (?, 1, CAST(? AS TEXT), ?)",
            (str(party.world.bot.id), value, clock()),
        )
    await party.open()
    await party.press(party.ann, "👁1", party.table_board())
    assert party.table().record.moves == 1
    assert "update_unreadable" in named(logged)
