"""Processes beside the event loop, for drawing and for thinking: neither may take the interpreter's lock from it.

Measured with 50 groups at play: drawing in a thread takes the lock for longer than all the rest of the work together.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

LOOK_SECONDS = 1.0
"""How soon a worker notices that the process it works for is gone (killed, so that it could say nothing)."""

P = ParamSpec("P")
T = TypeVar("T")


def process_executor(count: int = 1, nice: int = 0) -> ProcessPoolExecutor:
    """Give an executor of processes; what they are to do must be picklable. They start with the first work.

    `nice` is how far they give way to the process that answers presses.
    """
    # Not forked: a fork of a process with threads may hold their locks for ever.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=context, initializer=_settle_in, initargs=(os.getpid(), nice))


def thread_executor() -> Executor:
    """Give two threads, for those who can wait for the lock."""
    return ThreadPoolExecutor(2, thread_name_prefix="worker")


class WorkerPool:
    """An executor that is hired with the first work, and anew when somebody ended its processes.

    One event loop may use it. As many works run at once as the executor has hands; the others wait in their order.
    """

    def __init__(self, hire: Callable[[], Executor]) -> None:
        self._hire = hire
        self._pool: Executor | None = None
        self._hiring = asyncio.Lock()

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something done and give its result; what it raises is raised here."""
        pool = await self._hired(None)
        try:
            return await _ask(pool, work, *args, **kwargs)
        except BrokenExecutor:
            return await _ask(await self._hired(pool), work, *args, **kwargs)

    def close(self) -> None:
        """Let what is being done finish, drop what waits, and end the threads or processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    async def _hired(self, broken: Executor | None) -> Executor:
        """Give the executor, a new one in place of a broken one. Hiring starts processes: that is for a thread."""
        async with self._hiring:
            if self._pool is None or self._pool is broken:
                self._pool = await asyncio.to_thread(self._hire)
            return self._pool


async def _ask(pool: Executor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    # Submitting may start a process and write into a pipe: neither is for the event loop.
    job = await asyncio.to_thread(pool.submit, work, *args, **kwargs)
    return await asyncio.wrap_future(job)


def _settle_in(parent: int, nice: int) -> None:
    """Let Ctrl-C be the parent's to answer, and end when the parent has ended without a word."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    threading.Thread(target=_watch, args=(parent,), daemon=True, name="watch").start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(0)
