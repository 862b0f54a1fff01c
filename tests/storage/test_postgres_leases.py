"""Leases of several processes on one PostgreSQL: who has them, and how they are lost and taken over."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any, TypeVar

import pytest

from storage.errors import StoreAway
from storage.leases import Leases
from storage.postgres import Link, PostgresDatabase
from storage.postgres_leases import BEAT_SECONDS, IDLE_SECONDS, PATIENCE_SECONDS, PostgresLeases
from storage.store import Store
from tests.helpers.outside import REPOSITORY
from tests.helpers.postgres import Postgres
from tests.storage.samples import look

PATIENCE = 60.0
"""Seconds after which what is waited for does not come any more, on whichever machine."""
HOLDERS = (
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY pid"
)
"""The sessions that hold leases of a database."""
OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
END_ALL = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{}'"
HOLDER = """
import asyncio, sys
from storage.store import Store

async def hold():
    store = await Store.open(sys.argv[1])
    assert await store.leases.acquire("a")
    print(store.leases.me, flush=True)
    await asyncio.Event().wait()

asyncio.run(hold())
"""

HANGING = """
import asyncio, os, signal, sys
from storage.errors import StoreAway
from storage.store import Store

async def acquire(leases):
    while True:
        try:
            return await leases.acquire("a")
        except StoreAway:
            await asyncio.sleep(0.01)

