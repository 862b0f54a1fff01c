"""What processes promise that share Discord's shards, broken as `tests/discord/test_shared_shards.py` would see it."""

from __future__ import annotations

import pytest

from bot.platforms.discord.shared_logins import SharedLogins
from storage.postgres_leases import PostgresLeases
from storage.shared import ShardServer
from storage.store import Store
from tests.discord.replicas import replicas
from tests.helpers.discord.people import until

SHARDS = 2


async def test_a_shard_that_two_serve(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of processes that ask for no lease: two connections, and what is pressed comes twice."""

    async def granted(self: PostgresLeases, name: str) -> bool:
        return True

    async def nobody(self: Store, bot: str) -> tuple[list[ShardServer], dict[int, str]]:
        return [ShardServer(self.leases.me)], {}

    monkeypatch.setattr(PostgresLeases, "acquire", granted)
    monkeypatch.setattr(PostgresLeases, "holds", is_certain)
    monkeypatch.setattr(Store, "gateway_state", nobody)
    monkeypatch.setattr(Store, "hold_shard", no_session)
    async with replicas(url, SHARDS) as town:
        town.world.gateway.max_concurrency = SHARDS
        for _ in range(2):
            await town.start()
        await until(lambda: town.world.gateway.served == sorted([*range(SHARDS)] * 2))
        board = await town.show(0)
        await town.boris.press_label(board, "Press")
        await until(lambda: sum(town.handlers_of(lambda handler: handler.presses)) == 2)


def is_certain(_: PostgresLeases, name: str) -> bool:
    """Believe that a lease is ours, whichever it is."""
    return bool(name)


async def no_session(*_: object) -> None:
    """Find no session of a shard."""


async def test_logins_that_nobody_holds_apart(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be seen of a process that acquires no bucket."""

    async def at_once(self: SharedLogins, shard: int) -> None:
        if shard not in self._acquired:
            self._acquired[shard] = shard
            await self._buckets[shard].acquire()

    monkeypatch.setattr(SharedLogins, "acquire", at_once)
    monkeypatch.setattr(PostgresLeases, "holds", is_certain)
    async with replicas(url, SHARDS) as town:
        town.world.gateway.pace = 30.0
        await town.start()
        await until(lambda: town.world.gateway.hasty)
