"""A lock for the connections that write: urgent waiters first, then in order of arrival."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PriorityLock:
    """An `asyncio.Semaphore` with two queues, so that a press waits for no backlog of notes about boards.

    `places` is how many may hold it at once. A holder is never interrupted.
    """

    def __init__(self, places: int = 1) -> None:
        self._free = places
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def hold(self, *, urgent: bool = False) -> AsyncIterator[None]:
        """Hold the lock for the length of a block."""
        await self._acquire(self._urgent if urgent else self._others)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, queue: deque[asyncio.Future[None]]) -> None:
        if self._free:
            self._free -= 1
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._release()  # the lock had just been handed over
            raise

    def _release(self) -> None:
        for queue in (self._urgent, self._others):
            while queue:
                waiter = queue.popleft()
                if not waiter.done():
                    waiter.set_result(None)
                    return
        self._free += 1
