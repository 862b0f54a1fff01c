"""What the hats nobody has shown to this seat may be: counted from what is left, weighed by what others did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.games.court_hats.ai.reading import Habits, Reading, TrackedHat
from bot.games.court_hats.rules.moves import KINDS, MAGIC, MAGIC_HATS, PER_KIND
from bot.games.court_hats.rules.view import CourtHatsView

Odds = Mapping[str, float]
"""The probability of each kind a hat may be; kinds that it cannot be are left out."""

LEFT = 0.15
"""How likely somebody leaves a hat unopened who has seen that it fits: they forget, or have a better one."""


def unseen(view: CourtHatsView, reading: Reading) -> Counter[str]:
    """Return by kind how many hats this seat cannot place: those of the pile and the unknown ones on the table."""
    left = Counter(dict.fromkeys(KINDS, PER_KIND))
    left[MAGIC] = MAGIC_HATS if view.magic_hats else 0
    for seat in view.seats:
        left.subtract(seat.pairs)
        left[MAGIC] -= seat.magic
    left.subtract(hat.kind for hat in reading.hats if hat is not None and hat.kind is not None)
    return +left


def odds_of(view: CourtHatsView, reading: Reading) -> list[Odds]:
    """Return the odds of the hat over each slot; empty where the slot has closed."""
    pool = unseen(view, reading)
    return [_odds(hat, pool, reading.habits) if hat is not None else {} for hat in reading.hats]


def _odds(hat: TrackedHat, pool: Mapping[str, int], habits: Sequence[Habits]) -> Odds:
    if hat.kind is not None:
        return {hat.kind: 1.0}
    weights = {kind: float(count) for kind, count in pool.items()}
    for seat, kind in hat.hinted[-1:]:
        purpose, others = habits[seat].purpose, sum(weights.values()) - weights.get(kind, 0.0)
        if kind in weights:
            weights[kind] = max(weights[kind], others * purpose / (1.05 - purpose))
    for kind in hat.left:
        if kind in weights:
            weights[kind] *= LEFT
    whole = sum(weights.values())
    return {kind: weight / whole for kind, weight in weights.items()}
