"""Worker processes for rendering and for computer players, which would take the GIL from the event loop.

Measured with 50 groups at play: rendering in a thread holds the GIL longer than all other work together.
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
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar, cast

LOOK_SECONDS = 1.0
"""How soon a worker notices that its parent process was killed."""

LOWEST = 15
"""What work that nobody waits for adds to the niceness of the process that answers presses."""

P = ParamSpec("P")
T = TypeVar("T")


def process_executor(count: int = 1, nice: int = 0) -> ProcessPoolExecutor:
    """Return an executor of processes, which start with the first job. Jobs must be picklable.

    `nice` is added to the niceness of the process that answers presses.
    """
    # Not forked: a fork of a process with threads may hold their locks for ever.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=context, initializer=_settle_in, initargs=(os.getpid(), nice))


def thread_executor() -> Executor:
    """Return an executor of two threads, for tests and tools."""
    return ThreadPoolExecutor(2, thread_name_prefix="worker")


class WorkerPool:
    """An executor that is made with the first job, and again when its processes were ended. For one event loop."""

    def __init__(self, executor_factory: Callable[[], Executor]) -> None:
        self._executor_factory = executor_factory
        self._pool: Executor | None = None
        self._making = asyncio.Lock()  # jobs that find the executor broken at the same time get one new one

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the executor and return its result, or raise its error."""
        pool = await self._executor(None)
        try:
            return await _ask(pool, work, *args, **kwargs)
        except BrokenExecutor:
            return await _ask(await self._executor(pool), work, *args, **kwargs)

    def close(self) -> None:
        """Finish the running jobs, drop those that wait, and end the threads or processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    async def _executor(self, broken: Executor | None) -> Executor:
        """Return the executor, a new one if the present one is `broken`."""
        async with self._making:
            if self._pool is None or self._pool is broken:
                self._pool = await asyncio.to_thread(self._executor_factory)  # it may start processes
            return self._pool


async def _ask(pool: Executor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    # Submitting may start a process and write into a pipe: neither is for the event loop.
    job = await asyncio.to_thread(pool.submit, work, *args, **kwargs)
    return await asyncio.wrap_future(job)


async def in_own_process(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Carry out rare and long work in a process that begins and ends with it, behind all others.

    It is killed when the caller is cancelled, as at a stop. Raise OSError if it could not be done.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_once, args=(there, os.getpid(), work, args, kwargs), daemon=True)
    try:
        await asyncio.to_thread(process.start)
        there.close()  # so that the end of the process ends the reading
        done, result = await asyncio.to_thread(_received, here)
    finally:
        if process.pid is not None:
            process.kill()
            await asyncio.to_thread(process.join)  # the kernel keeps it until somebody has asked how it ended
    if not done:
        raise OSError(result)
    return cast("T", result)


def _received(pipe: Connection) -> tuple[bool, object]:
    try:
        return cast("tuple[bool, object]", pipe.recv())
    except EOFError:
        return False, "the process has ended"
    finally:
        pipe.close()


def _once(pipe: Connection, parent: int, work: Callable[..., object], args: Any, kwargs: Any) -> None:
    _settle_in(parent, LOWEST)
    try:
        pipe.send((True, work(*args, **kwargs)))
    except Exception as error:  # the boundary of the process: the other side is told
        pipe.send((False, f"{type(error).__name__}: {error}"))
        raise SystemExit(1) from error


def _settle_in(parent: int, nice: int) -> None:
    """Leave Ctrl-C to the parent, and end when the parent was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    threading.Thread(target=_watch, args=(parent,), daemon=True, name="watch").start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(0)