async def hang():
    store = await Store.open(sys.argv[1])
    leases, lost = store.leases, []
    leases.on_lost(lambda: lost.append(1))
    await leases.acquire("a")
    print("holds", leases.holds("a"), flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
    holds = leases.holds("a")
    print("lost", len(lost), "holds", holds, flush=True)
    print("acquires", await acquire(leases), "lost", len(lost), flush=True)
    while not await acquire(leases):
        await asyncio.sleep(0.01)
    print("acquires", True, flush=True)

asyncio.run(hang())
"""
T = TypeVar("T")


@asynccontextmanager
async def processes(url: str, number: int) -> AsyncIterator[list[PostgresLeases]]:
    """Open a database several times; yield the leases of each."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(number):
            leases = await PostgresLeases.open(url)
            stack.push_async_callback(leases.close)
            found.append(leases)
        yield found


class Losses:
    """What somebody was told about lost leases."""

    def __init__(self, leases: Leases) -> None:
        self.number = 0
        self._one = asyncio.Event()
        leases.on_lost(self._note)

    def _note(self) -> None:
        self.number += 1
        self._one.set()

    async def told(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._one.wait()


async def taken(leases: Leases, name: str = "a") -> None:
    """Take a lease as soon as nobody else has it and the server is there."""
    async with asyncio.timeout(PATIENCE):
        while not await _tried(leases, name):  # noqa: ASYNC110 - a database tells nobody
            await asyncio.sleep(0.01)


async def _tried(leases: Leases, name: str) -> bool:
    try:
        return await leases.acquire(name)
    except StoreAway:
        return False


async def eventually_alive(asker: Leases, wanted: set[str], among: set[str]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                if await asker.alive(among) == wanted:
                    return
            except StoreAway:
                pass
            await asyncio.sleep(0.01)


async def test_one_process_at_a_time_has_a_lease(url: str) -> None:
    async with processes(url, 3) as (ann, bob, eve):
        assert [await each.acquire("a") for each in (ann, bob, eve)] == [True, False, False]
        assert await bob.acquire("b")
        assert not await ann.acquire("b")
        await eve.release("a")
        assert not await eve.acquire("a"), "it was not hers to give"
        await ann.release("a")
        assert [await each.acquire("a") for each in (bob, ann, eve)] == [True, False, False]
        assert sum(await asyncio.gather(*(each.acquire("c") for each in (ann, bob, eve)))) == 1


async def test_who_takes_a_lease_twice_at_once_gives_it_once(url: str) -> None:
    async with processes(url, 2) as (ann, bob):
        assert await asyncio.gather(*(ann.acquire("a") for _ in range(5))) == [True] * 5
        await ann.release("a")
        assert await bob.acquire("a")


async def test_another_database_of_the_server_has_leases_of_its_own(server: Postgres, url: str) -> None:
    other = server.fresh()
    async with processes(url, 1) as (ann,), processes(server.url(other), 1) as (bob,):
        assert await ann.acquire("a")
        assert await bob.acquire("a")
        assert await ann.alive([ann.me, bob.me]) == {ann.me}
    server.drop(other)


async def test_all_processes_of_a_database_are_of_one_group(server: Postgres, url: str) -> None:
    other = server.fresh()
    async with processes(url, 3) as (ann, bob, eve), processes(server.url(other), 1) as (far,):
        assert [await each.join("telegram:1") for each in (ann, bob)] == [True, True]
        assert not await eve.join("telegram:2")
        assert await far.join("telegram:2"), "another database has groups of its own"
        await ann.close()
        assert not await eve.join("telegram:2"), "Bob is there"
        await bob.close()
        assert await eve.join("telegram:2")
    server.drop(other)


async def test_who_has_lost_its_connection_is_of_its_group_again(server: Postgres, name: str) -> None:
    async with processes(server.url(name), 2) as (ann, eve):
        assert await ann.join("telegram:1")
        lost = Losses(ann)
        server.execute("postgres", END_ALL.format(name))
        await lost.told()
        await taken(ann)
        await taken(eve, "b")
        assert not await eve.join("telegram:2")


async def test_who_runs_is_told_apart_from_who_has_ended(url: str) -> None:
    async with processes(url, 2) as (ann, bob):
        eve = await Store.open(url)
        assert eve.shared
        everybody = {ann.me, bob.me, eve.leases.me}
        assert len(everybody) == 3
        assert await ann.alive(everybody | {"nobody"}) == everybody
        assert await bob.alive([eve.leases.me]) == {eve.leases.me}
        assert await eve.leases.acquire("a")
        await eve.close()
        assert await ann.acquire("a"), "a stop gives back what was held"
        assert await ann.alive(everybody) == {ann.me, bob.me}


async def test_a_killed_process_loses_its_leases(url: str) -> None:
    async with processes(url, 1) as (ann,):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", HOLDER, url), cwd=REPOSITORY, stdout=asyncio.subprocess.PIPE
        )
        try:
            assert process.stdout is not None
            them = (await process.stdout.readline()).decode().strip()
            assert not await ann.acquire("a")
            assert await ann.alive([them, ann.me]) == {them, ann.me}
        finally:
            process.kill()
            await process.wait()
        await taken(ann)
        await eventually_alive(ann, {ann.me}, {them, ann.me})


async def test_a_process_that_hangs_loses_its_leases_and_knows_it_before_it_goes_on(url: str) -> None:
    """The server notices that it asks for nothing, and it itself, before it has heard of that, how long it was away."""
    async with processes(url, 1) as (ann,):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", HANGING, url), cwd=REPOSITORY, stdout=asyncio.subprocess.PIPE
        )
        try:
            assert process.stdout is not None
            assert (await process.stdout.readline()).split() == [b"holds", b"True"]
            assert not await ann.acquire("a")
            await taken(ann)
            process.send_signal(signal.SIGCONT)
            assert (await process.stdout.readline()).split() == [b"lost", b"1", b"holds", b"False"]
            assert (await process.stdout.readline()).split() == [b"acquires", b"False", b"lost", b"1"]
            await ann.release("a")
            assert (await process.stdout.readline()).split() == [b"acquires", b"True"]
        finally:
            process.kill()
            await process.wait()


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_server_that_restarts_takes_all_leases_and_gives_them_anew(
    server: Postgres, url: str, *, at_once: bool
) -> None:
    async with processes(url, 2) as (ann, bob):
        assert await ann.acquire("a")
        losses = [Losses(each) for each in (ann, bob)]
        await asyncio.to_thread(server.stop, at_once=at_once)
        try:
            for each in losses:
                await each.told()
            for ask in (lambda: ann.acquire("a"), lambda: ann.alive([bob.me])):
                with pytest.raises(StoreAway):
                    await ask()
            await ann.release("a")
        finally:
            await asyncio.to_thread(server.start)
        await eventually_alive(ann, {ann.me, bob.me}, {ann.me, bob.me})
        assert [each.number for each in losses] == [1, 1]
        await taken(bob)
        assert not await ann.acquire("a")


async def test_a_connection_that_is_ended_is_told_at_once(
    server: Postgres, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anybody asks the server for something."""
    for each in ("BEAT_SECONDS", "IDLE_SECONDS"):
        monkeypatch.setattr(f"storage.postgres_leases.{each}", 3600.0)
    async with processes(url, 2) as (ann, bob):
        assert await ann.acquire("a")
        lost, kept = Losses(ann), Losses(bob)
        ((pid,),) = look(url, f"{HOLDERS} HAVING count(*) = 2")
        server.execute("postgres", f"SELECT pg_terminate_backend({pid}, 5000)")
        await lost.told()
        await taken(bob)
        # asked by who connects anew: the server knows of it before it does itself
        await eventually_alive(ann, {ann.me, bob.me}, {ann.me, bob.me})
        assert not await ann.acquire("a")
        assert (lost.number, kept.number) == (1, 0)


@pytest.mark.parametrize("step", range(4))
async def test_who_ends_while_it_connects_anew_leaves_nothing_open(
    server: Postgres, name: str, url: str, step: int, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    """In whichever step: when it notices that the connection is gone, connects, or does something with the new one."""
    steps, begun, goes_on = count(), asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slowly(work: Callable[..., T]) -> Callable[..., T]:
        def do(*args: Any) -> T:
            if step == next(steps):
                loop.call_soon_threadsafe(begun.set)
                assert goes_on.wait(PATIENCE)
            return work(*args)

        return do

    connect, do = Link._connect, Link.do
    leases = await PostgresLeases.open(url)
    monkeypatch.setattr(Link, "_connect", slowly(connect))
    monkeypatch.setattr(Link, "do", lambda link, work: do(link, slowly(work)))
    server.execute("postgres", END_ALL.format(name))
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
        closing = asyncio.create_task(leases.close())
        await asyncio.sleep(0)
        goes_on.set()
        await closing
        while look(url, OTHERS) != [(0,)]:  # noqa: ASYNC110 - a database tells nobody
            await asyncio.sleep(0.01)
    await asyncio.sleep(0)  # what the thread had to tell has been told
    gc.collect()
    assert not [str(each.message) for each in recwarn if issubclass(each.category, ResourceWarning)]


async def test_who_hears_nothing_of_the_server_counts_its_leases_as_lost(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the network is cut. It is alive again when the server has let go of the connection before."""
    monkeypatch.setattr("storage.postgres_leases.BEAT_SECONDS", 0.05)
    async with processes(url, 1) as (ann,):
        assert await ann.acquire("a")
        lost = Losses(ann)
        ((pid,),) = look(url, HOLDERS)
        monkeypatch.setattr("storage.postgres_leases.PATIENCE_SECONDS", 0.2)
        os.kill(pid, signal.SIGSTOP)
        try:
            await lost.told()
            monkeypatch.setattr("storage.postgres_leases.PATIENCE_SECONDS", PATIENCE)
            for _ in range(3):
                with pytest.raises(StoreAway, match="lost"):
                    await ann.acquire("a")
                await asyncio.sleep(0.05)
        finally:
            os.kill(pid, signal.SIGCONT)
        await taken(ann)
        assert await ann.alive([ann.me]) == {ann.me}


async def test_the_server_gives_up_who_vanishes_after_ten_seconds_and_who_hangs_soon_after(
    server: Postgres, name: str
) -> None:
    leases = await PostgresLeases.open(server.url(name, tcp=True))
    shown = [
        (await leases._ask(f"SHOW {each}"))[0][0]
        for each in (*(f"tcp_keepalives_{part}" for part in ("idle", "interval", "count")), "tcp_user_timeout")
    ]
    ((hung,),) = await leases._ask("SELECT setting::int FROM pg_settings WHERE name = 'idle_session_timeout'")
    await leases.close()
    assert hung == 1000 * IDLE_SECONDS > 1000 * (3 * BEAT_SECONDS + PATIENCE_SECONDS), (
        "it is asked several times before"
    )
    idle, interval, count = (int(each) for each in shown[:3])
    assert (idle + interval * count, shown[3]) == (10, "10000")
    assert idle + interval * count > BEAT_SECONDS + PATIENCE_SECONDS, "who has lost its leases knows it before others"


async def test_leases_end_with_a_store_whose_connections_cannot_be_closed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(database: PostgresDatabase) -> None:
        raise StoreAway("not now")

    async with processes(url, 1) as (ann,):
        store = await Store.open(url)
        assert await store.leases.acquire("a")
        monkeypatch.setattr(PostgresDatabase, "close", fail)
        with pytest.raises(StoreAway):
            await store.close()
        assert await ann.acquire("a")
        monkeypatch.undo()
        await store._db.close()


@pytest.mark.parametrize("turns", range(4))
async def test_a_take_that_is_cut_off_leaves_no_lease_that_nobody_knows_of(url: str, turns: int) -> None:
    async with processes(url, 2) as (ann, bob):
        taking = asyncio.create_task(ann.acquire("a"))
        for _ in range(turns):
            await asyncio.sleep(0)
        taking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await taking
        await ann.release("a")
        assert await bob.acquire("a")


async def test_a_session_that_cannot_be_had_is_told_as_any_database_that_is_away(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what was open already is closed."""

    async def refuse(url: str) -> Leases:
        raise StoreAway("too many connections")

    closed, close = [], PostgresDatabase.close

    async def note(database: PostgresDatabase) -> None:
        closed.append(database)
        await close(database)

    monkeypatch.setattr(PostgresLeases, "open", refuse)
    monkeypatch.setattr(PostgresDatabase, "close", note)
    with pytest.raises(StoreAway, match="too many"):
        await Store.open(url)
    assert len(closed) == 1
