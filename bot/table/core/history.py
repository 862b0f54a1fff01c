"""What has happened in a game, as its readers are to be told: whose turns there were, and what all may know of them.

All of it is in the database, so it is the same after a restart; what was done lately is in memory as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
import structlog
from cachetools import LRUCache

from bot.engine.presentation import Game
from bot.engine.rules import Event, Seat
from bot.errors import DamagedRecord
from bot.table.model import play
from bot.table.model.record import Record
from storage.rows import ActionRow
from storage.store import Store

_LOG = structlog.get_logger(__name__)
LOOK_BACK = 90
"""Of how many actions a round may consist at most: one of four in The Invisible Man has about twenty."""
GAMES_KEPT = 256
"""Games of which the newest actions are in memory, some 20 kB each at most: those in which something was done last."""
_MOST_KEPT = 2 * LOOK_BACK


class Deed(msgspec.Struct, frozen=True):
    """One action: its number, who did it (None: the deal, or somebody who left), and its public events."""

    number: int
    seat: Seat | None
    events: tuple[Event, ...]


class PlayedTable(Protocol):
    """A table, as far as its history goes."""

    @property
    def id(self) -> str: ...

    @property
    def game(self) -> Game: ...

    @property
    def record(self) -> Record: ...

    @property
    def state(self) -> Any: ...


@dataclass
class _Kept:
    """All that was done in a game after an action, in order."""

    since: int
    deeds: list[Deed]

    @property
    def last(self) -> int:
        return self.deeds[-1].number if self.deeds else self.since

    def cut(self) -> None:
        """Keep no more than the newest."""
        if len(self.deeds) > _MOST_KEPT:
            older = len(self.deeds) - LOOK_BACK
            self.since, self.deeds = self.deeds[older - 1].number, self.deeds[older:]


class Histories:
    """What was done in each game. A history only grows, so what was read of it once holds for ever."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: LRUCache[str, _Kept] = LRUCache(GAMES_KEPT)

    async def after(self, table: PlayedTable, number: int) -> list[Deed]:
        """List what was done after an action, up to the state that the table has on return."""
        while table.state is not None:
            moves = table.record.moves
            deeds = await self._read(table, number)
            if table.record.moves == moves:  # else a move was committed meanwhile, and may be missing here
                return [deed for deed in deeds if number < deed.number <= moves]
        return []

    def note(self, table: PlayedTable, action: ActionRow, events: Sequence[Event]) -> None:
        """Take note of an action that has just been committed, so that it need not be read."""
        kept = self._kept.get(table.id)
        if kept is not None and kept.last == action.number - 1:
            kept.deeds.append(_deed(action, tuple(events)))
            kept.cut()

    async def _read(self, table: PlayedTable, number: int) -> list[Deed]:
        kept = self._kept.get(table.id)
        if kept is None or number < kept.since:
            kept = _Kept(number, await self._load(table, number))
        elif kept.last < table.record.moves:
            newer = await self._load(table, kept.last)
            kept.deeds += [deed for deed in newer if deed.number > kept.last]  # somebody may have been faster
        deeds = list(kept.deeds)
        kept.cut()
        self._kept[table.id] = kept
        return deeds

    async def _load(self, table: PlayedTable, number: int) -> list[Deed]:
        return [_deed(action, _events(table, action)) for action in await self._store.actions(table.id, number)]


def _events(table: PlayedTable, action: ActionRow) -> tuple[Event, ...]:
    """Read the events of an action; of one that is damaged nothing can be told, but the game goes on."""
    try:
        return play.decode_events(table.game, action.events)
    except DamagedRecord as error:
        _LOG.error("table_damaged", table=table.id, action=action.number, reason=str(error))  # it says it all
        return ()


def _deed(action: ActionRow, events: tuple[Event, ...]) -> Deed:
    return Deed(action.number, None if action.action == play.LEAVE else action.seat, play.public(events))


def numbered_events(deeds: Sequence[Deed]) -> list[tuple[int, Event]]:
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
