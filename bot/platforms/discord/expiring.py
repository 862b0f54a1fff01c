"""Private answers that are taken away when their time ends: a chat must not become a notebook.

Only the token of the interaction that showed an answer can take it away, for a quarter of an hour, and only while this
process lives: what is left after that goes when the person's client starts anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

LONGEST_SECONDS = 14 * 60.0
"""A token is good for fifteen minutes (PLATFORMS B4)."""


class ExpiringAnswers:
    """The answers that wait to be taken away, by message."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def shown(self, message: int, seconds: float, take_away: Callable[[], Awaitable[None]]) -> None:
        """Let a message that has just been shown last so many seconds from now; 0 lets it stay."""
        self.forget(message)
        if seconds > 0:
            task = asyncio.create_task(_later(min(seconds, LONGEST_SECONDS), take_away), name="fading")
            self._tasks[message] = task
            task.add_done_callback(lambda done: self._ended(message, done))

    def forget(self, message: int) -> None:
        """Let a message be: it is gone, or shows something else now."""
        task = self._tasks.pop(message, None)
        if task is not None:
            task.cancel()

    def stop(self) -> None:
        """Take nothing away any more."""
        for message in list(self._tasks):
            self.forget(message)

    def _ended(self, message: int, done: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is done:
            del self._tasks[message]


async def _later(seconds: float, take_away: Callable[[], Awaitable[None]]) -> None:
    await asyncio.sleep(seconds)
    await take_away()
