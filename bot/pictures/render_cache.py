"""Renders pictures off the event loop, each once.

A slow picture must not delay the answer to a press (survive-89, survive-90).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from types import TracebackType
from typing import Self

from cachetools import LRUCache

from bot.memory import give_back
from bot.messaging import Picture
from bot.meter import UNMETERED, Meter
from bot.pictures import kept as images
from bot.worker_pool import PATIENCE, WorkerHung, WorkerPool, WorkersClosed, thread_executor

IDLE = 60.0
"""Seconds without a drawing after which those who draw rest: a slow game at one table shows more than that."""

GIVES_BACK_AFTER = 100
"""Drawings after which the memory that they have freed is given back, which takes 8 ms.

glibc would keep more of it from hour to hour, as images that stay lie between those that have gone.
"""


class RenderCache:
    """Renders `Picture`s in an executor, and keeps the most recently used ones by key. For one event loop.

    Callers of a key that is being rendered share one job; one that is cancelled does not cancel it for the others. A
    drawing that hangs fails, see `WorkerPool` for `patience`. After `idle` seconds without any, what was drawn is kept
    in little memory.
    """

    def __init__(
        self,
        executor_factory: Callable[[], Executor] = thread_executor,
        kept: int = 64,
        patience: float = PATIENCE,
        meter: Meter = UNMETERED,
        idle: float = IDLE,
    ) -> None:
        self._meter = meter
        self._workers = WorkerPool(executor_factory, patience)
        self._drawn: LRUCache[str, bytes] = LRUCache(kept)
        self._drawing: dict[str, asyncio.Future[bytes]] = {}
        self._idle = idle
        self._falls_idle: asyncio.TimerHandle | None = None
        self._resting: asyncio.Future[None] | None = None
        self._drawn_since = 0
        """How many were drawn since memory was given back."""
        self._giving_back: asyncio.Future[None] | None = None

    async def draw(self, picture: Picture) -> bytes:
        """Return a picture's bytes. An error of its `draw` is raised to every waiting caller, and not kept."""
        if picture.key in self._drawn:
            self._meter.pictured("cache")
            return self._drawn[picture.key]
        job = self._drawing.get(picture.key)
        self._meter.pictured("shared" if job else "drawn")
        if job is None:
            began = asyncio.get_running_loop().time()
            job = asyncio.ensure_future(self._workers.do(picture.draw))
            self._drawing[picture.key] = job
            job.add_done_callback(lambda done: self._finish(picture.key, done, began))
        return await asyncio.shield(job)

    async def rest(self) -> None:
        """Let those who draw keep what they have in little memory: nothing is to be drawn for a while.

        Bringing back what a board needs takes some milliseconds.
        """
        await self._save_memory(images.rest)

    def close(self) -> None:
        """Finish what is being rendered, drop what waits, and end the threads or processes."""
        self._workers.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    async def _save_memory(self, work: Callable[[], None]) -> None:
        # Where it cannot be done it isn't needed either: the next process begins with little.
        with contextlib.suppress(BrokenExecutor, WorkerHung, WorkersClosed, MemoryError):
            await self._workers.do(work)

    def _finish(self, key: str, done: asyncio.Future[bytes], began: float) -> None:
        del self._drawing[key]
        if not done.cancelled() and done.exception() is None:
            self._drawn[key] = done.result()
            self._meter.drew(done.get_loop().time() - began)
        self._drawn_since += 1
        if self._drawn_since >= GIVES_BACK_AFTER:
            self._drawn_since = 0
            self._giving_back = asyncio.ensure_future(self._save_memory(give_back))
        if self._falls_idle is not None:
            self._falls_idle.cancel()
        self._falls_idle = done.get_loop().call_later(self._idle, self._fall_idle)

    def _fall_idle(self) -> None:
        if not self._drawing:
            self._resting = asyncio.ensure_future(self.rest())
