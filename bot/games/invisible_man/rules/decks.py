"""Drawing, refilling and discarding cards. RULINGS N9, N25-N28."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.engine.rules import Seat
from bot.games.invisible_man.rules.moves import Deck, Drew, Got, LaidKind, Reshuffled
from bot.games.invisible_man.rules.state import InvisibleManState, Laid, Pile, Spent, policemen
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.transition import Course


def available(state: InvisibleManState, deck: Deck) -> int:
    """Count the cards that can still be drawn from a pile, discards included where they are shuffled back (N25)."""
    if deck == "signal":
        return len(state.signals)
    pile = _pile(state, deck)
    return len(pile.left) + (len(pile.spent) if state.settings.reshuffle else 0)


def draw(course: Course, seat: Seat, deck: Deck, count: int) -> None:
    """Take so many cards, or what there is; which they are only the seat learns (N26)."""
    if deck == "signal":
        draw_signals(course, seat, count)
        return
    drawn = tuple(_take(course, deck) for _ in range(min(count, available(course.state, deck))))
    hand = {"yes": "yes", "no": "no", "cloak": "cloaks"}[deck]
    _give(course, seat, deck, hand, drawn)


def draw_signals(course: Course, seat: Seat, count: int) -> None:
    """Take so many Signals from the pile, or what there is."""
    pile = course.state.signals
    course.set(signals=pile[count:])
    _give(course, seat, "signal", "signals", pile[:count])


def refill(course: Course) -> None:
    """Let every policeman with no Signal, or no Yes, draw three of them, in order, as far as the piles go (N26, N28).

    A hand is only empty with its pile, so this is one policeman as a rule; several when an empty pile got cards again
    (N25, N36).
    """
    for seat in policemen(course.state):
        if not course.part(seat).signals:
            draw(course, seat, "signal", TOWN.opening.signals)
        if not course.part(seat).yes:
            draw(course, seat, "yes", TOWN.opening.yes)


def discard(course: Course, deck: Deck, values: Iterable[int], *, shown: bool) -> None:
    """Put cards on the discards of their kind, face up or face down (N27)."""
    pile = _pile(course.state, deck)
    spent = (*pile.spent, *(Spent(value, shown) for value in values))
    course.set(**{deck: Pile(pile.left, spent, pile.shuffles)})


def clear(course: Course, place: str, *, shown: bool) -> tuple[tuple[Laid, ...], tuple[Laid, ...]]:
    """Discard every Yes and No of a place. Gives them in the order they were laid."""
    there = [card for card in course.state.laid if card.place == place]
    course.set(laid=tuple(card for card in course.state.laid if card.place != place))
    kinds: tuple[LaidKind, LaidKind] = ("yes", "no")
    yes, no = (tuple(card for card in there if card.kind == kind) for kind in kinds)
    discard(course, "yes", (card.value for card in yes), shown=shown)
    discard(course, "no", (card.value for card in no), shown=shown)
    return yes, no


def _pile(state: InvisibleManState, deck: Deck) -> Pile:
    return {"yes": state.yes, "no": state.no, "cloak": state.cloak}[deck]


def _take(course: Course, deck: Deck) -> int:
    """Take the top card, after shuffling the discards back if the pile is empty.

    The n-th shuffle of a kind draws from the stream `reshuffle/<kind>/<n>`, counted from 1.
    """
    pile = _pile(course.state, deck)
    if not pile.left:
        times = pile.shuffles + 1
        values = course.chance.stream(f"reshuffle/{deck}/{times}").shuffled(card.value for card in pile.spent)
        pile = Pile(values, (), times)
        course.tell(Reshuffled(deck=deck, count=len(values)))
    course.set(**{deck: Pile(pile.left[1:], pile.spent, pile.shuffles)})
    return pile.left[0]


def _give(course: Course, seat: Seat, deck: Deck, hand: str, cards: tuple[Any, ...]) -> None:
    if not cards:
        return
    course.change(seat, **{hand: (*getattr(course.part(seat), hand), *cards)})
    course.tell(Drew(seat=seat, deck=deck, count=len(cards)), Got(audience=seat, **{hand: cards}))
