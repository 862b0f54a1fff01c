"""What a lesson is: a prepared game, walked through one press at a time. The words and the deals are each game's own.

A lesson is data. `bot.lessons` walks it over the real rules, so a step that they do not allow cannot be told.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat
from typing import Any

import msgspec
from typing_extensions import override

from bot.engine.randomness import CommittedRandom, RandomStream
from bot.engine.rules import Action, Seat
from bot.i18n.lazy import LazyText


class Scene(msgspec.Struct, frozen=True):
    """A prepared moment of a game: its state, the learner's seat, the computers' names, and the dice by label.

    `names` are those of the other seats, in order of play after the learner's.
    """

    state: Any
    seat: Seat
    names: tuple[str, ...]
    dice: Mapping[str, int] = {}


class Reply(msgspec.Struct, frozen=True):
    """An answer that a question offers, and what is said of it."""

    text: LazyText
    says: LazyText
    right: bool = False


class LessonStep(msgspec.Struct, frozen=True):
    """One thing to do: a button to press, a question to answer, or (with neither) something to read.

    `id` is stored as the place where a learner has stopped, so it stays what it is. `press` is the code of a button of
    the board; `others` is what the other seats do after it, each with its seat. `slips` say what another press would
    have done, by the beginning of its code. `scene` begins another prepared moment.
    """

    id: str
    text: LazyText
    press: str = ""
    others: tuple[tuple[Seat, Action], ...] = ()
    replies: tuple[Reply, ...] = ()
    slips: Mapping[str, LazyText] = {}
    scene: str = ""


class Lesson(msgspec.Struct, frozen=True, eq=False):
    """A lesson of two to five minutes.

    `slips` hold for each step that has none of its own for a press. `first`: the learner begins the game after it.
    `minutes` is about how long it takes.
    """

    scenes: Mapping[str, Scene]
    steps: tuple[LessonStep, ...]
    slips: Mapping[str, LazyText]
    first: bool = True
    minutes: int = 3

    def index(self, step: str) -> int:
        """Return the number of a step, 0 for one that there is not (any more)."""
        return next((number for number, each in enumerate(self.steps) if each.id == step), 0)


class PreparedRandom(CommittedRandom):
    """Chance that shows what a lesson has prepared: the die of each label, else what follows from a fixed key."""

    def __init__(self, dice: Mapping[str, int]) -> None:
        super().__init__(b"lesson")
        self._dice = dice

    @override
    def stream(self, label: str) -> RandomStream:
        if label in self._dice:
            return RandomStream(repeat(self._dice[label] - 1))
        return super().stream(label)
