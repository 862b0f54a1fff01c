"""Writes down what a chat has just been shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.concurrency.backoff import Backoff
from bot.errors import StoreAway

_LOG = structlog.get_logger(__name__)
FIRST, LONGEST = 0.5, 10.0


async def noted(write: Callable[[], Awaitable[None]]) -> None:
    """Write which message shows something, however long nothing can be written, as on a full disk.

    What is not noted would be sent again, and a secret never taken away. A stop or a kill meanwhile is like one between
    sending and noting: the next process deals with it.
    """
    backoff = Backoff(FIRST, LONGEST)
    while True:
        try:
            return await write()
        except StoreAway as error:
            wait = backoff.next()
            _LOG.warning("note_waits", error=str(error), again_in=wait)
            await asyncio.sleep(wait)
