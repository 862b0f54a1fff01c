"""What things are worth to one seat of Court Hats at this point of the game, in points. H15, H20-H22."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.rules import Seat
from bot.games.court_hats.rules.score import points
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat

DECISIVE = 4.0
"""What the last pair is worth at most, since with it the game is won or lost."""
RIVALRY = (0.0, 1.0, 0.55, 0.4)
"""How much an opponent's point hurts, by the number of opponents: of several only one may be the rival."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a pair, a magic hat and a chip of one's own come to, and what another's pair costs, by seat.

    `left` is how many pairs are to be won, the one that ends the game included.
    A pair is worth less than nothing where it would end the game for another to win.
    """

    left: int
    pair: float
    magic: float
    chip: float
    rival: tuple[float, ...]


def stakes_of(view: CourtHatsView, me: Seat) -> Stakes:
    left = view.last_pair - sum(len(seat.pairs) for seat in view.seats)
    hurt = RIVALRY[sum(seat.present for seat in view.seats) - 1]
    pair, rival = 1.0, [hurt if seat != me else 0.0 for seat, _ in enumerate(view.seats)]
    if left == 1:
        pair, rival = _decisive(view, me)
    magic, chip = _hats_and_chips(view.seats[me], late=min(1.0, left / 6))
    return Stakes(left, pair, magic, chip, tuple(rival))


def _hats_and_chips(mine: CourtSeat, late: float) -> tuple[float, float]:
    """Return the worth of both: with hats to spare a chip costs only what it might have paid for later (H21)."""
    spare = mine.magic - mine.chips
    if spare < 0:
        return 0.95, 1.0
    return (0.4 * late, 1.0) if spare == 0 else (0.15 * late, 0.25 * late)


def _decisive(view: CourtHatsView, me: Seat) -> tuple[float, list[float]]:
    """Return the worth of the last pair to this seat and in others' hands, by who wins when they take it."""
    totals = [points(seat) for seat in view.seats]
    rival = [
        max(0.0, DECISIVE * (0.5 - _victory(totals, me, taker))) if taker != me and seat.present else 0.0
        for taker, seat in enumerate(view.seats)
    ]
    mine = view.seats[me]
    within = min(max(0, mine.chips - mine.magic), 4 - sum(seat.magic for seat in view.seats) if view.magic_hats else 0)
    hopeless = totals[me] + 1 + within < max(total for seat, total in enumerate(totals) if seat != me)
    pair = 1.0 if hopeless else DECISIVE * (_victory(totals, me, me) - 0.5)
    return pair, rival


def _victory(totals: list[int], me: Seat, taker: Seat) -> float:
    """Return this seat's share of the victory if `taker` takes the last pair."""
    final = [total + (seat == taker) for seat, total in enumerate(totals)]
    best = max(final)
    return 1 / final.count(best) if final[me] == best else 0.0
