"""Breaches of what several processes promise, planted one at a time: each is found by the check for it."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from pathlib import Path

import pytest

from bot.playground.world import World
from storage.inbox import FoundUpdate
from storage.postgres_leases import PostgresLeases
from storage.store import Store
from tests.helpers.playground import Playground
from tests.helpers.postgres import Postgres
from tests.helpers.stored import open_store
from tests.telegram.conftest import TelegramScene, logs
from tests.telegram.fleet import Fleet, fleet_of
from tests.telegram.test_several_processes import check_what_is_in_hand, check_what_is_left

__all__ = ["logs"]


@pytest.fixture
async def scene(database: Path) -> AsyncIterator[TelegramScene]:
    """Yield a Telegram without limits of its own."""
    world, store = World(group_per_minute=0, per_second=0), await open_store(database)
    async with Playground(world) as server:
        made = TelegramScene(server, store)
        yield made
        await made.close()
    await store.close()


@pytest.fixture
async def fleet(scene: TelegramScene, server: Postgres, name: str) -> AsyncIterator[Fleet]:
    scene.world.updates.conflict_seconds = 0.05
    scene.world.updates.clear()
    async with fleet_of(scene, server.url(name)) as made:
        yield made


async def test_updates_that_are_taken_over_by_whoever_looks(
    fleet: Fleet, scene: TelegramScene, logs: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def take(store: Store, bot: str, owners: Mapping[int, str]) -> Sequence[FoundUpdate]:
        return [row for row in await store.kept_updates(bot) if row[0] in owners]

    monkeypatch.setattr(Store, "take_updates", take)
    with pytest.raises(AssertionError):
        await check_what_is_left(fleet, scene, logs, 3)


async def test_updates_that_are_taken_over_in_another_order(
    fleet: Fleet, scene: TelegramScene, logs: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Store.take_updates

    async def backwards(store: Store, bot: str, owners: Mapping[int, str]) -> Sequence[FoundUpdate]:
        return [*reversed(await take(store, bot, owners))]

    monkeypatch.setattr(Store, "take_updates", backwards)
    with pytest.raises(AssertionError):
        await check_what_is_left(fleet, scene, logs, 1)


async def test_processes_that_take_each_other_for_dead(
    fleet: Fleet, scene: TelegramScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(leases: PostgresLeases, processes: Collection[str]) -> set[str]:
        return set()

    monkeypatch.setattr(PostgresLeases, "alive", nobody)
    with pytest.raises(AssertionError):
        await check_what_is_in_hand(fleet, scene)
