"""Who needs a line of help under the board: somebody in the first turns of a game that they never finished."""

from __future__ import annotations

from itertools import groupby

from bot.engine.rules import Seat
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span
from bot.table.core.services import Services
from bot.table.core.table import Table

TURNS = 3
"""The turns that are helped."""
_LONGEST_TURN = 12
"""Actions that a turn may have; a table with more behind it than that many a turn has no first turns left."""


async def novice(services: Services, table: Table) -> tuple[Seat, int] | None:
    """Return the seat to act and the number of its turns before this one, if its person is to be helped."""
    person, record = table.actor(), table.record
    if person is None or record.moves > TURNS * _LONGEST_TURN * len(record.seats):
        return None
    seat = record.seat_of(person)
    if seat is None:
        return None
    movers = [mover for mover, _ in groupby(await services.store.movers(table.id))]
    turns = movers.count(seat) - (movers[-1:] == [seat])  # of the last one more is to come
    if turns >= TURNS or await services.store.has_finished(person, record.game):
        return None
    return seat, turns


def hint(table: Table, helped: tuple[Seat, int] | None, tr: Translator) -> list[RichText]:
    """Return the line of help, unless somebody else is to act meanwhile."""
    view = table.view(None)
    if helped is None or table.state is None or view.to_act != helped[0]:
        return []
    said = table.game.presenter.hint(view, helped[1], tr)
    return [(Span("💡 "), Span(said))] if said else []
