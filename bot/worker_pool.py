"""Worker processes for rendering and for computer players, which would take the GIL from the event loop.

Measured with 50 groups at play: rendering in a thread holds the GIL longer than all other work together.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar, cast

from bot.worker import once, settle_in

PATIENCE = 30.0
"""Seconds in which a pool has to end some job while it has any: a drawing takes tenths of one, a thought one or two."""
TRIES = 2
"""How often a job is tried that ends its process, or finds too little memory in it."""
LONGEST = 300.0
"""Seconds that work may take in a process of its own, such as a film, which takes fifteen."""
CLOSING = 2.0
"""Seconds that a running job has to end when its pool is closed."""

P = ParamSpec("P")
T = TypeVar("T")


def process_executor(count: int = 1, nice: int = 0) -> ProcessPoolExecutor:
    """Return an executor of processes, which start with the first job. Jobs must be picklable.

    `nice` is added to the niceness of the process that answers presses.
    """
    # Not forked: a fork of a process with threads may hold their locks for ever.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=context, initializer=settle_in, initargs=(os.getpid(), nice))


def thread_executor() -> Executor:
    """Return an executor of two threads, for tests and tools."""
    return ThreadPoolExecutor(2, thread_name_prefix="worker")


class WorkerHung(Exception):
    """A job did not end; its process was ended instead."""


class WorkersClosed(Exception):
    """A job that came when the pool was closed already."""


class _Workers:
    """An executor, its jobs in the order in which it got them, and since when it has ended none of them."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.jobs: list[object] = []
        self.since = 0.0
        self.broken_by: object = None


class WorkerPool:
    """An executor that is made with the first job, and again when its processes were ended or ran out of memory.

    It is for one event loop.

    One that ends no job for `patience` seconds hangs: its processes are killed, the job that it has had for longest
    fails (of one process, the job that hangs), and a new executor does the others. It is given twice the time, for on a
    busy machine it may be slow to start, and so on.
    """

    def __init__(self, executor_factory: Callable[[], Executor], patience: float = PATIENCE) -> None:
        self._executor_factory = executor_factory
        self._patience = self._patience_now = patience
        self._workers: _Workers | None = None
        self._retired: list[_Workers] = []
        self._closed = False
        self._making = asyncio.Lock()  # jobs that find the executor broken at the same time get one new one

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the executor and return its result, or raise its error.

        Raise WorkerHung for a job that does not end, BrokenExecutor for one that ends its process again and again, or
        whose process was ended by `close`, MemoryError for one that has too little in each of them, and WorkersClosed
        after `close`.
        """
        tries = 0
        while True:
            workers, job = await self._present(), object()
            try:
                return await self._ask(workers, job, partial(work, *args, **kwargs))
            except BrokenExecutor:
                self._retire(workers)
                tries += workers.broken_by is job
                if tries == TRIES or self._closed:
                    raise
            except MemoryError:  # what a process has once taken it seldom gives back: the next one has more
                self._retire(workers)
                tries += 1
                if tries == TRIES:
                    raise

    def close(self) -> None:
        """Finish the running jobs, drop those that wait, and end the threads or processes. None are made any more."""
        self._closed = True
        if self._workers is None:
            return
        executor = self._workers.executor
        killing = threading.Timer(CLOSING, _kill, (_processes(executor),))
        killing.start()
        executor.shutdown(cancel_futures=True)
        killing.cancel()

    async def _present(self) -> _Workers:
        async with self._making:
            if self._workers is None and not self._closed:
                self._workers = await asyncio.to_thread(self._make)  # it may start processes
            if self._workers is None or self._closed:
                raise WorkersClosed
            return self._workers

    def _make(self) -> _Workers:
        while self._retired:
            del self._retired.pop().executor  # its end writes into a pipe too
        return _Workers(self._executor_factory())

    def _retire(self, workers: _Workers) -> None:
        """Leave an executor to end by itself; the next job gets a new one."""
        if self._workers is workers:
            self._workers = None
            self._retired.append(workers)

    async def _ask(self, workers: _Workers, job: object, work: Callable[[], T]) -> T:
        # Submitting may start a process and write into a pipe: neither is for the event loop.
        future = asyncio.wrap_future(await asyncio.to_thread(workers.executor.submit, work))
        loop = asyncio.get_running_loop()
        if not workers.jobs:
            workers.since = loop.time()
        workers.jobs.append(job)
        try:
            while not future.done():
                first = workers.jobs[0] is job
                left = workers.since + self._patience_now - loop.time() if first else self._patience
                if left <= 0:
                    self._retire(workers)
                    workers.broken_by = job
                    _kill(_processes(workers.executor))  # which breaks the executor for all other jobs
                    hung_for, self._patience_now = self._patience_now, min(2 * self._patience_now, LONGEST)
                    raise WorkerHung(f"no job has ended for {hung_for:g} s")
                await asyncio.wait([future], timeout=left)
            self._patience_now = self._patience
            return future.result()
        except BrokenExecutor:
            # Whoever is told first finds all its jobs still there; the one in front was being done.
            workers.broken_by = workers.broken_by or workers.jobs[0]
            raise
        finally:
            workers.jobs.remove(job)
            workers.since = loop.time()
            future.cancel()  # a job that nobody waits for any more need not begin


def _processes(executor: Executor) -> tuple[BaseProcess, ...]:
    """Return the processes of an executor; none of one of threads. Before 3.14 it offers no way to end them."""
    return tuple((getattr(executor, "_processes", None) or {}).values())


def _kill(processes: Iterable[BaseProcess]) -> None:
    for process in processes:
        process.kill()


async def in_own_process(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Carry out rare and long work in a process that begins and ends with it, behind all others.

    It is killed when the caller is cancelled, as at a stop, and when it takes too long. Raise OSError if it could not
    be done.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=once, args=(there, os.getpid(), work, args, kwargs), daemon=True)
    try:
        await asyncio.to_thread(process.start)
        there.close()  # so that the end of the process ends the reading
        async with asyncio.timeout(LONGEST):
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
