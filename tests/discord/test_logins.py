"""Logins to the gateway never run out, which would cost the token; shards without the first one share its database."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.errors import SettingError
from bot.health import HealthCheck
from bot.platforms.discord.adapter import DiscordAdapter, DiscordTiming
from bot.platforms.discord.logins import FREE, RESERVE, LoginGuard, LoginLimit, LoginsSpent
from storage.store import Store
from tests.discord.conftest import CATALOGS, ENTRIES, QUICK, DiscordScene, at_once
from tests.helpers.clock import MovingClock
from tests.helpers.discord.people import until

BOT = "1"
PLENTY = LoginLimit(1000, 1000, 86_400.0)
DAY = 86_400.0
FAILURES = 30
BETWEEN_TRIES = 5.0
"""Seconds that the library waits for before it connects a shard again."""


@asynccontextmanager
async def serving(scene: DiscordScene, **values: Any) -> AsyncIterator[DiscordAdapter]:
    """Run an adapter that need not connect."""
    adapter = DiscordAdapter(
        token=scene.world.token,
        draw=scene.draw,
        catalogs=CATALOGS,
        journal=scene.store,
        api_url=scene.server.api,
        commands=ENTRIES,
        **{"timing": QUICK, **values},
    )
    try:
        await adapter.start()
        running = asyncio.create_task(adapter.run(scene.handler))
        yield adapter
    finally:
        await adapter.stop()
    await running


async def connected(adapter: DiscordAdapter) -> None:
    """Wait until every shard of an adapter is connected."""
    client = adapter._messages.client
    await until(lambda: client is not None and len(client.shards) == len(client.served_shards))


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    opened = await Store.open(database)
    yield opened
    await opened.close()


# -- how many ----------------------------------------------------------------------------------------------------------


async def test_a_login_waits_until_there_are_some_again_and_says_so(scene: DiscordScene) -> None:
    """F9: what `session_start_limit` tells is obeyed."""
    await scene.adapter.stop()
    gateway = scene.world.gateway
    gateway.logins_left, gateway.renewed_in = RESERVE, 0.1
    health = HealthCheck(scene.store, time.time)
    with capture_logs() as logs:
        async with serving(scene) as adapter:
            health.watch("discord", adapter.health)
            await until(lambda: [each for each in logs if each["event"] == "login_waits"])
            assert not gateway.connected
            assert (await health())["platforms"]["discord"]["status"] == "waiting"
            assert (await health())["status"] == "ok", "a supervisor that starts it again would not help"
            gateway.logins_left = 1000
            await connected(adapter)
    assert not gateway.token_reset


async def test_sessions_that_end_again_and_again_cost_no_token(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F9: while connected the library logs in by itself; the last logins are not its own to spend."""
    monkeypatch.setattr("discord.Client.before_identify_hook", at_once)
    await scene.adapter.stop()
    gateway = scene.world.gateway
    gateway.logins_left = RESERVE + 2
    with capture_logs() as logs:
        async with serving(scene) as adapter:
            for left in (RESERVE + 1, RESERVE):
                await until(partial(lambda left: gateway.connected and gateway.logins_left == left, left))
                gateway.renewed_in = 0.1  # what is told when it asks the next time, and not before
                gateway.invalidate()
            await until(lambda: [each for each in logs if each["event"] == "login_waits"])
            assert gateway.logins_left == RESERVE
            gateway.logins_left = 1000
            await connected(adapter)


async def test_a_process_that_is_started_again_and_again_logs_in_ever_more_slowly(
    store: Store, clock: MovingClock
) -> None:
    """F9: a supervisor restarts it every 35 seconds, which would be 2,400 logins a day; each is a new process."""
    end, logins = clock() + DAY, list[float]()
    while clock() < end:
        guard = LoginGuard(store, clock)
        clock.advance(await guard.wait(BOT, PLENTY, [0]))
        assert await guard.wait(BOT, PLENTY, [0]) == 0
        await guard.count(BOT, 0)
        logins.append(clock())
        clock.advance(35.0)
    assert logins[FREE - 1] - logins[0] == pytest.approx(35.0 * (FREE - 1)), "the first ones wait for nothing"
    assert len(logins) < 300


