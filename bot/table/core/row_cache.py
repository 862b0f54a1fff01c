"""A cache of rows that is written through."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")

FRESH_SECONDS = 1.0
"""How long a row counts as known after it was read, where other processes write rows as well."""


class RowCache(Generic[K, R]):
    """Rows as they were read or written last; `shared`: other processes write them as well."""

    def __init__(self, most: int, *, shared: bool) -> None:
        self._shared = shared
        self._rows: LRUCache[K, tuple[R, float]] = LRUCache(most)
        self._writes: Counter[K] = Counter()

    def known(self, key: K) -> R | None:
        """Return what is in memory, however long ago it was read."""
        found = self._rows.get(key)
        return None if found is None else found[0]

    async def get(self, key: K, read: Callable[[K], Awaitable[R]], *, now: bool = False) -> R:
        """Return a row, read anew if it may have changed; `now`: if it may have changed at all since."""
        found = self._rows.get(key)
        if found is None or (self._shared and (now or time.monotonic() - found[1] > FRESH_SECONDS)):
            asked = time.monotonic()
            return self.keep(key, await read(key), asked)
        return found[0]

    def keep(self, key: K, row: R, asked: float) -> R:
        """Keep a row that was asked for at a time (monotonic), unless a newer one is here. Return which it is."""
        found = self._rows.get(key)
        if found is None or (self._shared and found[1] <= asked and key not in self._writes):
            self._rows[key] = row, asked
            return row
        return found[0]

    async def write_through(self, key: K, row: R, save: Callable[[], Awaitable[None]]) -> None:
        """Keep a row and save it; one that could not be saved is read anew."""
        self._rows[key] = row, time.monotonic()  # first, so that whoever changes this row meanwhile changes the new one
        self._writes[key] += 1
        try:
            await save()
        except BaseException:
            self.forget(key)  # nobody is told what is not written
            raise
        finally:
            self._writes[key] -= 1
            if not self._writes[key]:
                del self._writes[key]
        if (kept := self.known(key)) is not None:
            self._rows[key] = kept, time.monotonic()  # what was asked for before it was written is not newer

    def forget(self, key: K) -> None:
        """Have a row read anew."""
        self._rows.pop(key, None)

    def clear(self) -> None:
        """Have every row read anew."""
        self._rows.clear()
