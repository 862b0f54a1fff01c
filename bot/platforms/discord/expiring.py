"""Private answers that are deleted when their time ends: a chat must not become a notebook.

Only the token of the interaction that showed an answer can delete it, for 15 minutes and while this process lives;
what is left after that disappears when the person's client restarts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

LONGEST_SECONDS = 14 * 60.0
"""Interaction tokens are valid for 15 minutes (docs/platforms.md B4)."""


class ExpiringAnswers:
    """The answers that wait for their deletion, by message id."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def shown(self, message: int, seconds: float, delete: Callable[[], Awaitable[None]]) -> None:
        """Delete a message that has just been shown in so many seconds; 0 keeps it."""
        self.forget(message)
        if seconds > 0:
            task = asyncio.create_task(_later(min(seconds, LONGEST_SECONDS), delete), name="expiring answer")
            self._tasks[message] = task
            task.add_done_callback(lambda done: self._ended(message, done))

    def forget(self, message: int) -> None:
        """Keep a message after all: it is gone, or shows something else now."""
        task = self._tasks.pop(message, None)
        if task is not None:
            task.cancel()

    def stop(self) -> None:
        """Cancel all deletions."""
        for message in list(self._tasks):
            self.forget(message)

    def _ended(self, message: int, done: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is done:
            del self._tasks[message]


async def _later(seconds: float, delete: Callable[[], Awaitable[None]]) -> None:
    await asyncio.sleep(seconds)
    await delete()
