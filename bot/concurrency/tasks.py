"""Tasks: in the background, until an event, to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Iterable
from typing import Any, TypeVar

import structlog

from bot.errors import ChatError, DamagedRecord, StaleVersion, StoreAway

_LOG = structlog.get_logger(__name__)
DRAIN_SECONDS = 2.0
"""Seconds that what is in flight gets at a stop."""

T = TypeVar("T")


def spawn(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """Start a task; an error that ends it is logged at once, not when the garbage is collected."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_report)
    return task


async def run_until(stopping: asyncio.Event, work: Awaitable[T]) -> T | None:
    """Return the result of `work`, or None when the event is set first; the work is cancelled then."""
    task, stop = asyncio.ensure_future(work), asyncio.ensure_future(stopping.wait())
    try:
        await asyncio.wait([task, stop], return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        await cancel(task, stop)


async def cancel(*tasks: asyncio.Future[Any]) -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def drain(tasks: Iterable[asyncio.Task[None]], seconds: float) -> int:
    """Wait `seconds` for tasks to end, so that what they sent is noted; cancel the rest and return their number."""
    left = set(tasks)
    if left:
        _, left = await asyncio.wait(left, timeout=seconds)
    await cancel(*left)
    return len(left)


class Background:
    """Work that is done beside what somebody waits for, and not worth repeating when it fails."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Start some work, and return its task.

        A refusal of the platform, that somebody else was first, or that the database takes or tells nothing, is logged
        and forgotten.
        """
        task = spawn(_guarded(work), "background")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    async def settled(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)  # from 3.14 on `gather` lets nobody run where all have ended already

    async def stop(self) -> None:
        """Wait a moment for it to end, then cancel the rest."""
        await drain(self._tasks, DRAIN_SECONDS)


async def _guarded(work: Awaitable[None]) -> None:
    try:
        await work
    except (ChatError, StaleVersion, DamagedRecord, StoreAway) as error:
        _LOG.info("chore_failed", reason=str(error))


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _LOG.error("task_failed", task=task.get_name(), exc_info=error)
