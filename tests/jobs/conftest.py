"""A database on PostgreSQL that several processes serve, and what stands for one of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Set
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.concurrency.backoff import Backoff
from bot.concurrency.foreground import Foreground
from bot.concurrency.publisher import Reaction
from bot.jobs.work import JobWork
from bot.metrics import Metrics


class Log:
    """What all processes have done: calls that have begun and those that have ended, in their order."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, str, str]] = []
        self.ended: list[tuple[str, str, str]] = []
        self.in_flight: list[str] = []
        self.together: list[set[str]] = []


class Process:
    """One of several processes: its work, and a publisher named `board` whose keys of one first letter share a lock.

    A call waits until `gate` is set; then it raises what is in `errors`, if anything is.
    """

    def __init__(self, url: str, name: str, log: Log, policy: dict[type[Exception], Reaction[str]]) -> None:
        self.name = name
        self.log = log
        self.metrics = Metrics()
        self.loop = asyncio.get_running_loop()
        self.gate = asyncio.Event()
        self.gate.set()
        self.errors: list[Exception] = []
        self.losses = 0
        self.foreground = Foreground()
        self.work = JobWork(url, name, self.metrics, foreground=self.foreground)
        self.publisher = self.work.publisher(
            "board", self.publish, policy, key_type=str, lock=lambda key: key[0], backoff=lambda: Backoff(0.2, 60.0)
        )
        self.work.run_on_one_process(each_second=self.nothing, after_loss=self.note_loss)

    async def publish(self, key: str, directives: Set[str]) -> None:
        call = (self.name, key, ",".join(sorted(directives)))
        self.log.begun.append(call)
        self.log.in_flight.append(key)
        self.log.together.append(set(self.log.in_flight))
        try:
            await self.gate.wait()
            if self.errors:
                raise self.errors.pop(0)
            self.log.ended.append(call)
        finally:
            self.log.in_flight.remove(key)

    async def nothing(self) -> None:
        """Have nothing to do each second."""

    async def note_loss(self) -> None:
        self.losses += 1

    def told(self, name: str, **labels: str) -> float:
        """Return the value of a metric."""
        return self.metrics.registry.get_sample_value(f"underhat_{name}", labels) or 0.0


Open = Callable[..., Any]


@pytest.fixture
def running(url: str) -> Open:
    """Return what runs processes for the length of a block, by their names; they have one log."""

    @asynccontextmanager
    async def run(*names: str, policy: dict[type[Exception], Reaction[str]] | None = None) -> AsyncIterator[Any]:
        log = Log()
        processes = [Process(url, name, log, policy or {}) for name in names]
        for process in processes:
            await process.work.start()
        try:
            yield processes
        finally:
            for process in processes:
                process.gate.set()
                await process.work.stop()
                await process.work.close()

    return run
