"""The whole truth of one game of The Invisible Man. It never leaves the rules: views do."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from bot.engine.rules import Outcome, Seat
from bot.games.invisible_man.rules.moves import Ending, LaidKind, Phase
from bot.games.invisible_man.rules.options import InvisibleManOptions
from bot.games.invisible_man.rules.town import TOWN


class SeatState(msgspec.Struct, frozen=True):
    """One seat's hand, a policeman's charges, and the cell of its pawn (None while it is off the board).

    A policeman holds Signals (place ids) and Yes, the Invisible Man No and Cloaks (each the number that its digits
    make).
    """

    signals: tuple[str, ...] = ()
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    cloaks: tuple[int, ...] = ()
    charges: int = 0
    cell: str | None = None
    out: bool = False


class LaidCard(msgspec.Struct, frozen=True):
    """A card face down on a place; `number` counts the cards in the order they were laid (N13)."""

    number: int
    kind: LaidKind
    place: str
    value: int
    by: Seat


class Discard(msgspec.Struct, frozen=True):
    """A discarded card; `shown` if it was discarded face up."""

    value: int
    shown: bool


class Pile(msgspec.Struct, frozen=True):
    """A pile with its next card first, its discards with the oldest first, and how often they were shuffled back."""

    left: tuple[int, ...]
    spent: tuple[Discard, ...] = ()
    shuffles: int = 0


class InvisibleManState(msgspec.Struct, frozen=True):
    """One moment of the game.

    `signals` is the pile of Signals, next first; they are never discarded but laid open (`opened`, in order). `digits`
    are the Signals' digits by place. `queue` are the policemen still to move in this round after `turn`. `die` is the
    roll of this turn, `actions` the card actions left in it. `found` is the place where a shot has just hit, while the
    pawn's cell is chosen (N37); `captor` the policeman who has caught the pawn, while a Cloak is chosen (N43). `quiet`
    counts rounds without a check or a chase, `stirred` tells that this round had one (N47); `chase` counts the rounds
    of the chase that is on, this one not included (N53). `numbered` counts cards laid, `rolls` dice thrown.
    """

    settings: InvisibleManOptions
    invisible: Seat
    parts: tuple[SeatState, ...]
    signals: tuple[str, ...]
    yes: Pile
    no: Pile
    cloak: Pile
    digits: dict[str, tuple[int, ...]]
    turn: Seat
    queue: tuple[Seat, ...] = ()
    phase: Phase = "roll"
    laid: tuple[LaidCard, ...] = ()
    opened: tuple[str, ...] = ()
    die: int | None = None
    actions: int = 0
    found: str | None = None
    captor: Seat | None = None
    round: int = 1
    quiet: int = 0
    stirred: bool = False
    chase: int = 0
    numbered: int = 0
    rolls: int = 0
    ending: Ending | None = None
    winners: tuple[Seat, ...] = ()

    @property
    def pawn(self) -> str | None:
        """The cell of the Invisible Man's pawn, None while he is hidden: then there is no chase."""
        return self.parts[self.invisible].cell

    @property
    def to_act(self) -> Seat | None:
        """The seat that is to choose, None when the game has ended."""
        if self.phase == "over":
            return None
        return self.invisible if self.phase in ("appear", "cloak") else self.turn

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None while the game runs; there are no points (N52)."""
        return None if self.ending is None else Outcome(self.winners)

    @property
    def policemen(self) -> tuple[Seat, ...]:
        """The policemen in play, clockwise from the Invisible Man (N3, N4)."""
        seats = len(self.parts)
        clockwise = ((self.invisible + step) % seats for step in range(1, seats))
        return tuple(seat for seat in clockwise if not self.parts[seat].out)

    @property
    def police_order(self) -> tuple[Seat, ...]:
        """The policemen as they play in this round; with `rotate` another one is first each round (N3)."""
        police = self.policemen
        shift = (self.round - 1) % len(police) if self.settings.rotate and police else 0
        return police[shift:] + police[:shift]

    @property
    def unchecked(self) -> tuple[str, ...]:
        """The places whose Signal does not lie open yet."""
        return _others(self.opened)

    @property
    def refuges(self) -> frozenset[str]:
        """Where a chase can end: places with a No; with no No on the board, the Laboratory (N39)."""
        return frozenset(card.place for card in self.laid if card.kind == "no") or frozenset({TOWN.laboratory})

    def kind_of(self, seat: Seat) -> LaidKind:
        """Return the kind of cards that a seat lays and moves: No the Invisible Man, Yes a policeman."""
        return "no" if seat == self.invisible else "yes"

    def layable(self, seat: Seat) -> tuple[int, ...]:
        """Return the values of the cards that a seat could lay."""
        return self.parts[seat].no if seat == self.invisible else self.parts[seat].yes

    def can_handle_cards(self, seat: Seat) -> bool:
        """Return whether a seat could lay or move a card; it follows from what everyone sees (N5, N6)."""
        targets, movable = len(self.unchecked), any(card.kind == self.kind_of(seat) for card in self.laid)
        return bool(self.layable(seat) and targets) or (targets > 1 and movable)


@lru_cache(maxsize=256)
def _others(opened: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(place for place in TOWN.places if place not in opened)
