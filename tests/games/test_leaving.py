"""Leaving, as every game has it: for good, once, and only from a seat that is there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import IllegalAction, Rules
from bot.games.registry import GAMES

RNG = CommittedRandom(bytes(32))

every_game = pytest.mark.parametrize("rules", [pytest.param(game.rules, id=game.key) for game in GAMES])


def begun(rules: Rules[Any], seats: int = 3) -> Any:
    """Deal a game in which seat 0 acts first."""
    state = rules.begin({}, seats, 0, RNG).state
    assert rules.to_act(state) == 0
    return state


@every_game
def test_the_turn_of_another_seat_stays_when_one_leaves(rules: Rules[Any]) -> None:
    assert rules.to_act(rules.leave(begun(rules), 1, RNG).state) == 0


@every_game
def test_a_seat_that_left_may_not_act(rules: Rules[Any]) -> None:
    state = rules.leave(begun(rules), 1, RNG).state
    assert rules.legal(state, 1) == ()
    for action in rules.legal(state, 0):
        with pytest.raises(IllegalAction, match="not_your_turn"):
            rules.play(state, 1, action, RNG)


@every_game
def test_leaving_twice_changes_nothing(rules: Rules[Any]) -> None:
    once = rules.leave(begun(rules), 1, RNG).state
    again = rules.leave(once, 1, RNG)
    assert again.state is once
    assert again.events == ()


@every_game
@pytest.mark.parametrize("seat", [3, 7, -1])
def test_nobody_leaves_from_a_seat_that_is_not_there(rules: Rules[Any], seat: int) -> None:
    state = begun(rules)
    step = rules.leave(state, seat, RNG)
    assert (step.state, step.events) == (state, ())


@every_game
def test_after_the_end_leaving_changes_nothing(rules: Rules[Any]) -> None:
    over = rules.leave(begun(rules, seats=2), 0, RNG).state
    assert rules.outcome(over) is not None
    step = rules.leave(over, 1, RNG)
    assert (step.state, step.events) == (over, ())
