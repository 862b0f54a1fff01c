"""Who leaves keeps what was won and is passed over; the last one left ends the game (H28)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.errors import IllegalAction
from bot.games.court_hats.moves import Ended, Left, Peek, Swap
from bot.games.game import Outcome

from .states import CHANCE, EMPTY, RULES, lay, play

WON = (replace(EMPTY, pairs=("witch",)), replace(EMPTY, pairs=("cook", "cook"), chips=1), EMPTY)


def test_a_seat_that_leaves_is_passed_over_from_then_on() -> None:
    step = RULES.leave(lay(), 1, CHANCE)
    assert step.events == (Left(seat=1),)
    state, _ = play(step.state, Peek(0))
    assert state.turn == 2
    state, _ = play(state, Peek(1))
    assert state.turn == 0


def test_when_the_seat_to_act_leaves_the_next_one_acts() -> None:
    state = RULES.leave(lay(turn=2), 2, CHANCE).state
    assert RULES.to_act(state) == 0


def test_turn_of_another_seat_stays_when_one_leaves() -> None:
    assert RULES.to_act(RULES.leave(lay(turn=2), 0, CHANCE).state) == 2


def test_cards_and_chips_of_a_seat_that_left_are_kept() -> None:
    state = RULES.leave(lay(seats=WON), 1, CHANCE).state
    assert state.seats[1] == replace(WON[1], present=False)
    assert RULES.view(state, None).seats == state.seats


def test_a_seat_that_left_may_not_act() -> None:
    state = RULES.leave(lay(), 1, CHANCE).state
    assert RULES.legal(state, 1) == ()
    with pytest.raises(IllegalAction, match="not_your_turn"):
        RULES.play(state, 1, Peek(0), CHANCE)


def test_leaving_twice_changes_nothing() -> None:
    once = RULES.leave(lay(), 1, CHANCE).state
    again = RULES.leave(once, 1, CHANCE)
    assert again.state is once
    assert again.events == ()


@pytest.mark.parametrize("seat", [3, -1])
def test_nobody_leaves_from_a_seat_that_is_not_there(seat: int) -> None:
    state = lay()
    step = RULES.leave(state, seat, CHANCE)
    assert (step.state, step.events) == (state, ())


def test_with_one_seat_left_the_game_ends_and_is_scored_as_it_stands() -> None:
    state = RULES.leave(lay(seats=WON), 0, CHANCE).state
    step = RULES.leave(state, 2, CHANCE)
    hats = tuple(slot.hat for slot in state.row if slot)
    assert step.events == (Left(seat=2), Ended(hats=hats))
    assert RULES.to_act(step.state) is None
    assert RULES.outcome(step.state) == Outcome((0, 1), (1, 1, 0)), "the cards of seats that left count"


def test_a_game_that_ended_bans_nothing() -> None:
    swapped, _ = play(lay(seats=WON[:2]), Swap(1, 2))
    view = RULES.view(RULES.leave(swapped, 1, CHANCE).state, None)
    assert view.outcome is not None
    assert (view.banned_swap, view.to_act) == (None, None)


def test_after_the_end_leaving_changes_nothing() -> None:
    ended = RULES.leave(lay(seats=WON[:2]), 0, CHANCE).state
    step = RULES.leave(ended, 1, CHANCE)
    assert (step.state, step.events) == (ended, ())
