"""Rates finished games beside the presses, in the order in which they ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence, Set

import structlog

from bot.concurrency.publisher import Retry
from bot.concurrency.tasks import spawn
from bot.concurrency.work import LocalWork, Work
from bot.errors import StaleVersion, StoreAway
from bot.table.model.ratings import rated
from storage.rows import Contest, RatingRow
from storage.store import Store

TRIES = 5
PATIENCE = 2.0
"""How long the end of a game waits for its ratings, so that it need not be shown twice."""
_ALL = "all"
"""The one thing to be requested: that whatever waits is rated."""
_LOG = structlog.get_logger(__name__)


class Rater:
    """Rates what waits for it, beside the presses.

    A game's ratings and the mark that it is rated are one transaction, so a kill loses and doubles nothing. `write`
    makes it, of the game and its ratings, and raises StaleVersion; by default it is `Store.rate`. `work` is where
    requests wait.
    """

    def __init__(
        self,
        store: Store,
        write: Callable[[Contest, Sequence[RatingRow]], Awaitable[None]] | None = None,
        work: Work | None = None,
    ) -> None:
        self._store = store
        self._write = write or store.rate
        self._requests = (work or LocalWork()).publisher(
            "rating", self._rate_all, {StoreAway: Retry.BACK_OFF}, key_type=str, lock=lambda _: "ratings"
        )
        # A game ends while another is rated: two at once would read the same ratings and refuse each other's write.
        self._lock = asyncio.Lock()

    def request(self) -> None:
        """Have every game rated that waits."""
        self._requests.request(_ALL)

    @property
    def busy(self) -> bool:
        """Whether ratings are being counted, or are to be."""
        return bool(self._requests.busy)

    async def settled(self) -> None:
        """Wait until no rating is left to be counted."""
        await self._requests.settled()

    async def done(self, table: str) -> None:
        """Wait until the game that has just ended at a table is rated, but not for long."""
        if not self._store.shared:
            if self.busy:
                await asyncio.wait([spawn(self.settled(), "ratings")], timeout=PATIENCE)
        elif await self._store.waits_for_rating(table):
            # Whichever process was asked may be busy with something else.
            await asyncio.wait([spawn(self._try_now(), "ratings")], timeout=PATIENCE)

    async def _try_now(self) -> None:
        with contextlib.suppress(StoreAway):  # it is requested as well
            await self.catch_up()

    async def _rate_all(self, _: str, __: Set[str]) -> None:
        await self.catch_up()

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
