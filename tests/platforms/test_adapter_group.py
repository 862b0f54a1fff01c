"""Several platforms in one process: each opens by itself, and what ends one with an error leaves the others alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.errors import OtherInstance, SettingError
from bot.platforms.adapter import AdapterGroup, GroupTiming

HANDLER: Any = object()


class FakeAdapter:
    """An adapter that starts, ends and fails as the test says, and logs what is called."""

    def __init__(self, *, refused: bool = False) -> None:
        self.there = asyncio.Event()
        self.ends = asyncio.Event()
        self.refused = refused
        self.error: Exception | None = None
        self.log: list[str] = []

    async def start(self) -> None:
        if self.refused:
            raise SettingError("no such token")
        self.ends.clear()
        await self.there.wait()
        self.log.append("started")

    async def run(self, handler: object) -> None:
        assert handler is HANDLER
        self.log.append("run")
        await self.ends.wait()
        error, self.error = self.error, None
        if error:
            raise error

    async def stop_receiving(self) -> None:
        self.log.append("intake stopped")
        self.ends.set()

    async def stop(self) -> None:
        self.log.append("stopped")


async def turn() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_platform_that_is_away_keeps_no_other_from_serving() -> None:
    here, away = FakeAdapter(), FakeAdapter()
    here.there.set()
    adapters = AdapterGroup({"here": here, "away": away})
    await asyncio.wait_for(adapters.start(), 60)
    running = asyncio.create_task(adapters.run(HANDLER))
    await turn()
    assert (here.log, away.log) == (["started", "run"], [])
    away.there.set()
    await turn()
    assert away.log == ["started", "run"]
    await adapters.stop_receiving()
    await asyncio.wait_for(running, 60)
    await adapters.stop()
    assert here.log == away.log == ["started", "run", "intake stopped", "stopped"]


async def test_a_stop_does_not_wait_for_a_platform_that_never_came() -> None:
    here, away = FakeAdapter(), FakeAdapter()
    here.there.set()
    adapters = AdapterGroup({"here": here, "away": away})
    await adapters.start()
    running = asyncio.create_task(adapters.run(HANDLER))
    await turn()
    await asyncio.wait_for(adapters.stop_receiving(), 60)
    await asyncio.wait_for(running, 60)
    await adapters.stop()
    assert "run" not in away.log


class Service:
    """A group of two, and what is told of their ends."""

    def __init__(self, *, refused: str = "", newcomer: float = 0.0) -> None:
        self.one, self.two = FakeAdapter(refused=refused == "one"), FakeAdapter(refused=refused == "two")
        self.told: list[tuple[str, str]] = []
        timing = GroupTiming(retry=0.01, longest_retry=0.1, newcomer=newcomer)
        adapters = {"one": self.one, "two": self.two}
        self.group = AdapterGroup(adapters, lambda name, why: self.told.append((name, why)), timing)
        for adapter in adapters.values():
            adapter.there.set()

    async def run(self) -> asyncio.Task[None]:
        await self.group.start()
        running = asyncio.create_task(self.group.run(HANDLER))
        await turn()
        return running

    async def stop(self, running: asyncio.Task[None]) -> None:
        await asyncio.wait_for(self.group.stop_receiving(), 60)
        await asyncio.wait_for(running, 60)
        await self.group.stop()


async def until(running: asyncio.Task[None], true: Callable[[], object]) -> None:
    """Wait until something is so; a group that ends before it raises what has ended it."""
    async with asyncio.timeout(60):
        while not true():
            if running.done():
                await running
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("refused", ["one", "two"])
async def test_a_refused_token_of_one_leaves_the_other_serving_and_is_tried_again(refused: str) -> None:
    """F6."""
    service = Service(refused=refused)
    running = await service.run()
    dead, alive = (service.one, service.two) if refused == "one" else (service.two, service.one)
    await until(running, lambda: alive.log == ["started", "run"])
    await until(running, lambda: service.told.count((refused, "no such token")) > 2)
    dead.refused = False
    await until(running, lambda: service.told[-1] == (refused, ""))
    assert dead.log[-1] == "run"
    assert alive.log == ["started", "run"]
    await service.stop(running)


async def test_what_ends_one_adapter_does_not_end_the_other(logged: list[EventDict]) -> None:
    """F6: an error of any kind, a bug too."""
    service = Service()
    running = await service.run()
    for error in (OtherInstance("two pollers"), SettingError("intents"), LookupError("a bug")):
        service.one.log.clear()
        service.one.error = error
        service.one.ends.set()
        await until(running, lambda: "run" in service.one.log)
    reasons = ["two pollers", "intents", "LookupError"]
    assert [why for _, why in service.told if why] == reasons
    assert [line["reason"] for line in logged if line["event"] == "platform_ended"] == reasons
    assert service.two.log == ["started", "run"]
    assert not running.done()
    await service.stop(running)


async def test_with_the_last_one_the_group_ends() -> None:
    service = Service(refused="one")
    running = await service.run()
    service.two.error = OtherInstance("two pollers")
    service.two.ends.set()
    with pytest.raises(OtherInstance):
        await asyncio.wait_for(running, 60)
    await service.group.stop()


async def test_one_alone_ends_with_its_error() -> None:
    adapter = FakeAdapter(refused=True)
    group = AdapterGroup({"one": adapter})
    with pytest.raises(SettingError, match="no such token"):
        await group.start()
    await group.stop()


async def test_a_newcomer_gives_way_whole() -> None:
    """F2: the process that serves the one token serves the other too."""
    service = Service(newcomer=300.0)
    running = await service.run()
    service.one.error = OtherInstance("two pollers")
    service.one.ends.set()
    with pytest.raises(OtherInstance):
        await asyncio.wait_for(running, 60)
    await service.group.stop()


async def test_a_stop_does_not_wait_for_one_that_has_ended() -> None:
    service = Service(refused="one")
    service.group._timing = GroupTiming()
    running = await service.run()
    await service.stop(running)
