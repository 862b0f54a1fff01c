"""What becomes of requests when a process is killed, or the database goes away."""

from __future__ import annotations

import asyncio
import signal
import sys

import psycopg
from structlog.typing import EventDict

from bot.concurrency.publisher import Retry
from bot.errors import StoreAway
from tests.helpers.logs import named
from tests.helpers.outside import REPOSITORY
from tests.helpers.party import eventually
from tests.helpers.postgres import Postgres, postgres
from tests.jobs.conftest import Log, Open, Process
from tests.jobs.test_publisher import written


async def test_what_a_killed_process_had_begun_is_done_by_another(url: str, running: Open) -> None:
    """And somebody looks through everything, since the killed one may not have written down all it was to request."""
    victim = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.jobs.victim", url), cwd=REPOSITORY, stdout=asyncio.subprocess.PIPE
    )
    assert victim.stdout is not None
    async with asyncio.timeout(60):
        assert await victim.stdout.readline() == b"k1\n"
    async with running("a") as (a,):
        a.publisher.request("k2")
        await written(a)
        assert not a.log.begun
        assert a.losses == 0, "the other one lives"
        victim.send_signal(signal.SIGKILL)
        await victim.wait()
        await eventually(lambda: [key for _, key, _ in a.log.ended] == ["k1", "k2"], seconds=60)
        await eventually(lambda: a.losses == 1)


async def test_who_begins_alone_looks_through_everything_and_who_does_not_does_not(running: Open) -> None:
    async with running("a") as (a,):
        await eventually(lambda: a.losses == 1)
        async with running("b") as (b,):
            b.publisher.request("k")
            await b.publisher.settled()
            await eventually(lambda: not b.work._pending)
            assert (a.losses, b.losses) == (1, 0)


async def test_what_waits_already_is_not_done_twice_for_a_process_that_died(url: str, running: Open) -> None:
    """The one that was begun cannot be put back beside the one that waits, which would wait for it for ever."""
    async with running("a") as (a,):
        await a.work.stop()
        a.publisher.request("k")
        await a.work.close()
    with psycopg.connect(url, options="-c search_path=underhat_jobs", autocommit=True) as connection:
        begin = "UPDATE procrastinate_jobs SET status = 'doing' WHERE lock = 'k' RETURNING queueing_lock"
        assert connection.execute(begin).fetchall() == [('board "k" ',)]
    async with running("b") as (b,):
        b.publisher.request("k")
        await asyncio.wait_for(b.publisher.settled(), 60)
        assert b.log.ended == [("b", "k", "")]


async def test_while_the_database_is_away_requests_wait() -> None:
    with postgres() as server:
        url = server.url(server.fresh())
        process = Process(url, "a", Log(), {StoreAway: Retry.BACK_OFF})
        await process.work.start()
        try:
            process.publisher.request("k1")
            await asyncio.wait_for(process.publisher.settled(), 60)
            await eventually(lambda: process.losses == 1)
            await asyncio.to_thread(_restart, server, process)
            process.publisher.request("k3")
            # What was done right before may be done once more: the server had not written yet that it was done.
            await eventually(lambda: {key for _, key, _ in process.log.ended} == {"k1", "k2", "k3"}, seconds=60)
            await eventually(lambda: process.losses > 1, seconds=60)
        finally:
            await process.work.stop()
            await process.work.close()


def _restart(server: Postgres, process: Process) -> None:
    server.stop(at_once=True)
    asyncio.run_coroutine_threadsafe(_request(process), process.loop).result()
    server.start()


async def _request(process: Process) -> None:
    process.publisher.request("k2")
    await asyncio.sleep(0.5)


async def test_what_was_put_off_until_the_database_was_back_is_done_along_with_what_is_new(
    running: Open, logged: list[EventDict]
) -> None:
    """Both are one job by then. A statement that adds a job twice is refused, and all that it adds were lost."""
    back, now = asyncio.Event(), asyncio.get_running_loop().time

    async def away() -> None:
        if not back.is_set():
            raise StoreAway("not yet")

    async with running("a") as (a,):
        a.work._before = away
        put_off = now() + 0.2
        a.publisher.request("k", not_before=put_off)
        a.publisher.request("k")
        a.publisher.request("beside")
        await eventually(lambda: "requests_wait" in named(logged) and now() > put_off)
        back.set()
        await eventually(lambda: {key for _, key, _ in a.log.ended} == {"k", "beside"})
    assert "requests_lost" not in named(logged)


async def test_of_those_that_begin_at_once_one_looks_through_everything(url: str) -> None:
    """As all replicas do that are started together, after a move to this database or a whole outage."""
    processes = [Process(url, name, Log(), {}) for name in "abc"]
    try:
        await asyncio.gather(*(process.work.start() for process in processes))
        await eventually(lambda: sum(process.losses for process in processes) > 0)
    finally:
        for process in processes:
            await process.work.stop()
            await process.work.close()


async def test_processes_that_request_the_same_in_another_order_do_not_stop_each_other(
    running: Open, logged: list[EventDict]
) -> None:
    """Two such statements may wait for each other; the one that the server refuses is tried again, and nothing lost."""
    async with running("a", "b") as (a, b):
        await eventually(lambda: a.losses + b.losses > 0)
        before = a.losses + b.losses
        a.gate.clear()
        b.gate.clear()
        names = [f"k{number}" for number in range(60)]
        for _ in range(15):
            for process, order in ((a, names), (b, names[::-1])):
                for name in order:
                    process.publisher.request(name)
            await written(a, b)
        a.gate.set()
        b.gate.set()
        await asyncio.wait_for(a.publisher.settled(), 90)
        assert a.losses + b.losses == before
    assert not [line for line in logged if line["event"] in ("requests_wait", "jobs_interrupted")]
