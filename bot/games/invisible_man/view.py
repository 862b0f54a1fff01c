"""What a seat, or the group, may know of The Invisible Man at present: the only way out of a state. RULINGS 2.4."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.games.game import Outcome, Seat, View
from bot.games.invisible_man.moves import LaidKind, Phase

if TYPE_CHECKING:
    from bot.games.invisible_man.state import InvisibleState

__all__ = ["CardView", "Counts", "Discards", "HandView", "InvisibleView", "SeatView"]


class Counts(msgspec.Struct, frozen=True):
    """How many cards of each kind."""

    signals: int
    yes: int
    no: int
    cloaks: int


class SeatView(msgspec.Struct, frozen=True):
    """What is open of one seat: how many cards it holds, a policeman's charges, where the pawn stands.

    `cell` is the id of a cell or building, None while the pawn is off the board: the Invisible Man when hidden, and
    who is out.
    """

    cards: Counts
    charges: int
    cell: str | None
    out: bool = False


class CardView(msgspec.Struct, frozen=True):
    """A card face down on a place; `value` only for who knows it: every No the Invisible Man's, a Yes who laid it (N13).

    `number` counts the cards in the order they were laid and stays when a card is moved.
    """

    number: int
    kind: LaidKind
    place: str
    value: int | None = None


class HandView(msgspec.Struct, frozen=True):
    """What the viewer holds, sorted: Signals by place id, values of Yes and No, Cloaks by their digits."""

    signals: tuple[str, ...] = ()
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    cloaks: tuple[int, ...] = ()


class Discards(msgspec.Struct, frozen=True):
    """The discards in order, oldest first; None for a card that went there face down (N27, N36)."""

    yes: tuple[int | None, ...]
    no: tuple[int | None, ...]
    cloaks: tuple[int | None, ...]


class InvisibleView(View, frozen=True):
    """The town as one viewer knows it.

    `invisible` is the Invisible Man's seat, the others are policemen. `turn` is whose turn it is, `to_act` who is to
    choose (in the phases appear and cloak the Invisible Man, in a policeman's turn). `die` is the roll of this turn.
    `actions` are the card actions left in the phase cards. `cards` lie face down, by number. `opened` are the places
    whose Signal lies open, in the order opened. `digits` are the Signals' digits that the viewer knows, by place (all,
    unless they are hidden, N15). `cells` are the cells that the mover can reach, nearest first, numbered from 1 in
    this order on the board; `doors` the places (or the Laboratory) that might be entered, nearest first: for a
    policeman every unchecked place near enough, whether its Signal is held or not. In the phase appear `cells` are
    those to choose from. `quiet` counts rounds without a check or a chase, `patience` how many of them end the game,
    None if they never do (N47). `hand` is what the viewer holds, None for the group.
    """

    invisible: Seat
    turn: Seat
    to_act: Seat | None
    phase: Phase
    round: int
    seats: tuple[SeatView, ...]
    piles: Counts
    discards: Discards
    cards: tuple[CardView, ...]
    opened: tuple[str, ...]
    digits: dict[str, tuple[int, ...]]
    die: int | None = None
    actions: int = 0
    cells: tuple[str, ...] = ()
    doors: tuple[str, ...] = ()
    quiet: int = 0
    patience: int | None = None
    hand: HandView | None = None
    outcome: Outcome | None = None
