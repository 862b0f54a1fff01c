"""The state of one game of Court Hats. It never leaves this package: what leaves is a view. docs/rulings.md 1.2."""

from __future__ import annotations

import msgspec

from bot.engine.rules import Seat, Swap
from bot.games.court_hats.rules.moves import MAGIC, Peek
from bot.games.court_hats.rules.options import CourtHatsOptions
from bot.games.court_hats.rules.view import CourtSeat

SLOTS = 7
"""How many characters lie in a full row."""


class RowSlot(msgspec.Struct, frozen=True):
    """A character, face up, and the hat over it, face down.

    `token` tells this hat from every other that lay in the game. It numbers the hats in the order they were laid down,
    which all have seen, so that it says nothing of a kind; a hat keeps it when swapped or missed, and none is used
    twice (H12).
    """

    character: str
    hat: str
    token: int


class CourtHatsState(msgspec.Struct, frozen=True):
    """One moment of the game.

    `row` has 7 slots, None where one has closed (H14). The piles lie with their next card first. What lies before a
    seat is open to all (H23). `last` is the turn just before, if a ban can follow from it (H4, H5). `laid` counts hats
    laid down, `deals` counts shuffles of the cards, those included that were dealt dead.
    """

    settings: CourtHatsOptions
    row: tuple[RowSlot | None, ...]
    characters: tuple[str, ...]
    hats: tuple[str, ...]
    seats: tuple[CourtSeat, ...]
    turn: Seat
    last: Peek | Swap | None = None
    unopened: int = 0
    laid: int = 0
    deals: int = 0
    over: bool = False


def pairs_taken(state: CourtHatsState) -> int:
    return sum(len(seat.pairs) for seat in state.seats)


def is_dead(row: tuple[RowSlot | None, ...]) -> bool:
    """Return whether no hat on the table can be won: none is magic, and none fits any character (H17)."""
    characters = {slot.character for slot in row if slot}
    return not any(slot.hat == MAGIC or slot.hat in characters for slot in row if slot)


def next_seat(seats: tuple[CourtSeat, ...], seat: Seat) -> Seat:
    """Return the next seat clockwise that still plays (H2, H28)."""
    clockwise = ((seat + step) % len(seats) for step in range(1, len(seats) + 1))
    return next(candidate for candidate in clockwise if seats[candidate].present)
