"""A hard policeman while nobody is seen: where to lay Yes, where to go, when to enter. RULINGS P-1 to P-5.

The town is searched two places deep: every card action and every end of the roll is worth the best place that can be
checked from there, and the best one after that, later ones counting less. What a check is worth is the chance to win
the contest over all that unknown cards may be, times that of the shot, times that of the chase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bot.games.invisible_man.ai.flight import outlook
from bot.games.invisible_man.ai.known import Known
from bot.games.invisible_man.ai.odds import average, spread
from bot.games.invisible_man.ai.streets import AT, BIT, ENDS, STEPS, turns_to
from bot.games.invisible_man.rules.moves import InvisibleAction, Move, Pass, Place, Shift
from bot.games.invisible_man.rules.town import TOWN

ROUND = 0.07
"""What a round costs: he draws cards, and Signals are lost to his sixes."""
HAZARD = {1: 0.3, 2: 0.42, 3: 0.52}
"""The chance to catch him between two flights, by policemen in play."""
SPENT = 0.001
"""What a Yes is worth in hand, for each point."""
FRESH = 0.03
"""What new Signals are worth: they come when the last one in hand is used, so each check is a part of the way."""
HURRY, PRESSED = 6, 0.3
"""Rounds before the chief's patience ends from which on any check is worth something, and how much (N47)."""
ANSWER = 0.35
"""How many No he adds to a place in a turn while it is being prepared, if he has any."""
WAITS = (0, 1)
"""How many turns longer than needed a place may be prepared."""
LATER = 0.9
"""What the second place counts."""
AHEAD = 4
"""Turns of preparation that are looked at."""

_NEVER = 99.0

Yes: TypeAlias = dict[str, tuple[int, int]]
"""By place, how much known Yes and how many unknown ones an action would add."""


class Search:
    """A policeman's thoughts in one turn."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.signals = known.hand.signals
        self.places = [place for place in known.unchecked if place in self.signals]
        hunters = len(known.police)
        hazard = HAZARD[hunters]
        self.prize = {
            place: known.hit(place)
            * (1 - outlook(AT[TOWN.hatched[place]], self._refuges(place), known.entrances, hazard))
            for place in self.places
        }
        hidden = known.view.seats[known.view.invisible].cards
        self.answers = bool(hidden.no or known.refuges)
        self.answer = ANSWER * len(known.police) ** 0.5 if self.answers else 0.0
        view = known.view
        self.pressed = view.patience is not None and view.patience - view.quiet <= HURRY
        self.fresh = (FRESH if view.piles.signals else 0.0) / max(1, len(self.signals)) + PRESSED * self.pressed
        self.next_yes = round(average(spread(known.hand.yes) or known.yes_values))
        self.supply = known.view.seats[known.me].cards.yes + known.view.piles.yes

    def _refuges(self, place: str) -> int:
        """Give where he can flee to from a place: all No there are gone after the check (N39)."""
        return self.known.refuges & ~BIT[place] or BIT[TOWN.laboratory]

    def cards(self, legal: Sequence[InvisibleAction]) -> InvisibleAction:
        """Choose the card action with the best walk to follow (N7)."""
        best, chosen = self._best_walk({}) + 1e-9, next(action for action in legal if isinstance(action, Pass))
        picked: InvisibleAction = chosen
        for action in legal:
            change = self._change(action)
            if change is None:
                continue
            cost = SPENT * action.value if isinstance(action, Place) else 0.0
            worth = self._best_walk(change) - cost
            if worth > best:
                best, picked = worth, action
        return picked

    def _change(self, action: InvisibleAction) -> Yes | None:
        """Give what an action does to the places that matter; None if to none of them."""
        match action:
            case Place(value=value, place=place) if place in self.places:
                return {place: (value, 0)}
            case Shift(card=number, place=place) if place in self.places:
                card = next(card for card in self.known.view.cards if card.number == number)
                known = self.known.values[number]
                gain, loss = ((0, 1), (0, -1)) if known is None else ((known, 0), (-known, 0))
                return {place: gain, card.place: loss}
        return None

    def walk(self, legal: Sequence[InvisibleAction]) -> InvisibleAction:
        """Choose where to go: into a place now, or where the next checks are near."""
        values = self._values({})
        moves = [action for action in legal if isinstance(action, Move)]
        return max(moves, key=lambda move: self._worth(move.cell, values))

    def _best_walk(self, change: Yes) -> float:
        """Give what the best walk is worth after a card action."""
        values, start, die = self._values(change), self.known.cell(self.known.me), self.known.view.die or 0
        doors = (self._enter(place, values) for place in self.places if STEPS[start][AT[place]] <= die)
        roads = (self._road(end, values) for end in ENDS[start][die])
        return max((*doors, *roads), default=0.0)

    def _worth(self, cell: str, values: dict[str, list[float]]) -> float:
        return self._enter(cell, values) if cell in self.prize else self._road(AT[cell], values)

    def _values(self, change: Yes) -> dict[str, list[float]]:
        """Give what a check of each place is worth now, and after one, two... turns of preparing it."""
        return {place: list(self._grown(place, *change.get(place, (0, 0)))) for place in self.places}

    def _grown(self, place: str, more: int, cards: int) -> Iterator[float]:
        for turns in range(AHEAD + 1):
            laid = min(turns, self.supply)
            answers = turns * self.answer
            few = int(answers)
            now = self.known.win(place, more + laid * self.next_yes, cards, few)
            then = self.known.win(place, more + laid * self.next_yes, cards, few + 1) if answers > few else now
            chance = now + (then - now) * (answers - few)
            yield chance * self.prize[place] + self.fresh

    def _enter(self, place: str, values: dict[str, list[float]]) -> float:
        """Value a check now and what can be done after it."""
        return values[place][0] + self._next(AT[place], values, (place,))

    def _road(self, end: int, values: dict[str, list[float]]) -> float:
        """Value standing on a cell: the best place from there, now or prepared a turn longer, and the best after it."""
        best = -_NEVER if values else 0.0
        for place, grown in values.items():
            turns = turns_to(place)[end]
            check = max(_between(grown, turns + wait) - ROUND * wait for wait in WAITS)
            best = max(best, check - ROUND * turns + LATER * self._next(AT[place], values, (place,)))
        return best - ROUND

    def _next(self, start: int, values: dict[str, list[float]], without: tuple[str, ...]) -> float:
        """Value the best place to check from a cell, those already thought of left out."""
        best = 0.0
        for place, grown in values.items():
            if place not in without:
                turns = turns_to(place)[start]
                best = max(best, _between(grown, turns) - ROUND * turns)
        return best


def _between(grown: Sequence[float], turns: float) -> float:
    """Read a value between two whole turns."""
    turns = min(turns, AHEAD)
    low = int(turns)
    if low == AHEAD:
        return grown[AHEAD]
    return grown[low] + (grown[low + 1] - grown[low]) * (turns - low)
