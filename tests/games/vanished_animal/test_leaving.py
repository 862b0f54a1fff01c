"""Who leaves is out of the round and of the game; the last one left wins it (D20)."""

from __future__ import annotations

import pytest

from bot.engine.rules import Outcome, SeatLeft, Swap
from bot.games.vanished_animal.rules.moves import Look, Name, RoundBegan, RoundEnded, VanishedEnded
from bot.games.vanished_animal.rules.view import VanishedSeat

from .states import EXPERT, HELD, NOBODY, PLAIN, RNG, RULES, lay, play

GONE = VanishedSeat(present=False)
IN, OUT = VanishedSeat(), VanishedSeat(out=True)


def test_a_seat_that_leaves_is_passed_over_from_then_on() -> None:
    step = RULES.leave(lay(), 1, RNG)
    assert step.events == (SeatLeft(seat=1),)
    state, _ = play(step.state, Look(0), Swap(0, 1))
    assert state.turn == 2
    state, _ = play(state, Look(0), Swap(0, 1))
    assert state.turn == 0


def test_when_the_seat_to_act_leaves_the_next_one_acts() -> None:
    assert RULES.to_act(RULES.leave(lay(turn=2), 2, RNG).state) == 0


def test_a_look_of_one_who_leaves_is_followed_by_no_swap() -> None:
    """The one who plays next begins a turn of its own."""
    looked, _ = play(lay(), Look(3))
    view = RULES.view(RULES.leave(looked, 0, RNG).state, None)
    assert (view.to_act, view.phase, view.looked, view.swappable) == (1, "turn", None, ())
    swapped, _ = play(lay(options=EXPERT), Look(3), Swap(3, 4))
    assert RULES.view(RULES.leave(swapped, 0, RNG).state, None).phase == "turn"


def test_a_look_of_another_goes_on_when_one_leaves() -> None:
    looked, _ = play(lay(), Look(3))
    view = RULES.view(RULES.leave(looked, 1, RNG).state, None)
    assert (view.to_act, view.phase, view.looked) == (0, "swap", 3)


def test_the_last_one_left_in_the_round_wins_it_and_the_others_come_back() -> None:
    """D20: seat 0 is out, seat 1 leaves, seat 2 wins; then 0 and 2 play on."""
    step = RULES.leave(lay(seats=(OUT, IN, IN), turn=1), 1, RNG)
    assert step.events == (
        SeatLeft(seat=1),
        RoundEnded(winner=2, prize="hat", hats=PLAIN, box="owl"),
        RoundBegan(round=2, starter=0),
    )
    assert step.state.seats == (IN, GONE, HELD)


def test_a_last_one_left_who_has_a_token_wins_the_game() -> None:
    """D20 with D4."""
    step = RULES.leave(lay(seats=(OUT, IN, HELD), turn=1), 1, RNG)
    assert step.events[-1] == VanishedEnded(winner=2)
    assert RULES.outcome(step.state) == Outcome((2,))


def test_one_who_is_out_may_leave_and_the_round_goes_on() -> None:
    step = RULES.leave(lay(seats=(IN, OUT, IN)), 1, RNG)
    assert step.events == (SeatLeft(seat=1),)
    assert RULES.to_act(step.state) == 0


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("held", [False, True])
def test_the_last_one_in_the_game_wins_it(turn: int, held: bool) -> None:
    """D20: with the wand, whatever was won before and whosever turn it was."""
    step = RULES.leave(lay(seats=(IN, VanishedSeat(hat=held)), turn=turn), 0, RNG)
    assert step.events == (
        SeatLeft(seat=0),
        RoundEnded(winner=1, prize="wand", hats=PLAIN, box="owl"),
        VanishedEnded(winner=1),
    )
    assert RULES.to_act(step.state) is None
    assert RULES.outcome(step.state) == Outcome((1,))
    assert step.state.seats == (GONE, VanishedSeat(hat=held, wand=True))


def test_all_may_leave_one_after_the_other() -> None:
    state = RULES.leave(lay(seats=(*NOBODY, IN)), 3, RNG).state
    state = RULES.leave(state, 0, RNG).state
    assert RULES.outcome(state) is None
    assert RULES.outcome(RULES.leave(state, 2, RNG).state) == Outcome((1,))


def test_the_next_round_is_not_begun_by_who_left() -> None:
    """D14 skips nobody who plays; seat 1, left of the winner, has gone."""
    state = RULES.leave(lay(), 1, RNG).state
    assert play(state, Name("owl"))[1][-1] == RoundBegan(round=2, starter=2)


def test_a_token_stays_with_who_left() -> None:
    assert RULES.leave(lay(seats=(HELD, IN, IN)), 0, RNG).state.seats[0] == VanishedSeat(hat=True, present=False)


def test_after_the_end_leaving_changes_nothing() -> None:
    ended, _ = play(lay(seats=(HELD, IN)), Name("owl"))
    step = RULES.leave(ended, 1, RNG)
    assert (step.state, step.events) == (ended, ())
