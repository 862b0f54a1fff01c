"""A hard player, on both sides: it thinks ahead and samples what is hidden. In a chase it plays `chase`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from bot.engine.rules import Seat
from bot.games.invisible_man.ai import chase
from bot.games.invisible_man.ai.chase import outlook
from bot.games.invisible_man.ai.inference import sampled, suspected
from bot.games.invisible_man.ai.knowledge import Knowledge, average, spread
from bot.games.invisible_man.ai.path_tables import BIT, INDEX, POLICE_ENDS, STEPS, turns_to
from bot.games.invisible_man.rules.moves import Draw, EndCards, InvisibleAction, MovePawn, PlaceCard, ShiftCard
from bot.games.invisible_man.rules.town import TOWN

HAZARD = {1: 0.3, 2: 0.42, 3: 0.52}
"""The chance to catch him between two flights, by policemen in play."""

# a policeman's search
ROUND = 0.07
"""What a round costs: he draws cards, and Signals are lost to his sixes."""
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
_DONE: InvisibleAction = EndCards()

# the hidden Invisible Man
SAMPLES = 400
"""Hands that are dealt to the policemen in thought, at full effort."""
URGENCY = 0.62
"""How much of a threat is left when it is a turn farther away."""
WASTED = 0.012
"""What a point of No is worth that a check takes away, whoever wins it."""
NOISE = 0.02
"""A threat that every place is under: nobody knows all."""
DETERRED = 0.5
"""How much of what a card on a place takes from its pull it takes from the threat: he may go elsewhere, or wait."""
LIGHT = 0.15
"""Threats below this part of the greatest do not count where all places are to be looked at."""
LEAST_GAIN = 0.0005
ENOUGH = 1
"""Cloaks from which on No are drawn."""

Yes: TypeAlias = dict[str, tuple[int, int]]
"""By place, how much known Yes and how many unknown ones an action would add."""


def choose(
    known: Knowledge, seen: Sequence[Any], legal: Sequence[InvisibleAction], rng: random.Random, effort: float
) -> InvisibleAction:
    hidden = known.me == known.view.invisible
    match known.view.phase:
        case "draw":
            return Draw("cloak" if known.view.seats[known.me].cards.cloaks < ENOUGH else "no")
        case "cards":
            return ThreatMap(known, seen, rng, effort).cards(legal) if hidden else CheckSearch(known).cards(legal)
        case "appear":
            return chase.appear(known, legal, rng, effort)
        case "cloak":
            return chase.shed(legal)
    moves = [action for action in legal if isinstance(action, MovePawn)]
    if known.view.pawn is None:
        return CheckSearch(known).walk(moves)
    return (chase.flee if hidden else chase.pursue)(known, moves, rng, effort)


def _caught(known: Knowledge, place: str, refuges: int) -> float:
    """Return the chance that a chase from a place ends in a capture; all No there are gone after the check (N39)."""
    left = refuges & ~BIT[place] or BIT[TOWN.laboratory]
    return 1 - outlook(INDEX[TOWN.hatched[place]], left, known.entrances, HAZARD[len(known.police)])


class CheckSearch:
    """A policeman's search while nobody is seen: where to lay Yes, where to go, when to enter (P-1 to P-5).

    The town is searched two places deep: every card action and every end of the roll is worth the best place that can
    be checked from there, and the best one after that, later ones counting less. What a check is worth is the chance
    to win the contest over all that unknown cards may be, times that of the shot, times that of the chase.
    """

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        view, signals = known.view, known.hand.signals
        self.places = [place for place in known.unchecked if place in signals]
        self.prize = {place: known.hit(place) * _caught(known, place, known.refuges) for place in self.places}
        can_answer = view.seats[view.invisible].cards.no or known.refuges
        self.answer = ANSWER * len(known.police) ** 0.5 if can_answer else 0.0
        pressed = view.patience is not None and view.patience - view.quiet <= HURRY
        self.fresh = (FRESH if view.piles.signals else 0.0) / max(1, len(signals)) + PRESSED * pressed
        self.next_yes = round(average(spread(known.hand.yes) or known.yes_values))
        self.supply = view.seats[known.me].cards.yes + view.piles.yes

    def cards(self, legal: Sequence[InvisibleAction]) -> InvisibleAction:
        """Choose the card action with the best walk to follow (N7)."""
        best, picked = self._best_walk({}) + 1e-9, _DONE
        for action in legal:
            change = self._change(action)
            if change is None:
                continue
            cost = SPENT * action.value if isinstance(action, PlaceCard) else 0.0
            worth = self._best_walk(change) - cost
            if worth > best:
                best, picked = worth, action
        return picked

    def _change(self, action: InvisibleAction) -> Yes | None:
        """Return what an action does to the places that matter; None if to none of them."""
        match action:
            case PlaceCard(value=value, place=place) if place in self.places:
                return {place: (value, 0)}
            case ShiftCard(card=number, place=place) if place in self.places:
                known = self.known.values[number]
                gain, loss = ((0, 1), (0, -1)) if known is None else ((known, 0), (-known, 0))
                return {place: gain, self.known.card(number).place: loss}
        return None

    def walk(self, moves: Sequence[MovePawn]) -> InvisibleAction:
        """Choose where to go: into a place now, or where the next checks are near."""
        values = self._values({})
        return max(
            moves,
            key=lambda move: (
                self._enter(move.cell, values) if move.cell in self.prize else self._road(INDEX[move.cell], values)
            ),
        )

    def _best_walk(self, change: Yes) -> float:
        """Return what the best walk is worth after a card action."""
        values, start, die = self._values(change), self.known.cell(self.known.me), self.known.view.die or 0
        doors = (self._enter(place, values) for place in self.places if STEPS[start][INDEX[place]] <= die)
        roads = (self._road(end, values) for end in POLICE_ENDS[start][die])
        return max((*doors, *roads), default=0.0)

    def _values(self, change: Yes) -> dict[str, list[float]]:
        """Return what a check of each place is worth now, and after one, two... turns of preparing it."""
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

    def _enter(self, place: str, values: Mapping[str, Sequence[float]]) -> float:
        """Return what a check now is worth, with what can be done after it."""
        return values[place][0] + self._next(place, values)

    def _road(self, end: int, values: Mapping[str, Sequence[float]]) -> float:
        """Return what standing on a cell is worth: the best place from there, now or prepared a turn longer, and the
        best after it.
        """
        best = -_NEVER if values else 0.0
        for place, grown in values.items():
            turns = turns_to(place)[end]
            check = max(_between(grown, turns + wait) - ROUND * wait for wait in WAITS)
            best = max(best, check - ROUND * turns + LATER * self._next(place, values))
        return best - ROUND

    def _next(self, checked: str, values: Mapping[str, Sequence[float]]) -> float:
        """Return what the best place to check after this one is worth."""
        best = 0.0
        for place, grown in values.items():
            if place != checked:
                turns = turns_to(place)[INDEX[checked]]
                best = max(best, _between(grown, turns) - ROUND * turns)
        return best


def _between(grown: Sequence[float], turns: float) -> float:
    """Read a value between two whole turns."""
    turns = min(turns, AHEAD)
    low = int(turns)
    if low == AHEAD:
        return grown[AHEAD]
    return grown[low] + (grown[low + 1] - grown[low]) * (turns - low)


class ThreatMap:
    """The hidden Invisible Man's estimate of which places are in danger, to choose a card action by (I-1, I-2).

    Signal hands that the policemen may hold are sampled; in each sample every policeman goes where he gains most. What
    that makes of the town is its risk, and every card action is tried against it. A card counts twice: by its value,
    if there is a contest, and by its back, which is all that they see: where one lies they come less, where one is
    taken away, more.
    """

    def __init__(self, known: Knowledge, seen: Sequence[Any], rng: random.Random, effort: float) -> None:
        self.known = known
        self.odds = suspected(seen, known.police)
        self.laid = {
            place: sum(card.kind == "no" and card.place == place for card in known.view.cards)
            for place in known.unchecked
        }
        self.threat = self._threats(rng, max(6, round(SAMPLES * effort)))
        most = max(self.threat.values(), default=0.0)
        self.weighty = {place for place, threat in self.threat.items() if threat > LIGHT * most}
        self._risk = cache(self._compute_risk)
        self._refuge_gain = cache(self._compute_refuge_gain)

    def cards(self, legal: Sequence[InvisibleAction]) -> InvisibleAction:
        """Choose the action that takes most of the risk away, or none."""
        best, picked = LEAST_GAIN, _DONE
        for action in legal:
            if isinstance(action, PlaceCard | ShiftCard) and self._matters(action):
                gain = self._gain(action)
                if gain > best:
                    best, picked = gain, action
        return picked

    def _matters(self, action: PlaceCard | ShiftCard) -> bool:
        """Return whether an action could do any good: a card to a place in danger, or to a new refuge."""
        return action.place in self.weighty or (isinstance(action, PlaceCard) and not self.laid[action.place])

    def _gain(self, action: PlaceCard | ShiftCard) -> float:
        """Return by how much less risk there is after an action."""
        known, place = self.known, action.place
        refuges = known.refuges | BIT[place]
        if isinstance(action, PlaceCard):
            changed = {place: (action.value, 1)}
        else:
            origin, value = known.card(action.card).place, known.values[action.card]
            value = round(average(known.no_values)) if value is None else value
            changed = {place: (value, 1), origin: (-value, -1)}
            if self.laid[origin] == 1:
                refuges &= ~BIT[origin]
        gain = self._refuge_gain(refuges)
        for spot, (more, cards) in changed.items():
            gain += self._risk(spot, 0, 0, refuges) - self._risk(spot, more, cards, refuges)
        return gain

    def _compute_refuge_gain(self, refuges: int) -> float:
        """Return by how much less risk there is with other refuges, nothing else changed."""
        now = self.known.refuges
        return sum(self._risk(spot, 0, 0, now) - self._risk(spot, 0, 0, refuges) for spot in self.weighty)

    def _compute_risk(self, place: str, more: int, cards: int, refuges: int) -> float:
        """Return the risk at a place with so much more No on so many more cards: to be caught, and No lost."""
        known, threat = self.known, self.threat[place] * self.deterred(place, cards)
        # of the Yes to be expected beside those that lie there one counts, laid on entering (N7)
        coming = 1 if self.threat[place] > NOISE * 2 else 0
        risk = known.win(place, -more, coming) * known.hit(place) * _caught(known, place, refuges)
        no = known.no[place]
        return threat * (risk + WASTED * (no.known + more + no.unknown * 2))

    def deterred(self, place: str, cards: int) -> float:
        """Return by what cards added to a place, or taken away, change the threat: backs are all that is seen."""
        if not cards:
            return 1.0
        now, then = self._appeal(place, 0), self._appeal(place, cards)
        changed: float = (then / now) ** DETERRED
        return changed

    def _appeal(self, place: str, cards: int) -> float:
        """Return how much a place, as far as policemen can see, promises one who checks it."""
        known = self.known
        yes, backs = known.yes[place].unknown, self.laid[place] + cards
        fair: float = 1 / (1 + 2.0 ** (2.3 * backs - 1.8 * (yes + 1)))
        return 0.05 + known.hit(place) * fair

    def _threats(self, rng: random.Random, samples: int) -> dict[str, float]:
        """Sample the policemen's hands and send each where it gains most."""
        known = self.known
        threat = dict.fromkeys(known.unchecked, NOISE)
        hands = {seat: known.view.seats[seat].cards.signals for seat in known.police}
        pulls = {seat: {place: self._pull(seat, place) for place in known.unchecked} for seat in known.police}
        for _ in range(samples):
            for seat, hand in sampled(self.odds, hands, known.unchecked, rng).items():
                self._send(threat, pulls[seat], seat, hand, 1 / samples)
        return threat

    def _send(
        self, threat: dict[str, float], pull: Mapping[str, float], seat: Seat, hand: Sequence[str], share: float
    ) -> None:
        """Share a policeman's threat among the places of a hand: by the square of what draws him there."""
        whole = sum(pull[place] ** 2 for place in hand)
        for place in hand:
            near = URGENCY ** (turns_to(place)[self.known.cell(seat)] - 1)
            threat[place] += share * near * pull[place] ** 2 / whole

    def _pull(self, seat: Seat, place: str) -> float:
        """Return what draws a policeman to a place, as far as he sees: it is near, it hits, it has Yes and few No."""
        nearness: float = 0.9 ** turns_to(place)[self.known.cell(seat)]
        return nearness * self._appeal(place, 0)
