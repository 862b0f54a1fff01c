"""Several platforms in one process: each opens by itself, and what ends one with an error ends all."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.errors import OtherInstance, SettingError
from bot.platforms.adapter import AdapterGroup

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
        await self.there.wait()
        self.log.append("started")

    async def run(self, handler: object) -> None:
        assert handler is HANDLER
        self.log.append("run")
        await self.ends.wait()
        if self.error:
            raise self.error

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
    adapters = AdapterGroup([here, away])
    await asyncio.wait_for(adapters.start(), 20)
    running = asyncio.create_task(adapters.run(HANDLER))
    await turn()
    assert (here.log, away.log) == (["started", "run"], [])
    away.there.set()
    await turn()
    assert away.log == ["started", "run"]
    await adapters.stop_receiving()
    await asyncio.wait_for(running, 20)
    await adapters.stop()
    assert here.log == away.log == ["started", "run", "intake stopped", "stopped"]


async def test_a_stop_does_not_wait_for_a_platform_that_never_came() -> None:
    here, away = FakeAdapter(), FakeAdapter()
    here.there.set()
    adapters = AdapterGroup([here, away])
    await adapters.start()
    running = asyncio.create_task(adapters.run(HANDLER))
    await turn()
    await asyncio.wait_for(adapters.stop_receiving(), 20)
    await asyncio.wait_for(running, 20)
    await adapters.stop()
    assert "run" not in away.log


@pytest.mark.parametrize("refused", [0, 1])
async def test_a_refused_token_of_either_ends_the_start_or_the_run(refused: int) -> None:
    group = [FakeAdapter(refused=number == refused) for number in range(2)]
    group[1 - refused].there.set()
    adapters = AdapterGroup(group)
    with pytest.raises(SettingError, match="no such token"):
        await _opened(adapters)
    await adapters.stop()


async def _opened(adapters: AdapterGroup) -> None:
    await adapters.start()
    await adapters.run(HANDLER)


async def test_what_ends_one_adapter_with_an_error_ends_all() -> None:
    group = [FakeAdapter(), FakeAdapter()]
    for each in group:
        each.there.set()
    adapters = AdapterGroup(group)
    await adapters.start()
    running = asyncio.create_task(adapters.run(HANDLER))
    await turn()
    group[0].error = OtherInstance("two pollers")
    group[0].ends.set()
    with pytest.raises(OtherInstance):
        await asyncio.wait_for(running, 20)
    await adapters.stop()
