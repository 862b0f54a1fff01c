"""The adapter of one chat platform, as the service runs it, and several of them side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

import msgspec
import structlog

from bot.concurrency.backoff import Backoff
from bot.concurrency.tasks import cancel, run_until
from bot.errors import OtherInstance, SettingError
from bot.messaging import Picture, UpdateHandler

_LOG = structlog.get_logger(__name__)

Draw = Callable[[Picture], Awaitable[bytes]]
"""Renders a picture off the event loop and returns a PNG."""


class PlatformHealth(msgspec.Struct, frozen=True, kw_only=True):
    """How a platform is, as its adapter sees it.

    `serving`: updates come in. `silent`: seconds since something was heard of it, or since it was made. `problem`: what
    keeps it from serving and will not pass by itself, "" if nothing. `waits`: seconds until the platform lets us
    connect, which a restart would not shorten. `details`: more, for the answer of `/healthz`.
    """

    serving: bool
    silent: float
    problem: str = ""
    waits: float = 0.0
    details: dict[str, Any] = msgspec.field(default_factory=dict)


class PlatformAdapter(Protocol):
    """One platform, from the service's side."""

    async def start(self) -> None:
        """Connect and learn who the bot is, waiting while the platform is away.

        Raise SettingError when the platform refuses the token.
        """

    async def run(self, handler: UpdateHandler) -> None:
        """Pass updates to `handler` until `stop` or `stop_receiving` is called.

        After an error it may be started and run again.
        """

    async def stop_receiving(self) -> None:
        """Take no more updates in; messages can still be sent."""

    async def stop(self) -> None:
        """Close all connections. Stopping twice is harmless."""


class GroupTiming(msgspec.Struct, frozen=True):
    """Times in seconds; other values are for tests."""

    retry: float = 60.0
    """The pause before a platform that has ended is started again; it doubles."""
    longest_retry: float = 1800.0
    newcomer: float = 300.0
    """For how long a process counts as a newcomer, which gives way to another one with its token."""


class AdapterGroup:
    """Several adapters as one, by the names of their platforms.

    The group has started when its first adapter has, so that a platform that is away keeps nobody waiting on another.
    One that ends with an error is started again, slowly, while another serves; with the last of them the group ends.
    `on_end` is told a platform and why it has ended, or "" once it serves again.
    """

    def __init__(
        self,
        adapters: Mapping[str, PlatformAdapter],
        on_end: Callable[[str, str], None] = lambda _platform, _reason: None,
        timing: GroupTiming | None = None,
    ) -> None:
        self._adapters = dict(adapters)
        self._on_end = on_end
        self._timing = timing or GroupTiming()
        self._starts: dict[str, asyncio.Task[None]] = {}
        self._ended: set[str] = set()
        self._began = 0.0
        self._stopping = asyncio.Event()

    async def start(self) -> None:
        """Start all adapters and wait for the first that does. Raise the first error if none does."""
        self._began = asyncio.get_running_loop().time()
        self._starts = {
            name: asyncio.create_task(adapter.start(), name="adapter start") for name, adapter in self._adapters.items()
        }
        waiting: set[asyncio.Task[None]] = set(self._starts.values())
        errors: list[BaseException] = []
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            failed = [error for task in done if not task.cancelled() and (error := task.exception()) is not None]
            errors += failed
            if len(failed) < len(done):
                return
            if any(isinstance(error, OtherInstance) for error in failed):
                break
        raise errors[-1]

    async def run(self, handler: UpdateHandler) -> None:
        """Run each adapter from the moment it has started. Raise the error of the last that serves.

        Raise OtherInstance of any while the process is a newcomer: whoever serves the one token serves the others.
        """
        running = [
            asyncio.create_task(self._serve(name, adapter, handler), name="adapter")
            for name, adapter in self._adapters.items()
        ]
        try:
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            await cancel(*running)

    async def stop_receiving(self) -> None:
        """Stop updates of all adapters; one that is still starting gives up."""
        self._stopping.set()
        await cancel(*self._starts.values())
        await asyncio.gather(*(adapter.stop_receiving() for adapter in self._adapters.values()))

    async def stop(self) -> None:
        """Stop all adapters."""
        self._stopping.set()
        await cancel(*self._starts.values())
        await asyncio.gather(*(adapter.stop() for adapter in self._adapters.values()))

    async def _serve(self, name: str, adapter: PlatformAdapter, handler: UpdateHandler) -> None:
        loop = asyncio.get_running_loop()
        backoff = Backoff(self._timing.retry, self._timing.longest_retry)
        while not self._stopping.is_set():
            began = loop.time()
            try:
                await self._start(name, adapter)
                if self._stopping.is_set():
                    return
                self._ended.discard(name)
                self._on_end(name, "")
                await adapter.run(handler)
                return
            except Exception as error:
                self._ended.add(name)
                is_newcomer = loop.time() - self._began < self._timing.newcomer
                if self._ended == set(self._adapters) or (is_newcomer and isinstance(error, OtherInstance)):
                    raise
                if loop.time() - began > self._timing.longest_retry:
                    backoff.reset()
                wait = backoff.next()
                self._tell_end(name, error, wait)
            await run_until(self._stopping, asyncio.sleep(wait))

    def _tell_end(self, name: str, error: Exception, wait: float) -> None:
        expected = isinstance(error, (SettingError, OtherInstance))
        reason = str(error) if expected else type(error).__name__
        _LOG.error("platform_ended", platform=name, reason=reason, again_in=wait, exc_info=None if expected else error)
        self._on_end(name, reason)

    async def _start(self, name: str, adapter: PlatformAdapter) -> None:
        start = self._starts[name]
        if name in self._ended and start.done():
            await run_until(self._stopping, adapter.start())
            return
        # Waited for, not awaited: a start that is cancelled by a stop would otherwise look like a cancelled `run`.
        await asyncio.wait([start])
        if not start.cancelled():
            start.result()
