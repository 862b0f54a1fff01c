"""Who leaves keeps what was won and is passed over; the last one left ends the game (H28)."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.rules import Outcome, SeatLeft, Swap
from bot.games.court_hats.rules.moves import CourtEnded, Peek

from .states import EMPTY, RNG, RULES, lay, play

WON = (replace(EMPTY, pairs=("witch",)), replace(EMPTY, pairs=("cook", "cook"), chips=1), EMPTY)


def test_a_seat_that_leaves_is_passed_over_from_then_on() -> None:
    step = RULES.leave(lay(), 1, RNG)
    assert step.events == (SeatLeft(seat=1),)
    state, _ = play(step.state, Peek(0))
    assert state.turn == 2
    state, _ = play(state, Peek(1))
    assert state.turn == 0


def test_when_the_seat_to_act_leaves_the_next_one_acts() -> None:
    state = RULES.leave(lay(turn=2), 2, RNG).state
    assert RULES.to_act(state) == 0


def test_cards_and_chips_of_a_seat_that_left_are_kept() -> None:
    state = RULES.leave(lay(seats=WON), 1, RNG).state
    assert state.seats[1] == replace(WON[1], present=False)
    assert RULES.view(state, None).seats == state.seats


def test_with_one_seat_left_the_game_ends_and_is_scored_as_it_stands() -> None:
    state = RULES.leave(lay(seats=WON), 0, RNG).state
    step = RULES.leave(state, 2, RNG)
    hats = tuple(slot.hat for slot in state.row if slot)
    assert step.events == (SeatLeft(seat=2), CourtEnded(hats=hats))
    assert RULES.to_act(step.state) is None
    assert RULES.outcome(step.state) == Outcome((0, 1), (1, 1, 0)), "the cards of seats that left count"


def test_a_game_that_ended_bans_nothing() -> None:
    swapped, _ = play(lay(seats=WON[:2]), Swap(1, 2))
    view = RULES.view(RULES.leave(swapped, 1, RNG).state, None)
    assert view.outcome is not None
    assert (view.banned_swap, view.to_act) == (None, None)
