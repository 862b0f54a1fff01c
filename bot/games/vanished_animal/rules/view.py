"""What a seat, or the group, may know of The Vanished Animal: the only way out of a state. D10, D18."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from bot.engine.rules import Outcome, Seat, View

TurnPhase: TypeAlias = Literal["turn", "swap", "again"]
"""What is due: a look or a name, the swap after a look, the experts' second swap."""


class VanishedSeat(msgspec.Struct, frozen=True):
    """What all see of a seat: its hat token, the wand, whether it is out of this round, whether it still plays."""

    hat: bool = False
    wand: bool = False
    out: bool = False
    present: bool = True

    @property
    def playing(self) -> bool:
        """Return whether this seat still takes turns in this round."""
        return self.present and not self.out


class VanishedAnimalView(View, frozen=True):
    """The table. It is the same for every viewer: a look is an event, and nobody's view holds past looks (D18).

    `looked` is the hat looked into in the turn that goes on. `swappable` are the hats that a swap may take now: after
    a look, the partners of `looked` (D7); for a second swap, any two of them (D8). `may_keep`: no swap will do too.
    `excluded` are the animals named in vain in this round, in order (D10). `turns` counts the turns of this round, so
    that a computer may give up a round without end (D15).
    """

    seats: tuple[VanishedSeat, ...]
    to_act: Seat | None
    round: int
    starter: Seat
    phase: TurnPhase = "turn"
    looked: int | None = None
    swappable: tuple[int, ...] = ()
    may_keep: bool = False
    excluded: tuple[str, ...] = ()
    turns: int = 0
    outcome: Outcome | None = None


class VanishedAnimalTruth(View, frozen=True):
    """What lay hidden once the game is over: the animals of the ring, and the one in the box."""

    hats: tuple[str, ...]
    box: str


def outcome_of(seats: Sequence[VanishedSeat]) -> Outcome | None:
    """Return the outcome, None while the game runs: whoever has the wand has won (D4)."""
    winners = tuple(seat for seat, held in enumerate(seats) if held.wand)
    return Outcome(winners) if winners else None
