"""What may be done and what happens in Court Hats: kinds, actions, events. docs/rulings.md 1.1-1.3."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bot.engine.rules import Action, Event, Seat, SeatLeft, Swap

KINDS: tuple[str, ...] = ("dragon", "king", "wizard", "princess", "jester", "knight", "maid", "witch", "cook", "pirate")
"""The ten kinds; each has two characters and two hats (H1)."""
MAGIC = "magic"
"""The kind of the four magic hats."""
PER_KIND = 2
MAGIC_HATS = 4
LAST_PAIR = 17
"""The pair that ends the game: three characters are left on the table."""
SHORT_LAST_PAIR = 14
"""The pair that ends a short game: the first gap that cannot be refilled (H3)."""
MAX_UNOPENED = 60
"""How many turns in a row without an opened hat end the game, where the table has such a limit (H26)."""
Result: TypeAlias = Literal["match", "magic", "miss"]
"""What came of opening a hat."""


class Peek(Action, frozen=True, tag="peek"):
    """Look at the hat over one slot (0-6)."""

    slot: int


class OpenHat(Action, frozen=True, tag="open"):
    """Turn up the hat over one slot: a claim that it fits."""

    slot: int


CourtAction: TypeAlias = Peek | Swap | OpenHat


class LayoutDealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The first layout lies; `starter` begins."""

    starter: Seat


class Peeked(Event, frozen=True, kw_only=True, tag="peeked"):
    seat: Seat
    slot: int


class SawHat(Event, frozen=True, kw_only=True, tag="saw"):
    """The one who peeked saw this hat; the audience is that seat."""

    slot: int
    hat: str


class RowSwapped(Event, frozen=True, kw_only=True, tag="swapped"):
    """Two hats changed places; `a` is the lower slot."""

    seat: Seat
    a: int
    b: int


class HatOpened(Event, frozen=True, kw_only=True, tag="opened"):
    """A hat was turned up over `character`.

    match: the seat keeps both; `refill` is the character that came, None when the slot closed (H13).
    magic: the seat keeps the hat, another lies there now. miss: the hat is turned down again, one chip (H9).
    """

    seat: Seat
    slot: int
    hat: str
    character: str
    result: Result
    refill: str | None = None


class Redealt(Event, frozen=True, kw_only=True, tag="redealt"):
    """No hat on the table could fit: all was shuffled and laid anew (H17); `restart`: won cards went back too."""

    restart: bool


class CourtEnded(Event, frozen=True, kw_only=True, tag="ended"):
    """The game is over; `hats` are those left on the table by slot, None for a gap (H15).

    stalled: too many turns had passed without an opened hat (H26).
    """

    hats: tuple[str | None, ...]
    stalled: bool = False


CourtEvent: TypeAlias = LayoutDealt | Peeked | SawHat | RowSwapped | HatOpened | Redealt | SeatLeft | CourtEnded
