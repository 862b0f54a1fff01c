"""The whole truth of one game of The Vanished Animal. It never leaves this package: what leaves is a view."""

from __future__ import annotations

import msgspec

from bot.engine.rules import Seat
from bot.games.vanished_animal.rules.moves import HATS
from bot.games.vanished_animal.rules.options import VanishedAnimalOptions
from bot.games.vanished_animal.rules.view import TurnPhase, VanishedSeat


class RingHat(msgspec.Struct, frozen=True):
    """A hat and the animal in it.

    `token` tells this hat from every other of the game: hats are numbered by the places in which they are set down in
    a round, which says nothing of an animal, and every round has new numbers (D18).
    """

    animal: str
    token: int


class VanishedAnimalState(msgspec.Struct, frozen=True):
    """One moment of the game.

    `hats` are the five of the ring, `box` is the sixth. `looked` is the hat looked into in the turn that goes on, and
    `moved` are those that its first swap exchanged. `excluded` are the animals named in vain in this round (D10).
    """

    settings: VanishedAnimalOptions
    hats: tuple[RingHat, ...]
    box: RingHat
    seats: tuple[VanishedSeat, ...]
    turn: Seat
    starter: Seat
    round: int = 1
    phase: TurnPhase = "turn"
    looked: int | None = None
    moved: tuple[int, ...] = ()
    excluded: tuple[str, ...] = ()
    turns: int = 0

    @property
    def over(self) -> bool:
        """Return whether somebody has the wand (D4)."""
        return any(seat.wand for seat in self.seats)

    @property
    def swappable(self) -> tuple[int, ...]:
        """Return the hats that a swap may take now, beside the one looked into (D7, D8)."""
        if self.over or self.phase == "turn":
            return ()
        taken = (self.looked,) if self.phase == "swap" else self.moved if self.settings.fresh else ()
        return tuple(hat for hat in range(HATS) if hat not in taken)

    @property
    def may_keep(self) -> bool:
        """Return whether the swap that is due may be left out (D1, D8)."""
        return not self.over and (self.phase == "again" or (self.phase == "swap" and self.settings.optional))


def next_seat(seats: tuple[VanishedSeat, ...], seat: Seat, *, everyone: bool = False) -> Seat:
    """Return the next seat clockwise that plays in this round, or with `everyone` in the game (D14, D20)."""
    clockwise = ((seat + step) % len(seats) for step in range(1, len(seats) + 1))
    return next(other for other in clockwise if (seats[other].present if everyone else seats[other].playing))
