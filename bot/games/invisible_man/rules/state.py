"""The whole truth of one game of The Invisible Man. It never leaves this package: views do. RULINGS 2.1."""

from __future__ import annotations

import msgspec

from bot.engine.rules import Seat
from bot.games.invisible_man.rules.moves import Ending, LaidKind, Phase
from bot.games.invisible_man.rules.options import InvisibleManOptions
from bot.games.invisible_man.rules.town import TOWN


class Part(msgspec.Struct, frozen=True):
    """One seat's part: its hand, a policeman's charges, and where its pawn stands.

    A policeman holds Signals (place ids) and Yes, the Invisible Man No and Cloaks (each the number that its digits
    make). `cell` is None while the pawn is off the board.
    """

    signals: tuple[str, ...] = ()
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    cloaks: tuple[int, ...] = ()
    charges: int = 0
    cell: str | None = None
    out: bool = False


class Laid(msgspec.Struct, frozen=True):
    """A card face down on a place, laid by a seat; `number` counts the cards in the order they were laid (N13)."""

    number: int
    kind: LaidKind
    place: str
    value: int
    by: Seat


class Spent(msgspec.Struct, frozen=True):
    """A discard, and whether it went there face up."""

    value: int
    shown: bool


class Pile(msgspec.Struct, frozen=True):
    """A pile with its next card first, its discards with the oldest first, and how often they were shuffled back."""

    left: tuple[int, ...]
    spent: tuple[Spent, ...] = ()
    shuffles: int = 0


class InvisibleManState(msgspec.Struct, frozen=True):
    """One moment of the game.

    `signals` is the pile of Signals, next first; none is ever discarded, but laid open (`opened`, in order). `laid` are
    the cards face down, by number. `digits` are the Signals' digits by place. `queue` are the policemen still to move
    in this round after `turn`. `die` is the roll of this turn, `actions` the card actions left in it. `found` is the
    place where a shot has just hit, while the pawn's cell is chosen (N37); `captor` the policeman who has caught the
    pawn, while a Cloak is chosen (N43). `quiet` counts rounds without a check or a chase, `stirred` tells that this
    round had one (N47). `numbered` counts cards laid, `rolls` dice thrown.
    """

    settings: InvisibleManOptions
    invisible: Seat
    parts: tuple[Part, ...]
    signals: tuple[str, ...]
    yes: Pile
    no: Pile
    cloak: Pile
    digits: dict[str, tuple[int, ...]]
    turn: Seat
    queue: tuple[Seat, ...] = ()
    phase: Phase = "roll"
    laid: tuple[Laid, ...] = ()
    opened: tuple[str, ...] = ()
    die: int | None = None
    actions: int = 0
    found: str | None = None
    captor: Seat | None = None
    round: int = 1
    quiet: int = 0
    stirred: bool = False
    numbered: int = 0
    rolls: int = 0
    ending: Ending | None = None
    winners: tuple[Seat, ...] = ()

    @property
    def pawn(self) -> str | None:
        """Where the Invisible Man's pawn stands, None while he is hidden: then there is no chase."""
        return self.parts[self.invisible].cell


def policemen(state: InvisibleManState) -> tuple[Seat, ...]:
    """List the policemen in play, clockwise from the Invisible Man (N3, N4)."""
    seats = len(state.parts)
    clockwise = ((state.invisible + step) % seats for step in range(1, seats))
    return tuple(seat for seat in clockwise if not state.parts[seat].out)


def order(state: InvisibleManState) -> tuple[Seat, ...]:
    """Give the policemen's order of play in this round; with `rotate` another one is first each round (N3)."""
    police = policemen(state)
    shift = (state.round - 1) % len(police) if state.settings.rotate and police else 0
    return police[shift:] + police[:shift]


def kind_of(state: InvisibleManState, seat: Seat) -> LaidKind:
    """Tell which cards a seat lays and moves: No the Invisible Man, Yes a policeman."""
    return "no" if seat == state.invisible else "yes"


def unchecked(state: InvisibleManState) -> tuple[str, ...]:
    """List the places whose Signal does not lie open yet."""
    return tuple(place for place in TOWN.places if place not in state.opened)


def all_open(state: InvisibleManState) -> bool:
    """Tell whether every Signal lies open (N45)."""
    return len(state.opened) == len(TOWN.places)


def can_handle_cards(state: InvisibleManState, seat: Seat) -> bool:
    """Tell whether a seat could lay or move a card; it follows from what all can see (N5, N6)."""
    kind, targets = kind_of(state, seat), len(unchecked(state))
    held = state.parts[seat].no if kind == "no" else state.parts[seat].yes
    return bool(held and targets) or (targets > 1 and any(card.kind == kind for card in state.laid))


def refuges(state: InvisibleManState) -> frozenset[str]:
    """Give where a chase can end: places with a No; with no No on the board, the Laboratory (N39)."""
    return frozenset(card.place for card in state.laid if card.kind == "no") or frozenset({TOWN.laboratory})
