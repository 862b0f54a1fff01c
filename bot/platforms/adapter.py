"""The adapter of one chat platform, as the service runs it, and several of them side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.concurrency.tasks import cancel
from bot.messaging import Picture, UpdateHandler

Draw = Callable[[Picture], Awaitable[bytes]]
"""Renders a picture off the event loop and returns a PNG."""


class PlatformAdapter(Protocol):
    """One platform, from the service's side."""

    async def start(self) -> None:
        """Connect and learn who the bot is, waiting while the platform is away.

        Raise SettingError when the platform refuses the token.
        """

    async def run(self, handler: UpdateHandler) -> None:
        """Pass updates to `handler` until `stop` or `stop_receiving` is called."""

    async def stop_receiving(self) -> None:
        """Take no more updates in; messages can still be sent."""

    async def stop(self) -> None:
        """Close all connections. Stopping twice is harmless."""


class AdapterGroup:
    """Several adapters as one.

    The group has started when its first adapter has, so that a platform that is away keeps nobody waiting on another.
    An error that ends one adapter ends the group.
    """

    def __init__(self, adapters: Sequence[PlatformAdapter]) -> None:
        self._adapters = tuple(adapters)
        self._starts: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start all adapters and wait for the first of them."""
        self._starts = [asyncio.create_task(adapter.start(), name="adapter start") for adapter in self._adapters]
        done, _ = await asyncio.wait(self._starts, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()

    async def run(self, handler: UpdateHandler) -> None:
        """Run each adapter from the moment it has started. Raise the first error of any."""
        running = [
            asyncio.create_task(_run(start, adapter, handler), name="adapter")
            for start, adapter in zip(self._starts, self._adapters, strict=True)
        ]
        try:
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            await cancel(*running)

    async def stop_receiving(self) -> None:
        """Stop updates of all adapters; one that is still starting gives up."""
        await cancel(*self._starts)
        await asyncio.gather(*(adapter.stop_receiving() for adapter in self._adapters))

    async def stop(self) -> None:
        """Stop all adapters."""
        await cancel(*self._starts)
        await asyncio.gather(*(adapter.stop() for adapter in self._adapters))


async def _run(start: asyncio.Task[None], adapter: PlatformAdapter, handler: UpdateHandler) -> None:
    # Waited for, not awaited: a start that is cancelled by a stop would otherwise look like a cancelled `run`.
    await asyncio.wait([start])
    if not start.cancelled():
        start.result()
        await adapter.run(handler)
