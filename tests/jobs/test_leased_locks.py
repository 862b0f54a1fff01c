"""What is done in one private chat is done by one process at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.concurrency.leased_locks import LeasedLocks
from storage.store import Store
from tests.helpers.party import eventually


@pytest.fixture
async def stores(url: str) -> AsyncIterator[list[Store]]:
    """Return the stores of two processes."""
    opened = [await Store.open(url) for _ in range(2)]
    yield opened
    for store in opened:
        await store.close()


async def test_the_lock_of_a_name_has_one_holder_over_all_processes(stores: list[Store]) -> None:
    log: list[str] = []
    go = asyncio.Event()

    async def touch(locks: LeasedLocks, name: str, said: str) -> None:
        async with locks.hold(name):
            log.append(f"{said} begins")
            await go.wait()
            log.append(f"{said} ends")

    first, second = (LeasedLocks(store.leases) for store in stores)
    tasks = [asyncio.create_task(touch(first, "ann", "a"))]
    await eventually(lambda: log == ["a begins"])
    tasks += [asyncio.create_task(touch(each, "ann", said)) for each, said in ((second, "b"), (first, "c"))]
    tasks.append(asyncio.create_task(touch(second, "bob", "d")))
    await eventually(lambda: log == ["a begins", "d begins"])
    go.set()
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    of_ann = [line for line in log if not line.startswith("d")]
    assert [line[2:] for line in of_ann] == ["begins", "ends"] * 3, "one after another"
    assert {line[0] for line in of_ann} == {"a", "b", "c"}


async def test_who_is_gone_keeps_nobody_waiting(stores: list[Store]) -> None:
    first, second = stores
    assert await first.leases.acquire("private/x")
    waiting = asyncio.create_task(_once(LeasedLocks(second.leases), "private/x"))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    await first.leases.close()
    await asyncio.wait_for(waiting, 60)


async def _once(locks: LeasedLocks, name: str) -> None:
    async with locks.hold(name):
        pass


async def test_an_error_inside_releases_the_lock(stores: list[Store]) -> None:
    first, second = (LeasedLocks(store.leases) for store in stores)
    with pytest.raises(LookupError):
        async with first.hold("ann"):
            raise LookupError
    await asyncio.wait_for(_once(second, "ann"), 60)
