"""Tasks in the background whose failures are heard of."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

import structlog

_LOG = structlog.get_logger(__name__)
DRAIN_SECONDS = 2.0
"""Seconds that what is in flight gets at a stop."""
BACKOFF = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds between tries while the platform gives no answer; the last one is repeated."""


def spawn(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """Start a task; an error that ends it is logged at once, not when the garbage is collected."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_report)
    return task


async def drain(tasks: Iterable[asyncio.Task[None]], seconds: float) -> None:
    """Let tasks end by themselves for a moment, so that what they have sent is noted; then cancel the rest."""
    left = set(tasks)
    if left:
        _, left = await asyncio.wait(left, timeout=seconds)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _LOG.error("task_failed", task=task.get_name(), exc_info=error)
