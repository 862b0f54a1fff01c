"""What it costs to have something done as a job of all processes, on a PostgreSQL of the bench's own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence, Set
from contextlib import asynccontextmanager

import psycopg

from bot.jobs.work import JobWork
from storage.ids import Place
from storage.leases import new_name
from storage.store import Store
from tests.bench.figures import Ratio, Run
from tests.helpers.postgres import postgres
from tests.storage.samples import change, lobby

TOGETHER = 3
"""How many requests follow a press: a board, a hand, a secret."""
PAUSE = 0.005
"""Seconds between two presses."""


async def a_job(run: Run) -> Sequence[Ratio]:
    """Measure a job that does nothing, from its request to its end, against the commit of a move.

    CPU is that of this process; the server is another one.
    """
    rounds = int(run.pick(1_000, 30))
    server = postgres()
    running = await asyncio.to_thread(server.__enter__)
    try:
        url = running.url(running.fresh())
        commit = await _commits(url, rounds)
        async with _work(url) as (publish, ended):
            before, began = await asyncio.to_thread(_transactions, url), time.process_time()
            waits = [await _press(publish, ended, number) for number in range(rounds)]
            cpu = (time.process_time() - began) / rounds / TOGETHER
            statements = (await asyncio.to_thread(_transactions, url) - before) / rounds / TOGETHER
        wait = sorted(waits)[rounds // 2]
    finally:
        await asyncio.to_thread(server.__exit__, None, None, None)
    return [
        Ratio(
            cpu * 1000,
            commit * 1000,
            "ms CPU",
            note=f"{statements:.1f} statements; {wait * 1000:.1f} ms to the end of {TOGETHER} together, p50",
        )
    ]


async def _commits(url: str, rounds: int) -> float:
    """Return the seconds of CPU of a commit."""
    store = await Store.open(url)
    try:
        began = time.process_time()
        for number in range(rounds):
            await store.commit(change(lobby(f"t{number}", Place("t", str(number)))))
            await asyncio.sleep(PAUSE)
        return (time.process_time() - began) / rounds
    finally:
        await store.close()


class _Publish:
    """Requests, and what was done of them."""

    def __init__(self, work: JobWork) -> None:
        self.done = 0
        self.ended = asyncio.Event()
        self.publisher = work.publisher("board", self.publish, {}, key_type=str, lock=lambda key: key)

    async def publish(self, key: str, directives: Set[str]) -> None:
        self.done += 1
        self.ended.set()


@asynccontextmanager
async def _work(url: str) -> AsyncIterator[tuple[_Publish, asyncio.Event]]:
    work = JobWork(url, new_name())
    publish = _Publish(work)
    await work.start()
    try:
        await _press(publish, publish.ended, -1)
        yield publish, publish.ended
    finally:
        await work.stop()
        await work.close()


async def _press(publish: _Publish, ended: asyncio.Event, number: int) -> float:
    """Request what follows a press; return the seconds until all is done."""
    began, wanted = time.perf_counter(), publish.done + TOGETHER
    for each in range(TOGETHER):
        publish.publisher.request(f"{number}/{each}")
    while publish.done < wanted:
        ended.clear()
        await ended.wait()
    taken = time.perf_counter() - began
    await asyncio.sleep(PAUSE)
    return taken


def _transactions(url: str) -> int:
    """Return how many transactions a database has had, each of which is one statement of a worker."""
    time.sleep(1.5)  # until the server's processes have told of what they have done
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(
            "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
    assert row is not None
    return int(row[0])
