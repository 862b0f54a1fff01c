"""What a seat knows of the cards on the town's places, and how contests may turn out (rulings 2.4, N12-N15, N33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.engine.computer import Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Seat
from bot.games.invisible_man.ai.path_tables import BIT, EXACT, INDEX, PLACES, SHORT, bits
from bot.games.invisible_man.rules.moves import Placed, Rolled, Walked
from bot.games.invisible_man.rules.town import TOWN

if TYPE_CHECKING:
    from bot.games.invisible_man.rules.view import CardView, HandView, InvisibleManView

FACTS = 12
"""How many of its own cards a normal computer has in mind."""
KEPT = 0.4
"""The chance that an easy one still knows a card it laid."""

Values: TypeAlias = tuple[tuple[int, float], ...]
"""Every value that an unknown card may have, with its chance."""

_LEADS = dict.fromkeys(range(-5, 6), 0.0)
for _one in range(1, 7):
    for _other in range(1, 7):
        _LEADS[_one - _other] += 1 / 36
_ABOVE = tuple(sum(chance for lead, chance in _LEADS.items() if lead > need) for need in range(-6, 6))
"""The chance that the policeman's die is ahead by more than -6, ..., 5 (N33)."""


def spread(cards: Iterable[int]) -> Values:
    """Return the values of one card drawn from these."""
    counted = Counter(cards)
    return tuple((value, count / counted.total()) for value, count in sorted(counted.items()))


def average(values: Values) -> float:
    return sum(value * chance for value, chance in values)


@lru_cache(maxsize=2048)
def _sums(values: Values, cards: int) -> Values:
    """Return the sums of so many unknown cards. They are taken for independent, which is near enough."""
    if cards == 0:
        return ((0, 1.0),)
    sums: dict[int, float] = {}
    for total, chance in _sums(values, cards - 1):
        for value, share in values or ((0, 1.0),):
            sums[total + value] = sums.get(total + value, 0.0) + chance * share
    return tuple(sums.items())


@lru_cache(maxsize=16384)
def win_chance(ahead: int, yes: Values, yes_cards: int, no: Values, no_cards: int) -> float:
    """Return the chance that a policeman wins who is `ahead` by the known cards, with so many unknown ones (N31-N33).

    It is exact with the dice, and over all values that unknown cards may have.
    """
    chance = 0.0
    for plus, share in _sums(yes, yes_cards):
        for minus, other in _sums(no, no_cards):
            need = minus - plus - ahead
            chance += share * other * (1.0 if need < -5 else 0.0 if need > 5 else _ABOVE[need + 6])
    return chance


def remembered(level: Level, me: Seat, seen: Sequence[Any], rng: ComputerRandom) -> frozenset[int]:
    """Return the public numbers of the cards this seat laid whose values it has not forgotten."""
    laid = [event.card for event in seen if isinstance(event, Placed) and event.seat == me]
    if level == "normal":
        laid = laid[-FACTS:]
    elif level == "easy":
        laid = [card for card in laid if rng.of(f"forget/{card}").random() < KEPT]
    return frozenset(laid)


class Stack:
    """The cards of one kind on a place: the sum of those known, and how many are unknown."""

    __slots__ = ("known", "unknown")

    def __init__(self) -> None:
        self.known = 0
        self.unknown = 0


class Knowledge:
    """A seat's view, read once: who stands where, what lies where, what unknown cards may be.

    `mind` are the numbers of the own cards whose value is not forgotten.
    """

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
            stack, value = (self.yes if card.kind == "yes" else self.no)[card.place], self.values[card.number]
            if value is None:
                stack.unknown += 1
            else:
                stack.known += value
        self.entrances = SHORT if stop_short else EXACT

    def card(self, number: int) -> CardView:
        return next(card for card in self.view.cards if card.number == number)

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
        """Return the index of the cell where a pawn stands."""
        cell = self.view.seats[seat].cell
        assert cell is not None, "the pawn is on the board"
        return INDEX[cell]

    @cached_property
    def refuges(self) -> int:
        """The places where a No lies, whatever it is: a chase can end there (N39)."""
        return bits({card.place for card in self.view.cards if card.kind == "no"})

    def hit(self, place: str) -> float:
        """Return the chance that a shot at a place hits; hidden digits are taken for two, as on average (N15)."""
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
        """Return the chance that police win a contest at a place, with so much and so many cards more than now."""
        yes, no = self.yes[place], self.no[place]
        ahead = yes.known + more - no.known
        return win_chance(ahead, self.yes_values, yes.unknown + yes_cards, self.no_values, no.unknown + no_cards)


def stops_short(view: InvisibleManView, seen: Sequence[Any]) -> bool:
    """Return whether the Invisible Man may enter a refuge with less than his roll: what was done shows it (N38)."""
    if view.turn == view.invisible and view.die and view.pawn is not None:
        by_exact_roll = EXACT.masks[INDEX[view.pawn]][view.die]
        if bits(view.doors) & ~by_exact_roll:
            return True
    die = 0
    for event in seen:
        match event:
            case Rolled():
                die = event.die
            case Walked(seat=view.invisible, path=path) if path[-1] in BIT and len(path) - 1 < die:
                return True
    return False
