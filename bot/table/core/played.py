"""Games that have ended, played again face up from their history."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from cachetools import LRUCache

from bot.engine.replay import PlayedScene, RecordedMove, scenes
from bot.errors import DamagedRecord, Refusal, RunningGame
from bot.i18n.lazy import lazy
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.model import play

KEPT = 4
"""Games kept in memory: one is looked at move by move."""
# NOTE: Alert: the replay or the film was asked for too early.
STILL_RUNS = lazy("This game is still going. You can see all of it once it’s over.")
# NOTE: Alert. "Rules" of an older version of the bot.
NOT_REPLAYED = lazy("I can’t replay this game: it was played under older rules, or its record is damaged.")


@dataclass(frozen=True)
class PlayedGames:
    """The scenes of games that have ended."""

    services: Services
    _kept: LRUCache[str, tuple[PlayedScene, ...]] = field(default_factory=lambda: LRUCache(KEPT))

    async def scenes(self, table: Table) -> tuple[PlayedScene, ...]:
        """Return a game from its deal to its end. Raise Refusal for one that runs, never began, or cannot be read."""
        record = table.record
        if record.live:
            raise Refusal(STILL_RUNS)
        if table.state is None:
            raise Refusal(NOT_REPLAYED)
        found = self._kept.get(record.id)
        if found is None:
            actions = await self.services.store.actions(record.id)
            moves = tuple(RecordedMove(action.seat, action.action) for action in actions if action.seat is not None)
            if len(moves) != record.moves:
                raise Refusal(NOT_REPLAYED)
            try:
                found = await asyncio.to_thread(scenes, table.game.rules, play.history_of(record, moves))
            except (DamagedRecord, RunningGame) as error:
                raise Refusal(NOT_REPLAYED) from error
            self._kept[record.id] = found
        return found
