"""Leases: what one process at a time may do. On both engines, of a process that is alone."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from storage.store import Store


async def test_a_lease_is_ours_until_it_is_given(store: Store) -> None:
    leases = store.leases
    assert await leases.acquire("a")
    assert await leases.acquire("a"), "it was before"
    await leases.release("a")
    await leases.release("a")
    await leases.release("never taken")
    assert all(await asyncio.gather(leases.acquire("a"), leases.acquire("a"), leases.acquire("b")))


async def test_a_process_has_a_name_and_lives(store: Store) -> None:
    leases = store.leases
    assert re.fullmatch("[0-9a-f]{16}", leases.me)
    assert await leases.alive([leases.me, "somebody", leases.me]) == {leases.me}
    assert await leases.alive({"somebody"}) == set()
    assert await leases.alive(()) == set()


async def test_who_is_alone_joins_any_group(store: Store) -> None:
    assert await store.leases.join("telegram:1")
    assert await store.leases.join("telegram:1"), "it is there already"


async def test_several_processes_are_served_by_a_server_alone(store: Store, database: Path | str) -> None:
    assert store.shared == isinstance(database, str)


async def test_giving_all_back_twice_does_no_harm(store: Store) -> None:
    assert await store.leases.acquire("a")
    await store.leases.close()
    await store.leases.close()
