"""Order within a chat, none between chats (survive-32)."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot.concurrency.keyed_queue import KeyedQueue


async def test_work_of_one_key_is_done_in_order_and_never_at_once() -> None:
    chains, log = KeyedQueue(), []

    async def work(number: int) -> int:
        log.append(f"begin {number}")
        await asyncio.sleep(0.01 * (3 - number))
        log.append(f"end {number}")
        return number

    tasks = [chains.add("a", partial(work, number)) for number in range(3)]
    assert await asyncio.gather(*tasks) == [0, 1, 2]
    assert log == [f"{what} {number}" for number in range(3) for what in ("begin", "end")]


async def test_a_slow_key_does_not_hold_another() -> None:
    chains, free = KeyedQueue(), asyncio.Event()
    slow = chains.add("a", free.wait)
    await asyncio.wait_for(chains.add("b", lambda: asyncio.sleep(0)), 20)
    assert not slow.done()
    free.set()
    assert await slow


async def test_work_that_fails_does_not_stop_the_next() -> None:
    async def fail() -> None:
        raise LookupError

    chains = KeyedQueue()
    broken, good = chains.add("a", fail), chains.add("a", lambda: asyncio.sleep(0, "done"))
    with pytest.raises(LookupError):
        await broken
    assert await good == "done"


async def test_finished_lines_are_forgotten() -> None:
    chains = KeyedQueue()
    await asyncio.gather(*(chains.add(number, lambda: asyncio.sleep(0)) for number in range(50)))
    await asyncio.sleep(0)
    assert len(chains) == 0
