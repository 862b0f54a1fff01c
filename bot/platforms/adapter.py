"""Several platforms as one door: each opens when its platform is there, and none waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from bot.messaging import UpdateHandler


class PlatformAdapter(Protocol):
    """One platform, from the service's side."""

    async def start(self) -> None:
        """Learn who the bot is, waiting for a platform that is away. Raises SettingError for a refused token."""
        ...

    async def run(self, handler: UpdateHandler) -> None:
        """Hand what happens to the desk until `stop`."""
        ...

    async def stop_intake(self) -> None:
        """Take nothing more in; what is to be shown can still be sent."""
        ...

    async def stop(self) -> None:
        """Close everything. Stopping twice is harmless."""
        ...


class AdapterGroup:
    """Doors side by side. They have started when the first one has; what ends one with an error ends all."""

    def __init__(self, adapters: Sequence[PlatformAdapter]) -> None:
        self._adapters = tuple(adapters)
        self._starts: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start all doors and wait for the first."""
        self._starts = [asyncio.create_task(adapter.start(), name="door start") for adapter in self._adapters]
        done, _ = await asyncio.wait(self._starts, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()

    async def run(self, handler: UpdateHandler) -> None:
        """Let each door serve as soon as it has started. The first error of one is raised."""
        serving = [
            asyncio.create_task(_serve(start, adapter, handler), name="door")
            for start, adapter in zip(self._starts, self._adapters, strict=True)
        ]
        try:
            done, _ = await asyncio.wait(serving, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            for task in serving:
                task.cancel()
            await asyncio.gather(*serving, return_exceptions=True)

    async def stop_intake(self) -> None:
        """Let all doors take nothing more in; one that still waits for its platform gives up."""
        for start in self._starts:
            start.cancel()
        await asyncio.gather(*self._starts, return_exceptions=True)
        await asyncio.gather(*(adapter.stop_intake() for adapter in self._adapters))

    async def stop(self) -> None:
        """Close all doors."""
        for start in self._starts:
            start.cancel()
        await asyncio.gather(*self._starts, return_exceptions=True)
        await asyncio.gather(*(adapter.stop() for adapter in self._adapters))


async def _serve(start: asyncio.Task[None], adapter: PlatformAdapter, handler: UpdateHandler) -> None:
    await asyncio.wait([start])
    if not start.cancelled():
        start.result()
        await adapter.run(handler)
