"""What a seat, or the group, may know of The Invisible Man at present: the only way out of a state (rulings 2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine.rules import Outcome, Seat, View
from bot.games.invisible_man.rules import legality
from bot.games.invisible_man.rules.moves import LaidKind, Phase
from bot.games.invisible_man.rules.town import TOWN

if TYPE_CHECKING:
    from bot.games.invisible_man.rules.state import InvisibleManState, LaidCard, Pile, SeatState


class CardCounts(msgspec.Struct, frozen=True):
    signals: int
    yes: int
    no: int
    cloaks: int


class TownSeat(msgspec.Struct, frozen=True):
    """What is open of one seat: how many cards it holds, a policeman's charges, where the pawn stands.

    `cell` is the id of a cell or building, None while the pawn is off the board: the Invisible Man when hidden, and
    who is out.
    """

    cards: CardCounts
    charges: int
    cell: str | None
    out: bool = False


class CardView(msgspec.Struct, frozen=True):
    """A card face down on a place; its value is for the one who laid it alone (N12, N13).

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


class InvisibleManView(View, frozen=True):
    """The town as one viewer knows it.

    `invisible` is the Invisible Man's seat, the others are policemen. `turn` is whose turn it is, `to_act` who is to
    choose (in the phases appear and cloak the Invisible Man, in a policeman's turn). `die` is the roll of this turn.
    `actions` are the card actions left in the phase cards. `cards` lie face down, by number. `opened` are the places
    whose Signal lies open, in the order opened. `digits` are the Signals' digits that the viewer knows, by place (all,
    unless they are hidden, N15). `cells` are the cells that the mover can reach, nearest first, numbered from 1 in
    this order on the board; `doors` the places (or the Laboratory) that might be entered, nearest first: for a
    policeman every unchecked place near enough, whether its Signal is held or not. In the phase appear `cells` are
    those to choose from. `quiet` counts rounds without a check or a chase, `patience` how many of them end the game,
    None if they never do (N47). `chase` counts the rounds of the chase that is on, `longest_chase` how many of them end
    the game, None if they never do (N53). `hand` is what the viewer holds, None for the group.
    """

    invisible: Seat
    turn: Seat
    to_act: Seat | None
    phase: Phase
    round: int
    seats: tuple[TownSeat, ...]
    piles: CardCounts
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
    chase: int = 0
    longest_chase: int | None = None
    hand: HandView | None = None
    outcome: Outcome | None = None

    @property
    def pawn(self) -> str | None:
        """The cell of the Invisible Man's pawn, None while he is hidden: then there is no chase."""
        return self.seats[self.invisible].cell

    def kind_of(self, seat: Seat) -> LaidKind:
        """Return the kind of cards that a seat lays and moves."""
        return "no" if seat == self.invisible else "yes"


class TownTruth(View, frozen=True):
    """What lay hidden once the game is over: all hands by seat, and the cards on the places with their values.

    `laid_by` has the seat that laid each of `cards`, and so knows its value (N12, N13).
    """

    hands: tuple[HandView, ...]
    cards: tuple[CardView, ...]
    laid_by: tuple[Seat, ...]
    digits: dict[str, tuple[int, ...]]


def truth_of(state: InvisibleManState) -> TownTruth:
    """Return all that nobody but its owner could see."""
    return TownTruth(
        hands=tuple(_hand(part) for part in state.parts),
        cards=tuple(_card(card, card.by) for card in state.laid),
        laid_by=tuple(card.by for card in state.laid),
        digits=state.digits,
    )


def view_of(state: InvisibleManState, viewer: Seat | None) -> InvisibleManView:
    """Return what a viewer may know by table 2.4; no order of a pile and no hand of another is read for it."""
    cells, doors = _reach(state)
    return InvisibleManView(
        invisible=state.invisible,
        turn=state.turn,
        to_act=state.to_act,
        phase=state.phase,
        round=state.round,
        seats=tuple(_seat(part) for part in state.parts),
        piles=CardCounts(len(state.signals), len(state.yes.left), len(state.no.left), len(state.cloak.left)),
        discards=Discards(_open(state.yes), _open(state.no), _open(state.cloak)),
        cards=tuple(_card(card, viewer) for card in state.laid),
        opened=state.opened,
        digits=_digits(state, viewer),
        die=state.die,
        actions=state.actions,
        cells=cells,
        doors=doors,
        quiet=state.quiet,
        patience=state.settings.patience,
        chase=state.chase,
        longest_chase=state.settings.longest_chase,
        hand=None if viewer is None else _hand(state.parts[viewer]),
        outcome=state.outcome,
    )


def _seat(part: SeatState) -> TownSeat:
    counts = CardCounts(len(part.signals), len(part.yes), len(part.no), len(part.cloaks))
    return TownSeat(counts, part.charges, part.cell, part.out)


def _open(pile: Pile) -> tuple[int | None, ...]:
    return tuple(spent.value if spent.shown else None for spent in pile.spent)


def _card(card: LaidCard, viewer: Seat | None) -> CardView:
    """Show a face-down card, with its value to the one who laid it, wherever others moved it (N12, N13)."""
    return CardView(card.number, card.kind, card.place, card.value if card.by == viewer else None)


def _digits(state: InvisibleManState, viewer: Seat | None) -> dict[str, tuple[int, ...]]:
    """Return the digits known: all, or if they are hidden those that lie open or are held (N15)."""
    if not state.settings.hidden_digits:
        return state.digits
    held = () if viewer is None else state.parts[viewer].signals
    return {place: hits for place, hits in state.digits.items() if place in state.opened or place in held}


def _hand(part: SeatState) -> HandView:
    yes, no, cloaks = (tuple(sorted(cards)) for cards in (part.yes, part.no, part.cloaks))
    return HandView(tuple(sorted(part.signals)), yes, no, cloaks)


def _reach(state: InvisibleManState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cells and the doors that the one to choose could go to, as everyone can tell (N19)."""
    start = state.parts[state.turn].cell
    if state.phase == "appear":
        return legality.appearances(state), ()
    if state.phase != "move" or start is None:
        return (), ()
    ends = legality.nearest_first(start, legality.reachable(state))
    cells = tuple(end for end in ends if end not in TOWN.buildings)
    return cells, tuple(end for end in ends if end in TOWN.buildings)
