"""Several adapters on one PostgreSQL: what the platform sees of them, and what they do without the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from bot.messaging import Platform
from bot.platforms.telegram.rate_limit import TelegramRateLimiter
from storage.ids import Place
from storage.store import Store
from tests.helpers.postgres import Postgres
from tests.telegram.conftest import TelegramScene, post

ADAPTERS = 3
GROUP, PERSON = Place("telegram", "-1"), Place("telegram", "5", private=True)


@asynccontextmanager
async def stores(url: str, count: int) -> AsyncIterator[list[Store]]:
    """Yield the stores of so many processes."""
    async with AsyncExitStack() as stack:
        made = []
        for _ in range(count):
            made.append(await Store.open(url))
            stack.push_async_callback(made[-1].close)
        yield made


@asynccontextmanager
async def platforms(scene: TelegramScene, url: str) -> AsyncIterator[list[Platform]]:
    """Yield the platforms of some adapters; Telegram has its limits, and no other are known."""
    scene.world.limits.group_per_minute, scene.world.limits.per_second = 20, 30
    async with stores(url, ADAPTERS) as processes:
        yield [await scene.chat(group_per_minute=20, per_second=30, counts=store.limits) for store in processes]
        await scene.close()


async def test_a_second_of_the_token_is_shared(scene: TelegramScene, url: str) -> None:
    people = [scene.world.add_person(f"Person {number}") for number in range(30)]
    for person in people:
        scene.world.start(person)
    async with platforms(scene, url) as chats:
        await asyncio.gather(
            *(chat.send_private(scene.person(person), post("secret")) for chat in chats for person in people)
        )
        assert all(call.ok for call in scene.world.calls)
        assert [len(scene.shown(scene.world.private(person))) for person in people] == [ADAPTERS] * len(people)


async def test_a_groups_minute_is_shared_half_spent_at_the_first_start(scene: TelegramScene, url: str) -> None:
    async with platforms(scene, url) as chats:

        async def send(chat: Platform) -> None:
            async with chat.send_permit(scene.place()) as permit:
                await permit.post(post("board"))

        tasks = [asyncio.create_task(send(chat)) for _ in range(3) for chat in chats]
        await asyncio.wait(tasks, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait(tasks, timeout=3)
        assert 1 <= sum(task.done() for task in tasks) <= 2, "nine are left for a minute: one each six seconds"
        assert max(chat.permit_wait(scene.place()) for chat in chats) > 0
        assert all(call.ok for call in scene.world.calls)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_429_that_one_is_told_is_obeyed_by_the_others(scene: TelegramScene, url: str) -> None:
    async with platforms(scene, url) as chats:
        for chat in chats:
            async with chat.send_permit(scene.place(scene.found())) as permit:
                await permit.post(post("elsewhere"))
        first, second, _ = chats
        first._limiter.hold_posts(scene.place(), 600.0)  # type: ignore[attr-defined]
        deadline = time.monotonic() + 60
        while not second.post_wait(scene.place()):
            assert time.monotonic() < deadline
            async with second.send_permit(scene.place(scene.found())) as permit:
                await permit.post(post("elsewhere"))
        assert 0 < second.post_wait(scene.place()) <= 600


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_database_that_is_restarted_is_counted_in_again(server: Postgres, url: str, *, at_once: bool) -> None:
    """Meanwhile people are written to, and a group that others may have called just now is not."""

    async def call(place: Place) -> None:
        async with limiter.permit(place) as permit:
            permit.calls += 1

    async with stores(url, 1) as (store,):
        limiter = TelegramRateLimiter(time.monotonic, counts=store.limits)
        limiter.identify("1")
        await call(GROUP)
        await asyncio.to_thread(server.stop, at_once=at_once)
        try:
            async with asyncio.timeout(60):
                await call(PERSON)
            waiting = asyncio.create_task(call(Place("telegram", "-2")))
            await asyncio.wait([waiting], timeout=1.5)
            assert not waiting.done()
        finally:
            await asyncio.to_thread(server.start)
        async with asyncio.timeout(60):
            await waiting
            await call(PERSON)
        assert await counted(store) >= 2
        await limiter.stop()


async def counted(store: Store) -> int:
    """Return in how many windows calls are counted."""
    return len(await store._db.read("SELECT 1 FROM call_windows"))
