"""Runs work of one key in order, and keys side by side (survive-32)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class KeyedQueue:
    """A queue of work for each key. Work starts when all that was added before it under its key has ended."""

    def __init__(self) -> None:
        self._last: dict[Hashable, asyncio.Future[Any]] = {}

    def add(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> asyncio.Task[T]:
        """Add work to the queue of its key and return the task that does it."""
        task = asyncio.create_task(_after(self._last.get(key), work))
        self._last[key] = task
        task.add_done_callback(lambda done: self._forget(key, done))
        return task

    def __len__(self) -> int:
        return len(self._last)

    def _forget(self, key: Hashable, done: asyncio.Future[T]) -> None:
        if self._last.get(key) is done:
            del self._last[key]


async def _after(previous: asyncio.Future[Any] | None, work: Callable[[], Awaitable[T]]) -> T:
    if previous:
        # Waited for, not awaited: its error or cancellation is no concern of what follows.
        await asyncio.wait([previous])
    return await work()
