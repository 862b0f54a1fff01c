"""What has happened in a game, as its readers are to be told: whose turns there were, and what all may know of them.

All of it is in the database, so it is the same after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import structlog

from bot.engine.rules import Event, Seat
from bot.errors import DamagedRecord
from bot.table.core.table import Table
from bot.table.model import play
from storage.rows import ActionRow
from storage.store import Store

_LOG = structlog.get_logger(__name__)
LOOK_BACK = 90
"""Of how many actions a round may consist at most: one of four in The Invisible Man has about twenty."""


class Deed(msgspec.Struct, frozen=True):
    """One action: its number, who did it (None: the deal, or somebody who left), and its public events."""

    number: int
    seat: Seat | None
    events: tuple[Event, ...]


async def history(store: Store, table: Table, after: int) -> list[Deed]:
    """List what was done after that number, up to the state that the table has on return."""
    while table.state is not None:
        moves = table.record.moves
        actions = await store.actions(table.id, after)
        if table.record.moves == moves:  # else a move was committed meanwhile, and may be missing here
            return [_deed(table, action) for action in actions if action.number <= moves]
    return []


def _deed(table: Table, action: ActionRow) -> Deed:
    """Read one action; of one that is damaged nothing can be told, but the game goes on."""
    events: tuple[Event, ...] = ()
    try:
        events = play.public(play.decode_events(table.game, action.events))
    except DamagedRecord as error:
        _LOG.error("table_damaged", table=table.id, action=action.number, reason=str(error))  # it says it all
    return Deed(action.number, None if action.action == play.LEAVE else action.seat, events)


def told(deeds: Sequence[Deed]) -> list[tuple[int, Event]]:
    """Return the events with their numbers, as they are told."""
    return [(deed.number, event) for deed in deeds for event in deed.events]


def previous_move(deeds: Sequence[Deed], seat: Seat | None) -> int:
    """Return the number of the last action of a seat's previous turn; of the one before the first, without one.

    A turn may have several actions; the one that a seat is at goes on, and is not its previous one. With None, when
    nobody is to act any more, the turn that goes on is the last there was.
    """
    if seat is None:
        seat = next((deed.seat for deed in reversed(deeds) if deed.seat is not None), None)
    place = len(deeds) - 1
    while place >= 0 and deeds[place].seat in (seat, None):
        place -= 1
    while place >= 0 and deeds[place].seat != seat:
        place -= 1
    return deeds[max(place, 0)].number - (place < 0) if deeds else -1


def last_turns(deeds: Sequence[Deed], count: int) -> list[Deed]:
    """Return the last turns, each with all of its actions; the deal, and who left, are turns of their own."""
    begins = [
        place
        for place, deed in enumerate(deeds)
        if place == 0 or deed.seat is None or deed.seat != deeds[place - 1].seat
    ]
    return list(deeds[begins[-count] :]) if len(begins) > count else list(deeds)
