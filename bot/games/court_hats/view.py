"""What a seat, or the group, may know of Court Hats at present: the only way out of a state. RULINGS 1.2, 1.3, H23."""

from __future__ import annotations

import msgspec

from bot.games.game import Outcome, Seat, View

__all__ = ["CourtView", "SeatView"]


class SeatView(msgspec.Struct, frozen=True):
    """What lies open before a seat: the kinds of its pairs in the order won, its magic hats, its penalty chips."""

    pairs: tuple[str, ...]
    magic: int
    chips: int
    present: bool = True


class CourtView(View, frozen=True):
    """The table. It is the same for every viewer: a peek is an event, and nobody's view holds past peeks.

    `row` has 7 slots: the character's kind, or None where the slot has closed. Every slot with a character has one
    hat, face down. `banned_swap` is the pair of slots (low, high) that may not be swapped now (H4), `banned_peek` the
    slot that may not be peeked now (H5). `unopened` counts turns since a hat was opened (H26).
    """

    row: tuple[str | None, ...]
    seats: tuple[SeatView, ...]
    to_act: Seat | None
    character_pile: int
    hat_pile: int
    banned_swap: tuple[int, int] | None = None
    banned_peek: int | None = None
    unopened: int = 0
    magic_hats: bool = True
    outcome: Outcome | None = None
