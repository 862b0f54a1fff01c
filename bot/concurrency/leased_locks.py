"""Locks that hold over all processes, such as that of what lies in a private chat."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from weakref import WeakValueDictionary

from bot.concurrency.backoff import Backoff
from storage.leases import Leases

FIRST, LONGEST = 0.02, 0.5
"""The first and the longest wait before a lease that another process has is asked for again, in seconds."""


class LeasedLocks:
    """A lock for each name, held by one task of one process at a time; it is released if that process ends."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @contextlib.asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        """Acquire the lock of a name, and release it at the end. Raise StoreAway."""
        async with self._locks.setdefault(name, asyncio.Lock()):
            backoff = Backoff(FIRST, LONGEST)
            while not await self._leases.acquire(name):  # noqa: ASYNC110 - another process has it
                await asyncio.sleep(backoff.next())
            try:
                yield
            finally:
                await self._leases.release(name)
