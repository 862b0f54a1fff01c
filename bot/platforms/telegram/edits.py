"""Edits that follow an answer (rule pages, menus): in the background, the latest of each message wins."""

from __future__ import annotations

import asyncio
from collections.abc import Set
from contextlib import suppress
from functools import partial

import structlog

from bot.concurrency.backoff import Backoff
from bot.concurrency.publisher import Publisher, Retry
from bot.errors import ChatError, ChatUnavailable, SlowDown
from bot.messaging import Platform, Post
from bot.meter import UNMETERED, Meter
from storage.ids import MessageId, Place

_TRIES = 5
_LOG = structlog.get_logger(__name__)


Key = tuple[Place, MessageId]


class LatestEdits:
    """One edit in flight for each message; what is asked for meanwhile replaces what waits."""

    def __init__(self, chat: Platform, *, first_wait: float = 0.2, meter: Meter = UNMETERED) -> None:
        self._chat = chat
        self._wanted: dict[Key, Post] = {}
        self._failures: dict[Key, int] = {}
        # An edit may be repeated after an error that leaves open whether it was made: the same twice does no harm.
        self._publisher = Publisher(
            "edit",
            self._edit,
            {SlowDown: self._count_failure, ChatUnavailable: self._count_failure, ChatError: self._drop},
            backoff=partial(Backoff, first_wait),
            meter=meter,
        )

    def show(self, place: Place, message: MessageId, post: Post) -> None:
        """Edit a message in the background."""
        self._wanted[place, message] = post
        self._publisher.request((place, message))

    async def settled(self) -> None:
        """Wait until all edits are made or given up."""
        await self._publisher.settled()

    async def drain(self, seconds: float) -> None:
        """Finish what can be finished in so many seconds and drop the rest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.settled()
        await self._publisher.stop(grace=0.0)

    async def _edit(self, key: Key, _: Set[str]) -> None:
        if key not in self._wanted:
            return
        place, message = key
        async with self._chat.send_permit(place) as permit:
            post = self._wanted[key]
            await permit.edit(message, post)
        self._failures.pop(key, None)
        if self._wanted.get(key) is post:
            del self._wanted[key]

    async def _count_failure(self, key: Key, error: ChatError) -> Retry:
        self._failures[key] = self._failures.get(key, 0) + 1
        return Retry.BACK_OFF if self._failures[key] < _TRIES else await self._drop(key, error)

    async def _drop(self, key: Key, error: ChatError) -> Retry:
        self._wanted.pop(key, None)
        self._failures.pop(key, None)
        _LOG.info("edit_dropped", chat=key[0].chat, message=key[1], error=type(error).__name__)
        return Retry.NEVER
