"""One holder at a time, the urgent first, and the lock is not lost when a waiter is cancelled."""

from __future__ import annotations

import asyncio

from storage.priority_lock import PriorityLock


async def test_the_urgent_go_first_and_the_others_in_their_order() -> None:
    lock, go = PriorityLock(), asyncio.Event()
    order: list[str] = []

    async def take(name: str, *, urgent: bool = False) -> None:
        async with lock.hold(urgent=urgent):
            await go.wait()
            order.append(name)

    names = [("first", False), ("a", False), ("b", False), ("press", True), ("other press", True)]
    async with asyncio.TaskGroup() as group:
        for name, urgent in names:
            group.create_task(take(name, urgent=urgent))
            await asyncio.sleep(0)
        go.set()
    assert order == ["first", "press", "other press", "a", "b"]


async def test_one_at_a_time_whoever_gives_up() -> None:
    lock, inside, most = PriorityLock(), 0, 0

    async def take() -> None:
        nonlocal inside, most
        async with lock.hold(urgent=True):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    tasks = [asyncio.create_task(take()) for _ in range(30)]
    for number, task in enumerate(tasks):
        await asyncio.sleep(0)
        if number % 3 == 1:
            task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert most == 1
    async with asyncio.timeout(60), lock.hold():
        pass  # the last holder has released it


async def test_a_lock_handed_to_a_waiter_that_is_cancelled_goes_to_the_next() -> None:
    lock = PriorityLock()
    held = lock.hold()
    await held.__aenter__()
    waiting = asyncio.create_task(lock.hold().__aenter__())
    await asyncio.sleep(0)
    await held.__aexit__(None, None, None)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(60), lock.hold():
        pass
