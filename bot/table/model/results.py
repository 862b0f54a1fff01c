"""What is counted of a game that has ended: how it ended for each person who held a seat."""

from __future__ import annotations

from typing import Any

from bot.engine.presentation import Game
from bot.engine.rules import Outcome, Seat
from bot.table.model.record import Record
from storage.rows import ResultRow


def results_of(record: Record, game: Game, state: Any, at: float) -> tuple[ResultRow, ...]:
    """Return the results to count at a time (Unix seconds); none of a game that runs, was stopped, or was abandoned.

    Abandoned is a game of people in which all but one have left.
    """
    outcome = game.rules.outcome(state) if record.status == "ended" else None
    held = [(seat, row.person) for seat, row in enumerate(record.seats) if row.occupied]
    computers = sum(row.level is not None or row.had_substitute for row in record.seats)
    if outcome is None or (len(held) < 2 and not computers):
        return ()
    return tuple(
        ResultRow(
            table=record.id,
            seat=seat,
            place=record.place,
            person=person,
            game=record.game,
            seats=len(record.seats),
            computers=computers,
            rank=_rank(outcome, seat, len(record.seats)),
            points=outcome.points[seat] if outcome.points else None,
            finished=at,
        )
        for seat, person in held
    )


def _rank(outcome: Outcome, seat: Seat, seats: int) -> int:
    """Return a seat's rank: 1 for all who share the victory, then by points; without points all others are equal."""
    heights = [(other in outcome.winners, outcome.points[other] if outcome.points else 0) for other in range(seats)]
    return 1 + sum(height > heights[seat] for height in heights if not heights[seat][0])
