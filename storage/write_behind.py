"""Statements that need no transaction of their own: the next one takes them along, whoever's it is.

A commit waits for the disk, however little is in it. What has only to be written soon, or beside what leads to it, is
kept here until somebody commits; whoever can wait no longer opens a transaction for it (`write`).

What is wrong with it must not keep others from writing: once a transaction that took it along has failed for the
database's sake, it goes by itself until that succeeds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any

from storage.errors import StoreError
from storage.statement import Statement


class WriteBehind:
    """Statements by key that wait for a transaction; two of one key are never under way at once.

    One whose transaction fails waits for the next, and may be carried out again: it has to do no harm then.
    """

    def __init__(self) -> None:
        self._waiting: dict[Hashable, Statement] = {}
        self._tried: set[Hashable] = set()
        """Of those that wait, which a transaction had taken whose end is not known."""
        self._in_flight: set[Hashable] = set()
        self._fewer = asyncio.Event()
        self._alone = self._now = False

    def __len__(self) -> int:
        """Return how many are not known to be written."""
        return len(self._waiting) + len(self._in_flight)

    def add(self, key: Hashable, statement: Statement) -> None:
        """Have a statement carried out with the next transaction, in place of one that waits under the same key."""
        self._waiting[key] = statement

    def waiting(self, key: Hashable) -> Statement | None:
        """Return the statement that waits under a key, which no transaction has taken along yet."""
        return self._waiting.get(key)

    def is_left(self, key: Hashable) -> bool:
        """Return whether something of a key is not known to be written."""
        return key in self._waiting or key in self._in_flight

    def forget(self, key: Hashable) -> bool:
        """Let a statement wait no longer. Return whether it is certain that it was never carried out."""
        tried = key in self._in_flight or key in self._tried
        self._tried.discard(key)
        waited = self._waiting.pop(key, None) is not None
        self._fewer.set()
        return waited and not tried

    async def gone(self, keys: Collection[Hashable]) -> None:
        """Wait until the statements of these keys are written, or forgotten."""
        while any(map(self.is_left, keys)):
            self._fewer.clear()
            await self._fewer.wait()

    async def write(self, begin: Callable[[], AbstractAsyncContextManager[object]]) -> None:
        """Write what waits, at the latest in a transaction for it alone, which `begin` opens. Raise StoreError."""
        asked = {*self._waiting, *self._in_flight}
        while left := [*filter(self.is_left, asked)]:
            if all(key in self._in_flight for key in left):
                self._fewer.clear()
                await self._fewer.wait()
            else:
                async with begin():
                    self._now = True  # nothing is awaited until the engine asks what goes along

    @contextmanager
    def along(self, do: Callable[..., Any]) -> Iterator[None]:
        """Add what waits to a transaction by its `do`; it is to be committed in the block."""
        if self._alone and not self._now:
            yield
            return
        self._now = False
        free = sorted((key for key in self._waiting if key not in self._in_flight), key=str)  # all lock in one order
        taken = {key: self._waiting.pop(key) for key in free}
        self._in_flight.update(taken)
        for statement in taken.values():
            do(statement.sql, statement.values)
        try:
            yield
        except BaseException as error:
            self._waiting = {**taken, **self._waiting}
            self._tried.update(taken)
            self._alone = self._alone or (bool(taken) and isinstance(error, StoreError))
            raise
        else:
            self._tried.difference_update(taken)
            self._alone = self._alone and not taken
        finally:
            self._in_flight.difference_update(taken)
            self._fewer.set()
