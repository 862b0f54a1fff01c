"""What rules allow, found out by asking them twice: what legal() lists, and what play() accepts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from hypothesis import strategies as st

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, IllegalAction, Rules, Seat

S = TypeVar("S")


def any_options(rules: Rules[Any]) -> st.SearchStrategy[dict[str, str]]:
    """Draw a value for every option of a game."""
    return st.fixed_dictionaries({option.name: st.sampled_from(option.choices) for option in rules.options})


def accepted(rules: Rules[S], actions: Iterable[Action], rng: CommittedRandom, state: S, seat: Seat) -> set[Action]:
    """Find out by trying which of some actions play() accepts."""
    return {action for action in actions if _accepts(rules, rng, state, seat, action)}


def judged_alike(rules: Rules[S], rng: CommittedRandom, state: S, seat: Seat, action: Action) -> bool:
    """Return whether play() accepts an action just if legal() lists it."""
    return (action in rules.legal(state, seat)) == _accepts(rules, rng, state, seat, action)


def _accepts(rules: Rules[S], rng: CommittedRandom, state: S, seat: Seat, action: Action) -> bool:
    try:
        rules.play(state, seat, action, rng)
    except IllegalAction:
        return False
    return True
