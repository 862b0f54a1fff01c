"""What a seat knows of the cards on the town's places, and what it has forgotten of its own. RULINGS 2.4, N12-N15."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bot.engine.computer import Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Seat
from bot.games.invisible_man.ai.odds import Values, spread, win_chance
from bot.games.invisible_man.ai.streets import AT, BIT, EXACT, PLACES, SHORT, bits
from bot.games.invisible_man.rules.moves import Placed, Rolled, Walked
from bot.games.invisible_man.rules.town import TOWN

if TYPE_CHECKING:
    from bot.games.invisible_man.rules.view import CardView, HandView, InvisibleManView

FACTS = 12
"""How many of its own cards a normal computer has in mind."""
KEPT = 0.4
"""The chance that an easy one still knows a card it laid."""


def remembered(level: Level, me: Seat, seen: Sequence[Any], luck: ComputerRandom) -> frozenset[int]:
    """Give the public numbers of the cards this seat laid whose values it has not forgotten."""
    laid = [event.card for event in seen if isinstance(event, Placed) and event.seat == me]
    if level == "normal":
        laid = laid[-FACTS:]
    elif level == "easy":
        laid = [card for card in laid if luck.of(f"forget/{card}").random() < KEPT]
    return frozenset(laid)


class Stack:
    """The cards of one kind on a place: the sum of those known and how many are unknown. Both can be tried out."""

    __slots__ = ("known", "unknown")

    def __init__(self) -> None:
        self.known = 0
        self.unknown = 0

    def add(self, value: int | None, times: int = 1) -> None:
        """Add a card, or with -1 take it away."""
        if value is None:
            self.unknown += times
        else:
            self.known += times * value

    @property
    def bare(self) -> bool:
        """Whether there is no card."""
        return not (self.known or self.unknown)


class Known:
    """A seat's view, read once: who stands where, what lies where, what unknown cards may be."""

    def __init__(self, view: InvisibleManView, mind: frozenset[int], stop_short: bool = False) -> None:
        self.view = view
        assert view.to_act is not None, "somebody is to choose"
        assert view.hand is not None, "the view is that of a seat"
        self.me: Seat = view.to_act
        self.hand: HandView = view.hand
        self.values = {card.number: card.value if card.number in mind else None for card in view.cards}
        self.yes = {place: Stack() for place in PLACES}
        self.no = {place: Stack() for place in PLACES}
        for card in view.cards:
            self.stack(card).add(self.values[card.number])
        self.entrances = SHORT if stop_short else EXACT

    def stack(self, card: CardView, place: str | None = None) -> Stack:
        """Give the stack in which a card lies, or where it would lie on another place."""
        return (self.yes if card.kind == "yes" else self.no)[place or card.place]

    @cached_property
    def unchecked(self) -> tuple[str, ...]:
        """The places whose Signal does not lie open."""
        opened = set(self.view.opened)
        return tuple(place for place in PLACES if place not in opened)

    @cached_property
    def police(self) -> tuple[Seat, ...]:
        """The policemen in play, clockwise from the Invisible Man (N3)."""
        seats = len(self.view.seats)
        clockwise = ((self.view.invisible + step) % seats for step in range(1, seats))
        return tuple(seat for seat in clockwise if not self.view.seats[seat].out)

    def cell(self, seat: Seat) -> int:
        """Give the index of the cell where a pawn stands."""
        cell = self.view.seats[seat].cell
        assert cell is not None, "the pawn is on the board"
        return AT[cell]

    @cached_property
    def refuges(self) -> int:
        """The places where a No lies, whatever it is: a chase can end there (N39)."""
        return bits({card.place for card in self.view.cards if card.kind == "no"})

    def hit(self, place: str) -> float:
        """Give the chance that a shot at a place hits; one whose digits are hidden has two, as on average (N15)."""
        digits = self.view.digits.get(place)
        return (len(digits) if digits is not None else 2) / 6

    @cached_property
    def yes_values(self) -> Values:
        """What an unknown Yes may be."""
        return self._unknown(TOWN.yes, self.view.discards.yes, self.hand.yes, "yes")

    @cached_property
    def no_values(self) -> Values:
        """What an unknown No may be."""
        return self._unknown(TOWN.no, self.view.discards.no, self.hand.no, "no")

    def _unknown(self, deck: Iterable[int], shown: Iterable[int | None], held: Iterable[int], kind: str) -> Values:
        """Take from a deck all that is known to be elsewhere."""
        mine = (self.values[card.number] for card in self.view.cards if card.kind == kind)
        gone = Counter(value for cards in (shown, held, mine) for value in cards if value is not None)
        return spread((Counter(deck) - gone).elements()) or spread(deck)

    def win(self, place: str, more: int = 0, yes_cards: int = 0, no_cards: int = 0) -> float:
        """Give the chance that police win a contest at a place, with so much and so many cards more than now."""
        yes, no = self.yes[place], self.no[place]
        ahead = yes.known + more - no.known
        return win_chance(ahead, self.yes_values, yes.unknown + yes_cards, self.no_values, no.unknown + no_cards)


def stops_short(view: InvisibleManView, seen: Sequence[Any]) -> bool:
    """Tell whether the Invisible Man may enter a refuge with less than his roll: what was done shows it (N38)."""
    if view.turn == view.invisible and view.die and view.seats[view.invisible].cell is not None:
        start = AT[view.seats[view.invisible].cell or ""]
        if bits(view.doors) & ~EXACT.masks[start][view.die]:
            return True
    die = 0
    for event in seen:
        if isinstance(event, Rolled):
            die = event.die
        elif isinstance(event, Walked) and event.seat == view.invisible and _enters_short(event, die):
            return True
    return False


def _enters_short(walk: Walked, die: int) -> bool:
    return walk.path[-1] in BIT and len(walk.path) - 1 < die
