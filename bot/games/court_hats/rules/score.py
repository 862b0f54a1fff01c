"""Who has won Court Hats, and with how many points. docs/rulings.md 1.4, H20-H22."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rules import Outcome
from bot.games.court_hats.rules.view import CourtSeat


def points(seat: CourtSeat) -> int:
    """Return a seat's points: a pair is one more, a chip that no magic hat cancels is one less (H20, H21)."""
    return len(seat.pairs) - max(0, seat.chips - seat.magic)


def outcome_of(seats: Sequence[CourtSeat], *, fewer_chips: bool) -> Outcome:
    """Return the outcome of a game that is over. Who left keeps the cards won (H28)."""
    ranks = [_rank(seat, fewer_chips=fewer_chips) for seat in seats]
    best = max(ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    return Outcome(winners, tuple(points(seat) for seat in seats))


def _rank(seat: CourtSeat, *, fewer_chips: bool) -> tuple[int, ...]:
    """Return what seats are compared by, the greater the better; equals share the victory (H22)."""
    if fewer_chips:
        return (points(seat), -seat.chips, seat.magic)
    return (points(seat),)
