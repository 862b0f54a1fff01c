"""Locks that hold over all processes, such as that of what lies in a private chat."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from weakref import WeakValueDictionary

from bot.concurrency.backoff import Backoff
from storage.store import Store

FIRST, LONGEST = 0.02, 0.5
"""Seconds after which it is asked again whether another process is ready."""


class LeasedLocks:
    """Has what is done under a name wait for each other; the wait ends with the process that is waited for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @contextlib.asynccontextmanager
    async def take(self, name: str) -> AsyncIterator[None]:
        """Wait until nobody does anything under a name, and keep others from it meanwhile. Raise StoreAway."""
        async with self._locks.setdefault(name, asyncio.Lock()):
            if not self._store.shared:
                yield
                return
            backoff = Backoff(FIRST, LONGEST)
            while not await self._store.leases.acquire(name):  # noqa: ASYNC110 - another process has it
                await asyncio.sleep(backoff.next())
            try:
                yield
            finally:
                await self._store.leases.release(name)
