"""Turns at the one connection that writes: the urgent come first, else who came first."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Waiter = asyncio.Future[None]


class PriorityLock:
    """A lock that lets those first whom a person waits for: a press, before notes about boards and computers' moves."""

    def __init__(self) -> None:
        self._busy = False
        self._urgent: deque[Waiter] = deque()
        self._others: deque[Waiter] = deque()

    @asynccontextmanager
    async def turn(self, *, urgent: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and hold it to the end of the block."""
        await self._take(self._urgent if urgent else self._others)
        try:
            yield
        finally:
            self._pass_on()

    async def _take(self, line: deque[Waiter]) -> None:
        if not self._busy:
            self._busy = True
            return
        waiter: Waiter = asyncio.get_running_loop().create_future()
        line.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._pass_on()  # the turn had come just before
            raise

    def _pass_on(self) -> None:
        for line in (self._urgent, self._others):
            while line:
                waiter = line.popleft()
                if not waiter.done():
                    waiter.set_result(None)
                    return
        self._busy = False
