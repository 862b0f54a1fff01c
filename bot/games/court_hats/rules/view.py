"""What a seat, or the group, may know of Court Hats: the only way out of a state. docs/rulings.md 1.2, 1.3, H23."""

from __future__ import annotations

import msgspec

from bot.engine.rules import Outcome, Seat, View
from bot.games.court_hats.rules.moves import LAST_PAIR


class CourtSeat(msgspec.Struct, frozen=True):
    """What lies open before a seat: the kinds of its pairs in the order won, its magic hats, its penalty chips."""

    pairs: tuple[str, ...]
    magic: int
    chips: int
    present: bool = True


class CourtHatsView(View, frozen=True):
    """The table. It is the same for every viewer: a peek is an event, and nobody's view holds past peeks.

    `row` has 7 slots: the character's kind, or None where the slot has closed. Every slot with a character has one
    hat, face down. `banned_swap` is the pair of slots (low, high) that may not be swapped now (H4), `banned_peek` the
    slot that may not be peeked now (H5). `unopened` counts turns since a hat was opened, `patience` how many of
    them end the game, None where no number does (H26). `last_pair` is the number of the pair that ends it (H15).
    """

    row: tuple[str | None, ...]
    seats: tuple[CourtSeat, ...]
    to_act: Seat | None
    character_pile: int
    hat_pile: int
    banned_swap: tuple[int, int] | None = None
    banned_peek: int | None = None
    unopened: int = 0
    magic_hats: bool = True
    last_pair: int = LAST_PAIR
    outcome: Outcome | None = None
    patience: int | None = None


class CourtHatsTruth(View, frozen=True):
    """What lay hidden once the game is over: the hat over each slot, None for a gap."""

    hats: tuple[str | None, ...]
