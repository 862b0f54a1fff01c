"""A hard Invisible Man while hidden: which places are in danger, and which No to lay or move. RULINGS I-1, I-2.

Signal hands that the policemen may hold are sampled; in each sample every policeman goes where he gains most. What that
makes of the town is its risk, and every card action is tried against it. A card counts twice: by its value, if there is
a contest, and by its back, which is all that they see: where one lies they come less, where one is taken away, more.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.rules import Seat
from bot.games.invisible_man.ai.flight import outlook
from bot.games.invisible_man.ai.known import Known
from bot.games.invisible_man.ai.odds import average
from bot.games.invisible_man.ai.police import HAZARD
from bot.games.invisible_man.ai.streets import AT, BIT, turns_to
from bot.games.invisible_man.ai.suspicion import sampled, suspected
from bot.games.invisible_man.rules.moves import Draw, InvisibleAction, Pass, Place, Shift
from bot.games.invisible_man.rules.town import TOWN

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


def draw(known: Known) -> Draw:
    """Draw a Cloak while there are too few, else a No (N9)."""
    held = known.view.seats[known.me].cards
    return Draw("cloak" if held.cloaks < ENOUGH else "no")


class Hideout:
    """The Invisible Man's thoughts about one card action."""

    def __init__(self, known: Known, seen: Sequence[Any], rng: random.Random, effort: float) -> None:
        self.known = known
        self.hazard = HAZARD[len(known.police)]
        self.yes_value = average(known.yes_values)
        self.odds = suspected(seen, known.police)
        self.laid = {
            place: sum(card.kind == "no" and card.place == place for card in known.view.cards)
            for place in known.unchecked
        }
        self.threat = self._threats(rng, max(6, round(SAMPLES * effort)))
        most = max(self.threat.values(), default=0.0)
        self.weighty = {place for place, threat in self.threat.items() if threat > LIGHT * most}
        self.terms: dict[tuple[str, int, int, int], float] = {}
        self.refuge_gains = {known.refuges: 0.0}

    def cards(self, legal: Sequence[InvisibleAction]) -> InvisibleAction:
        """Choose the action that takes most of the risk away, or none."""
        best, chosen = LEAST_GAIN, next(action for action in legal if isinstance(action, Pass))
        picked: InvisibleAction = chosen
        for action in legal:
            if isinstance(action, Place | Shift) and self._matters(action):
                gain = self._gain(action)
                if gain > best:
                    best, picked = gain, action
        return picked

    def _matters(self, action: Place | Shift) -> bool:
        """Tell whether an action could do any good: a card to a place in danger, or to a new refuge."""
        return action.place in self.weighty or (isinstance(action, Place) and not self.laid[action.place])

    def _gain(self, action: Place | Shift) -> float:
        """Give by how much less risk there is after an action."""
        known, place = self.known, action.place
        refuges = known.refuges | BIT[place]
        changed = {}
        if isinstance(action, Place):
            changed[place] = action.value, 1
        else:
            card = next(card for card in known.view.cards if card.number == action.card)
            value = known.values[card.number]
            value = round(average(known.no_values)) if value is None else value
            changed = {place: (value, 1), card.place: (-value, -1)}
            if self.laid[card.place] == 1:
                refuges &= ~BIT[card.place]
        gain = self._refuge_gain(refuges)
        for spot, (more, cards) in changed.items():
            gain += self._term(spot, 0, 0, refuges) - self._term(spot, more, cards, refuges)
        return gain

    def _refuge_gain(self, refuges: int) -> float:
        """Give by how much less risk there is with other refuges, nothing else changed."""
        if refuges not in self.refuge_gains:
            now = self.known.refuges
            self.refuge_gains[refuges] = sum(
                self._term(spot, 0, 0, now) - self._term(spot, 0, 0, refuges) for spot in self.weighty
            )
        return self.refuge_gains[refuges]

    def _term(self, place: str, more: int, cards: int, refuges: int) -> float:
        key = (place, more, cards, refuges)
        if key not in self.terms:
            self.terms[key] = self._risk(place, more, cards, refuges)
        return self.terms[key]

    def _risk(self, place: str, more: int, cards: int, refuges: int) -> float:
        """Give the risk at a place with so much more No on so many more cards: to be caught, and No lost."""
        known, threat = self.known, self.threat[place] * self.deterred(place, cards)
        left = refuges & ~BIT[place] or BIT[TOWN.laboratory]
        caught = 1 - outlook(AT[TOWN.hatched[place]], left, known.entrances, self.hazard)
        risk = known.win(place, -more, self._coming(place)) * known.hit(place) * caught
        no = known.no[place]
        return threat * (risk + WASTED * (no.known + more + no.unknown * 2))

    def deterred(self, place: str, cards: int) -> float:
        """Give by what cards added to a place, or taken away, change the threat: backs are all that is seen."""
        if not cards:
            return 1.0
        now, then = self._appeal(place, 0), self._appeal(place, cards)
        changed: float = (then / now) ** DETERRED
        return changed

    def _appeal(self, place: str, cards: int) -> float:
        """Give how much a place, as far as policemen can see, promises one who checks it."""
        known = self.known
        yes, backs = known.yes[place].unknown, self.laid[place] + cards
        fair: float = 1 / (1 + 2.0 ** (2.3 * backs - 1.8 * (yes + 1)))
        return 0.05 + known.hit(place) * fair

    def _coming(self, place: str) -> int:
        """Count the Yes to be expected there beside those that lie there: one, laid on entering (N7)."""
        return 1 if self.threat[place] > NOISE * 2 else 0

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
        """Give what draws a policeman to a place, as far as he can see: it is near, it hits, it has Yes and few No."""
        nearness: float = 0.9 ** turns_to(place)[self.known.cell(seat)]
        return nearness * self._appeal(place, 0)
