"""Wakes for the nearest deadline. Deadlines are rows, so none is lost or doubled by a restart."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping

import structlog

from bot.errors import UnderhatError
from storage.rows import Deadline
from storage.store import Store

_LOG = structlog.get_logger(__name__)
LONGEST_NAP = 30.0
"""Seconds after which the clock is read again, whatever it said: clocks are set back, laptops sleep."""
AFTER_ERROR = 10.0
STEP_SECONDS = 1.0
"""A clock that goes back by more than this was set."""


class DeadlineScheduler:
    """Calls what is to be done when its time comes; a handler clears its deadline by being done with it."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        handlers: Mapping[str, Callable[[str], Awaitable[None]]],
        *,
        set_back: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._handlers = handlers
        self._set_back = set_back
        self._latest = clock()
        self._poked = asyncio.Event()

    def poke(self) -> None:
        """Look again, since a deadline was set that may be nearer."""
        self._poked.set()

    async def run(self) -> None:
        """Serve deadlines until cancelled."""
        while True:
            self._poked.clear()  # before the look: a poke during it must end the nap that follows
            nearest = await self._store.next_deadline()
            nap = LONGEST_NAP if nearest is None else min(LONGEST_NAP, max(0.0, nearest - self._clock()))
            try:
                async with asyncio.timeout(nap):
                    await self._poked.wait()
            except TimeoutError:
                if not await self.tick():
                    await asyncio.sleep(AFTER_ERROR)

    async def tick(self) -> bool:
        """Serve what is due now; False when something failed and is to be tried again later."""
        now = self._clock()
        if now < self._latest - STEP_SECONDS and self._set_back:
            _LOG.warning("clock_set_back", seconds=round(self._latest - now))
            await self._set_back()
        self._latest = now
        due = await self._store.due(now)
        return all(await asyncio.gather(*map(self._serve, due)))

    async def _serve(self, deadline: Deadline) -> bool:
        handler = self._handlers.get(deadline.kind)
        try:
            if handler is not None:
                await handler(deadline.key)
            await self._store.clear_deadline(deadline)
        except (UnderhatError, sqlite3.OperationalError) as error:  # the latter: the disk is full, or locked
            _LOG.warning("deadline_failed", kind=deadline.kind, reason=str(error))
            return False
        except Exception:  # noqa: BLE001 - the boundary: one bad deadline must not stop the others
            _LOG.exception("deadline_broken", kind=deadline.kind, key=deadline.key)
            return False
        return True