async def test_the_wait_after_many_logins_outlives_a_restart(scene: DiscordScene) -> None:
    """F9."""
    await scene.adapter.stop()
    clock = MovingClock(time.time())
    for _ in range(FREE):
        await scene.store.note_login(str(scene.world.bot.id), 0, clock())
    clock.advance(29.5)  # of 30: the scene logged in as well
    with capture_logs() as logs:
        async with serving(scene, wall_clock=clock) as adapter:
            await until(lambda: [each for each in logs if each["event"] == "login_waits"])
            assert not scene.world.gateway.connected
            clock.advance(0.5)
            await connected(adapter)


async def test_many_shards_log_in_at_once(store: Store, clock: MovingClock) -> None:
    """Each shard has its own pace, and all together have the budget."""
    guard, shards = LoginGuard(store, clock), range(16)
    assert await guard.wait(BOT, PLENTY, shards) == 0
    for shard in shards:
        await guard.count(BOT, shard)
    assert await guard.wait(BOT, PLENTY, shards) == 0
    assert await guard.wait(BOT, LoginLimit(1000, RESERVE + 15, 60.0), shards) == 60.0
    for shard in shards[:-1]:
        await guard.count(BOT, shard)
    with pytest.raises(LoginsSpent):
        await guard.count(BOT, shards[-1])


async def test_a_renewed_budget_is_one_too(store: Store, clock: MovingClock) -> None:
    """F9: a process that stays connected for weeks asks no more what is left, and counts on by itself."""
    guard = LoginGuard(store, clock)
    assert await guard.wait(BOT, LoginLimit(RESERVE + 5, RESERVE + 1, 60.0), [0]) == 0
    await guard.count(BOT, 0)
    for _ in range(2):
        with pytest.raises(LoginsSpent):
            await guard.count(BOT, 0)
        clock.advance(DAY)
        for _ in range(5):
            await guard.count(BOT, 0)


async def test_logins_of_a_clock_that_was_ahead_do_not_hold_up(store: Store, clock: MovingClock) -> None:
    for _ in range(FREE):
        await store.note_login(BOT, 0, clock() + DAY)
    assert await LoginGuard(store, clock).wait(BOT, PLENTY, [0]) == 15.0


# -- the first connection ----------------------------------------------------------------------------------------------


async def test_a_first_connection_may_fail_for_hours(
    scene: DiscordScene, monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    """F20: each failure called the library's method from within itself, which ended in RecursionError."""
    tries, depths, sleep, connect = itertools.count(), list[int](), asyncio.sleep, DiscordWebSocket.from_client

    async def fail_often(*arguments: Any, **options: Any) -> Any:
        if next(tries) < FAILURES:
            raise OSError("nobody is there")
        return await connect(*arguments, **options)

    async def sleep_less(seconds: float) -> None:
        if seconds == BETWEEN_TRIES:
            depths.append(depth())
        await sleep(0 if seconds == BETWEEN_TRIES else seconds)

    await scene.adapter.stop()
    monkeypatch.setattr(DiscordWebSocket, "from_client", fail_often)
    monkeypatch.setattr(asyncio, "sleep", sleep_less)
    async with serving(scene) as adapter:
        await connected(adapter)
    assert len(depths) == FAILURES
    assert sum(line["event"] == "discord_away" for line in logged) == FAILURES
    assert len(set(depths)) == 1, "none is made from within the one before"


def depth() -> int:
    """Count the coroutines of the present task that wait for each other."""
    task, count = asyncio.current_task(), 0
    waiting: Any = task.get_coro() if task is not None else None
    while waiting is not None:
        waiting, count = getattr(waiting, "cr_await", None), count + 1
    return count


# -- shards of several processes ---------------------------------------------------------------------------------------


async def test_a_process_without_the_first_shard_wants_its_database(scene: DiscordScene) -> None:
    """F7: all direct messages go to the first shard, which finds nothing of our tables in another database."""
    await scene.adapter.stop()
    timing = DiscordTiming(retry=0.02, first_shard=0.1)
    stranger = Store.open(scene.database.with_name("other.db"))
    scene.store, own = await stranger, scene.store
    try:
        with pytest.raises(SettingError, match="DISCORD_SHARD_IDS: got 1, wants shard 0"):
            async with serving(scene, shard_count=2, shard_ids=(1,), timing=timing):
                pass
    finally:
        await scene.store.close()
        scene.store = own
    async with serving(scene, shard_count=2, shard_ids=(1,), timing=timing) as adapter:
        await connected(adapter)
