"""Ratings of people, made of finished games in the order in which they ended.

The model is Plackett-Luce after Weng and Lin 2011, "A Bayesian Approximation Method for Online Ranking", as openskill
has it: a person's skill is a bell curve with the mean mu and the deviation sigma, and a game of any number of ranks
moves the curves of all who played. People are shown mu - 3 sigma, below which hardly anybody's skill lies, on a scale
where a beginner has 1000: it rises first because it becomes surer, then because they win.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, permutations, product
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.table.model.record import RatingChange, Record
from storage.ids import Person
from storage.rows import Contest, RatingRow

BEGINNER = 1000
"""The rating shown of somebody whose first game is not counted yet."""
SCALE = 24.0
"""Points shown for each of the model's: somebody of average skill who has played a lot comes to about 1500."""

_MODEL = PlackettLuce()


def rated(contest: Contest) -> list[RatingRow]:
    """Return the ratings that a game leads to; none where fewer than two of its players are left."""
    if len(contest.players) < 2:
        return []
    before = [[_of(row)] for _, _, row in contest.players]
    trials = [_MODEL.rate(before, ranks=order) for order in _orders([rank for _, rank, _ in contest.players])]
    return [
        _row(person, contest.game, [trial[number][0] for trial in trials], 1 + (row.games if row else 0))
        for number, (person, _, row) in enumerate(contest.players)
    ]


def changes(record: Record, contest: Contest, ratings: Sequence[RatingRow]) -> tuple[RatingChange, ...]:
    """Return what a game made of the ratings of those who sit at its table."""
    before = {person: BEGINNER if row is None else row.shown for person, _, row in contest.players}
    after = {row.person: row.shown for row in ratings}
    return tuple(
        RatingChange(seat, before[held.person], after[held.person])
        for seat, held in enumerate(record.seats)
        if held.person in after and held.person in before
    )


def _orders(ranks: Sequence[int]) -> list[list[float]]:
    """List the orders in which equals could have come in, as a place for each player: 24 where four are equal.

    The model's own way with equals gives each of two who share a victory no more than the third.
    """
    groups = [[number for number, other in enumerate(ranks) if other == rank] for rank in sorted(set(ranks))]
    orders = [list(chain(*order)) for order in product(*(permutations(group) for group in groups))]
    return [[float(order.index(number)) for number in range(len(ranks))] for order in orders]


def _of(row: RatingRow | None) -> PlackettLuceRating:
    return _MODEL.rating() if row is None else _MODEL.rating(mu=row.mu, sigma=row.sigma)


def _row(person: Person, game: str, trials: Sequence[PlackettLuceRating], games: int) -> RatingRow:
    """Return a rating that is the mean of trials."""
    mean = _MODEL.rating(mu=fmean(trial.mu for trial in trials), sigma=fmean(trial.sigma for trial in trials))
    return RatingRow(person, game, mean.mu, mean.sigma, round(mean.ordinal(alpha=SCALE, target=BEGINNER)), games)
