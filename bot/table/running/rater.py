"""Rates finished games beside the presses, in the order in which they ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from bot.errors import StaleVersion
from bot.table.model.ratings import rated
from storage.rows import Contest, RatingRow
from storage.store import Store

TRIES = 5
_LOG = structlog.get_logger(__name__)


class Rater:
    """Rates what waits for it, beside the presses.

    A game's ratings and the mark that it is rated are one transaction, so a kill loses and doubles nothing. `write`
    makes it, of the game and its ratings, and raises StaleVersion; by default it is `Store.rate`.
    """

    def __init__(
        self, store: Store, write: Callable[[Contest, Sequence[RatingRow]], Awaitable[None]] | None = None
    ) -> None:
        self._store = store
        self._write = write or store.rate
        # A game ends while another is rated: two at once would read the same ratings and refuse each other's write.
        self._lock = asyncio.Lock()

    async def catch_up(self) -> None:
        """Rate every game that waits."""
        async with self._lock:
            tries = TRIES
            while tries and (contest := await self._store.unrated()):
                try:
                    await self._write(contest, rated(contest))
                    tries = TRIES
                except StaleVersion:  # the next process is at it too, or somebody's data was just deleted
                    tries -= 1
            if not tries:
                _LOG.warning("ratings_wait")
