"""Renders pictures off the event loop, each once.

A slow picture must not delay the answer to a press (survive-89, survive-90).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from types import TracebackType
from typing import Self

from cachetools import LRUCache

from bot.messaging import Picture
from bot.meter import UNMETERED, Meter
from bot.worker_pool import PATIENCE, WorkerPool, thread_executor


class RenderCache:
    """Renders `Picture`s in an executor, and keeps the most recently used ones by key. For one event loop.

    Callers of a key that is being rendered share one job; one that is cancelled does not cancel it for the others. A
    drawing that hangs fails, see `WorkerPool` for `patience`.
    """

    def __init__(
        self,
        executor_factory: Callable[[], Executor] = thread_executor,
        kept: int = 64,
        patience: float = PATIENCE,
        meter: Meter = UNMETERED,
    ) -> None:
        self._meter = meter
        self._workers = WorkerPool(executor_factory, patience)
        self._drawn: LRUCache[str, bytes] = LRUCache(kept)
        self._drawing: dict[str, asyncio.Future[bytes]] = {}

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

    def close(self) -> None:
        """Finish what is being rendered, drop what waits, and end the threads or processes."""
        self._workers.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    def _finish(self, key: str, done: asyncio.Future[bytes], began: float) -> None:
        del self._drawing[key]
        if not done.cancelled() and done.exception() is None:
            self._drawn[key] = done.result()
            self._meter.drew(done.get_loop().time() - began)
