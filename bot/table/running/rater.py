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

    A game's ratings and the mark that it is rated are one transaction, so a kill loses and doubles nothing. `on_rated`
    is told what a game made of ratings; that is for show and lost in a kill.
    """

    def __init__(
        self, store: Store, on_rated: Callable[[Contest, Sequence[RatingRow]], Awaitable[None]] | None = None
    ) -> None:
        self._store = store
        self._on_rated = on_rated
        # A game ends while another is rated: two at once would read the same ratings and refuse each other's write.
        self._lock = asyncio.Lock()

    async def catch_up(self) -> None:
        """Rate every game that waits."""
        async with self._lock:
            tries = TRIES
            while tries and (contest := await self._store.unrated()):
                try:
                    ratings = rated(contest)
                    await self._store.rate(contest, ratings)
                    if self._on_rated is not None:
                        await self._on_rated(contest, ratings)
                    tries = TRIES
                except StaleVersion:  # the next process is at it too, or somebody's data was just deleted
                    tries -= 1
            if not tries:
                _LOG.warning("ratings_wait")
