"""T5: whoever is to move is told so once, by a new board: at once, or a minute later where they seemed to look."""

from __future__ import annotations

from bot.table.model.turn_clock import RING_SECONDS
from tests.helpers.party import Party
from tests.table.test_clocks import set_clock

LATER = RING_SECONDS + 10


async def test_t5_who_left_after_a_move_is_told_when_it_is_their_turn_again(party: Party) -> None:
    """As 18xx#397: A moves, B moves 70 seconds later, and A, who has gone, hears nothing of it for half a day."""
    await set_clock(party, "Time per turn: 1 day")
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    await party.pass_time(70)
    await party.press(party.bob, "👁2")
    board = party.board().id
    await party.pass_time(RING_SECONDS - 5)
    assert party.board().id == board  # still within the minute
    await party.pass_time(10)
    rung = party.board()
    assert rung.id != board
    assert "Ann" in rung.text
    await party.pass_time(LATER)
    await party.pass_time(3_600)
    assert party.board().id == rung.id  # once


async def test_t5_who_looks_is_not_rung(party: Party) -> None:
    await set_clock(party, "Time per turn: 1 day")
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    await party.press(party.bob, "👁2")
    board = party.board().id
    await party.pass_time(30)
    await party.press(party.ann, "🤫 My secret")
    await party.pass_time(40)
    assert party.board().id == board


async def test_t5_who_was_told_at_once_is_not_told_again(party: Party) -> None:
    await set_clock(party, "Time per turn: 1 day")
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    await party.pass_time(130)
    board = party.board().id
    await party.press(party.bob, "👁2")  # Ann is away by now: a new board for her
    rung = party.board().id
    assert rung != board
    await party.pass_time(LATER)
    assert party.board().id == rung


async def test_t5_it_rings_after_a_restart_too(party: Party) -> None:
    await set_clock(party, "Time per turn: 1 day")
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    await party.press(party.bob, "👁2")
    board = party.board().id
    await party.restart()
    await party.pass_time(LATER)
    rung = party.board().id
    assert rung != board
    await party.restart()
    await party.pass_time(LATER)
    assert party.board().id == rung


async def test_t5_nobody_is_rung_for_a_game_in_which_nobody_waits(party: Party) -> None:
    """One person with computers in a group is kept waiting by nobody."""
    await set_clock(party, "Time per turn: 1 day")
    await party.seat(party.ann)
    await party.press(party.ann, "🤖 Add a computer")
    await party.press(party.ann, "easy")
    await party.press(party.ann, "I’m the youngest")
    await party.press(party.ann, "Start")
    await party.press(party.ann, "👁1")
    board = party.board().id
    await party.pass_time(LATER)
    assert party.board().id == board
