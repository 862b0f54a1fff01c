"""What may be done and what happens in The Invisible Man: decks, phases, actions, events (docs/rulings.md 2.3, 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from bot.engine.rules import Action, Event, Seat, SeatLeft

Deck: TypeAlias = Literal["signal", "yes", "no", "cloak"]
LaidKind: TypeAlias = Literal["yes", "no"]
"""The kinds of cards that lie face down on places; their backs tell them apart (N14)."""
Phase: TypeAlias = Literal["roll", "draw", "cards", "move", "appear", "cloak", "over"]
"""What is to be chosen now.

roll: throw the die. draw: the Invisible Man takes a No or a Cloak. cards: place or move a No (a policeman: a Yes).
move: walk. appear: the Invisible Man chooses where he is seen (N37). cloak: he chooses a Cloak (N43).
"""
Ending: TypeAlias = Literal["caught", "signals", "charges", "patience", "chase", "left"]
"""Why a game ended (rulings 2.3, N45-N47, N50, N53)."""


class Roll(Action, frozen=True, tag="roll"):
    """Throw the die."""


class Draw(Action, frozen=True, tag="draw"):
    """Take the top card of the No or the Cloak pile, after a 4 or a 5."""

    deck: Literal["no", "cloak"]


class PlaceCard(Action, frozen=True, tag="place"):
    """Lay a card of this value from the hand face down on a place: a No, or a policeman's Yes."""

    value: int
    place: str


class ShiftCard(Action, frozen=True, tag="shift"):
    """Move the face-down card with this public number to another place (N8, N13)."""

    card: int
    place: str


class EndCards(Action, frozen=True, tag="pass"):
    """Do no more with the cards in this turn (N5, N6)."""


class MovePawn(Action, frozen=True, tag="move"):
    """Walk to a cell of the map, or into a place or the Laboratory, by its id."""

    cell: str


class Appear(Action, frozen=True, tag="appear"):
    """Be seen on this cell, since a policeman stands on the one beside the place (N37)."""

    cell: str


class Shed(Action, frozen=True, tag="shed"):
    """Throw off this Cloak; its decimal digits are those that save (N43)."""

    cloak: int


InvisibleAction: TypeAlias = Roll | Draw | PlaceCard | ShiftCard | EndCards | MovePawn | Appear | Shed


class RevealedCard(msgspec.Struct, frozen=True):
    """A card that was turned up: its public number and its value."""

    number: int
    value: int


class HandsDealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """All hands are dealt (N2); `invisible` hides and begins."""

    invisible: Seat


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    seat: Seat
    die: int


class Drew(Event, frozen=True, kw_only=True, tag="drew"):
    """Everyone saw how many cards a seat took from which pile."""

    seat: Seat
    deck: Deck
    count: int


class Got(Event, frozen=True, kw_only=True, tag="got"):
    """What the audience drew: place ids of Signals, values of Yes and No, Cloaks by their digits."""

    signals: tuple[str, ...] = ()
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    cloaks: tuple[int, ...] = ()


class Reshuffled(Event, frozen=True, kw_only=True, tag="reshuffled"):
    """The discards of a kind became its new pile (option `reshuffle`, N25)."""

    deck: Deck
    count: int


class SignalOpened(Event, frozen=True, kw_only=True, tag="signal_opened"):
    """The Invisible Man's 6 laid a Signal open: that place is done, its cards leave face down (N11, N27).

    `yes` and `no` are the public numbers of the cards that left.
    """

    place: str
    hits: tuple[int, ...]
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()


class Placed(Event, frozen=True, kw_only=True, tag="placed"):
    """A card was laid face down on a place and got the public number `card`."""

    seat: Seat
    kind: LaidKind
    card: int
    place: str


class Shifted(Event, frozen=True, kw_only=True, tag="shifted"):
    seat: Seat
    kind: LaidKind
    card: int
    origin: str
    place: str


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    seat: Seat


class Walked(Event, frozen=True, kw_only=True, tag="walked"):
    """A pawn walked: every cell of the path, the start first."""

    seat: Seat
    path: tuple[str, ...]


class Checked(Event, frozen=True, kw_only=True, tag="checked"):
    """A policeman opened the Signal of the place just entered, all cards there were turned up, both dice thrown.

    `hits` are the Signal's digits. `police` and `invisible` are the two sums; police win only with the greater (N33).
    """

    seat: Seat
    place: str
    hits: tuple[int, ...]
    yes: tuple[RevealedCard, ...]
    no: tuple[RevealedCard, ...]
    police_die: int
    invisible_die: int

    @property
    def police(self) -> int:
        return self.police_die + sum(card.value for card in self.yes)

    @property
    def invisible(self) -> int:
        return self.invisible_die + sum(card.value for card in self.no)

    @property
    def won(self) -> bool:
        return self.police > self.invisible


class Shot(Event, frozen=True, kw_only=True, tag="shot"):
    """The shot of paint after a won check: it hits with the Signal's digits, `hits`; `charges` are those left."""

    seat: Seat
    place: str
    hits: tuple[int, ...]
    die: int
    hit: bool
    charges: int


class Appeared(Event, frozen=True, kw_only=True, tag="appeared"):
    """The Invisible Man's pawn stands on this cell: a chase begins."""

    cell: str


class Caught(Event, frozen=True, kw_only=True, tag="caught"):
    """This policeman and the pawn stand on one cell; a Cloak may still save it."""

    seat: Seat
    cell: str


class Cloaked(Event, frozen=True, kw_only=True, tag="cloaked"):
    """A Cloak was thrown off and the die thrown; `saved` if its digit is on the Cloak."""

    cloak: int
    die: int
    saved: bool


class Escaped(Event, frozen=True, kw_only=True, tag="escaped"):
    """The Invisible Man reached a refuge (a place, or the Laboratory): the chase is over."""

    place: str


class Out(Event, frozen=True, kw_only=True, tag="out"):
    """A policeman is out of the game; `signals` and `yes` cards of that hand went away unseen (N36)."""

    seat: Seat
    signals: int
    yes: int


class HuntEnded(Event, frozen=True, kw_only=True, tag="ended"):
    reason: Ending
    winners: tuple[Seat, ...]


InvisibleEvent: TypeAlias = (
    HandsDealt | Rolled | Drew | Got | Reshuffled | SignalOpened | Placed | Shifted | Passed | Walked | Checked | Shot
    | Appeared | Caught | Cloaked | Escaped | Out | SeatLeft | HuntEnded
)  # fmt: skip
NumberedEvents: TypeAlias = Sequence[tuple[int, InvisibleEvent]]
"""Events, each with the number of its move, as told in the caption."""
