"""What is done once a day: what has outlived its use is deleted."""

from __future__ import annotations

import structlog

from bot.table.core.context import TableContext
from storage.rows import Deadline

_LOG = structlog.get_logger(__name__)
DAY = 86_400.0
MAINTENANCE = "upkeep"
"""The kind of deadline at which it is done."""
SEEN_DAYS = 2
"""Days an update id is remembered: platforms repeat updates for at most one."""


async def purge_expired(hub: TableContext, keep_days: int) -> None:
    """Delete games that ended so many days ago and updates long seen, and set the time for the next day."""
    now = hub.clock()
    games = await hub.store.purge(finished_before=now - keep_days * DAY, seen_before=now - SEEN_DAYS * DAY)
    if games:
        _LOG.info("games_purged", games=games)
    await hub.store.set_deadline(Deadline(MAINTENANCE, "", now + DAY))
