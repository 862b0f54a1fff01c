"""The contract of a game's rules: seats, actions, events, steps, views, outcomes.

Rules are pure: no I/O, no clock, no platform, no language. They are functions of a state that never leaves its game's
package; what leaves is a `View` for one viewer and `Event`s with their audience. How they are shown is up to
`bot.engine.presentation`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec.structs import force_setattr

from bot.engine.randomness import CommittedRandom
from storage.errors import UnderhatError

if TYPE_CHECKING:  # of the two that do the same, mypy checks the names and types that are given to this one
    from dataclasses import replace as replace
else:
    from msgspec.structs import replace as replace

Seat: TypeAlias = int
"""A place at the table, counted from 0 in order of play."""

Options: TypeAlias = Mapping[str, str]
"""The chosen value of every option, by the option's name."""


class Action(msgspec.Struct, frozen=True):
    """What a seat does in its turn. Each game has its own subclasses, told apart by their tag."""


class IllegalAction(UnderhatError):
    """The rules of a game forbid an action; `reason` is a code that the game's presenter has a text for."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """What happened. `audience` None is everyone, else the one seat that may know it."""

    audience: Seat | None = None


class Swap(Action, frozen=True, tag="swap"):
    """Exchange what lies in two places; `a` is the lower one, in whichever order they were named."""

    a: int
    b: int

    def __post_init__(self) -> None:
        low, high = sorted((self.a, self.b))
        force_setattr(self, "a", low)
        force_setattr(self, "b", high)


class SeatLeft(Event, frozen=True, kw_only=True, tag="left"):
    """A seat left for good."""

    seat: Seat


class View(msgspec.Struct, frozen=True):
    """All that one viewer may know at present. Each game has its own subclass."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winners (several share a victory) and, where the game has them, points by seat."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...] = ()


class Option(msgspec.Struct, frozen=True):
    """One rule that a table can choose; the first of `choices` is the default."""

    name: str
    choices: tuple[str, ...]


class Preset(msgspec.Struct, frozen=True):
    """A named set of option values, as an edition of the game plays them."""

    name: str
    values: dict[str, str]


S = TypeVar("S")
T = TypeVar("T")


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with one of them replaced."""
    return (*items[:index], item, *items[index + 1 :])


class Step(msgspec.Struct, Generic[S], frozen=True):
    """A new state and what happened on the way to it."""

    state: S
    events: tuple[Event, ...]


class Rules(Protocol[S]):
    """Rules as pure functions of a state. A state is a frozen msgspec structure of plain data."""

    version: int
    """Grows when the same seed and actions would no longer give the same game."""
    seats: range
    """How many seats may play: at least two, at most as many as there are colours of seats, four."""
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    """The first preset is the default."""
    state_type: type[S]
    action_type: Any
    """The union of this game's actions, for msgspec."""
    event_type: Any
    """The union of this game's events, for msgspec."""

    def begin(self, options: Options, seats: int, starter: Seat, rng: CommittedRandom) -> Step[S]:
        """Deal a game. Raise DamagedRecord for options, seats or a starter that there cannot be."""

    def to_act(self, state: S) -> Seat | None:
        """Return the seat that is to act, None when the game has ended."""

    def legal(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Return every action this seat may take now; empty when it is not to act."""

    def play(self, state: S, seat: Seat, action: Action, rng: CommittedRandom) -> Step[S]:
        """Carry out an action. Raise IllegalAction with a reason code."""

    def leave(self, state: S, seat: Seat, rng: CommittedRandom) -> Step[S]:
        """Take a seat out of play for good; its turns are skipped. Leaving twice changes nothing."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, None while the game runs."""

    def view(self, state: S, viewer: Seat | None) -> View:
        """Return all that a seat, or the whole group (None), may know at present."""

    def reveal(self, state: S) -> View:
        """Return what lies hidden in a state. Only `bot.engine.replay.scenes` asks, of games that have ended."""
