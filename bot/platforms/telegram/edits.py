"""Edits that follow an answer (rule pages, menus): in the background, the latest of each message wins."""

from __future__ import annotations

import asyncio

import structlog

from bot.errors import ChatError, ChatUnavailable, SlowDown
from bot.messaging import Platform, Post
from storage.ids import MessageId, Place

_TRIES = 5
_PAUSE_SECONDS = 0.1
_LOG = structlog.get_logger(__name__)


class LatestEdits:
    """One edit in flight for each message; what is asked for meanwhile replaces what waits."""

    def __init__(self, chat: Platform, *, pause: float = _PAUSE_SECONDS) -> None:
        self._chat = chat
        self._pause = pause
        self._wanted: dict[tuple[Place, MessageId], Post] = {}
        self._tasks: dict[tuple[Place, MessageId], asyncio.Task[None]] = {}

    def show(self, place: Place, message: MessageId, post: Post) -> None:
        """Make a message show this post, soon."""
        key = place, message
        self._wanted[key] = post
        task = self._tasks.get(key)
        if task is None or task.done():
            self._tasks[key] = task = asyncio.create_task(self._work(place, message))
            task.add_done_callback(lambda done: self._forget(key, done))

    async def drain(self, seconds: float) -> None:
        """Finish what can be finished in so many seconds and drop the rest."""
        tasks = list(self._tasks.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()

    def _forget(self, key: tuple[Place, MessageId], done: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is done:
            del self._tasks[key]

    async def _work(self, place: Place, message: MessageId) -> None:
        key = place, message
        failures = 0
        while key in self._wanted and failures < _TRIES:
            try:
                await self._edit(place, message)
            except (SlowDown, ChatUnavailable):
                failures += 1  # an edit may be repeated: showing the same twice is no harm
                await asyncio.sleep(self._pause * 2**failures)
            except ChatError as error:
                self._wanted.pop(key, None)
                _LOG.info("edit_dropped", chat=place.chat, message=message, error=type(error).__name__)
        self._wanted.pop(key, None)

    async def _edit(self, place: Place, message: MessageId) -> None:
        key = place, message
        async with self._chat.send_permit(place) as permit:
            post = self._wanted[key]
            await permit.edit(message, post)
        if self._wanted.get(key) is post:
            del self._wanted[key]
