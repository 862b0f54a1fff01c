"""Updates in hand: whose they are, how they are taken over and handed over. On both engines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.leases import NOBODY
from storage.store import Store

BODIES = {7: b"a", 8: b"b", 9: b"c"}


@pytest.fixture
async def other(store: Store, database: Path | str) -> AsyncIterator[Store]:
    """Return the same database, opened by another process."""
    opened = await Store.open(database)
    yield opened
    await opened.close()


async def keep(store: Store, *numbers: int) -> None:
    assert await store.keep_updates("1", [(number, BODIES[number].decode(), 1.0) for number in numbers]) == {*numbers}


async def test_an_update_is_owned_by_who_has_written_it(store: Store, other: Store) -> None:
    await keep(store, 7, 8)
    assert await other.keep_updates("1", [(8, "b", 2.0), (9, "c", 2.0)]) == {9}
    me, they = store.leases.me, other.leases.me
    assert await store.unfinished_updates("1", ours_too=True) == {7: me, 8: me, 9: they}
    assert await store.unfinished_updates("1", ours_too=False) == {9: they}
    assert await other.unfinished_updates("1", ours_too=False) == {7: me, 8: me}
    assert await store.unfinished_updates("2", ours_too=True) == {}


async def test_what_is_left_to_others_is_nobodys(store: Store, other: Store) -> None:
    assert await store.keep_updates("1", [(7, "a", 1.0)], for_others=True) == {7}
    assert await store.keep_updates("1", [(7, "a", 1.0)], for_others=True) == set()
    assert await other.unfinished_updates("1", ours_too=False) == {7: NOBODY}
    assert await other.take_updates("1", {7: NOBODY}) == [(7, b"a", 1.0)]


async def test_also_what_was_written_along_with_something_else(store: Store, other: Store) -> None:
    store.note_updates("1", [(7, "a", 1.0)])
    assert await store.mark_seen("u", 1.0)
    assert await other.unfinished_updates("1", ours_too=False) == {7: store.leases.me}


async def test_what_was_written_by_a_version_without_owners_can_be_taken(store: Store) -> None:
    async with store._db.write() as tx:
        assert await tx.run("INSERT INTO inbox (bot, number, body, at) VALUES ('1', 7, 'a', 1)") == 1
    assert await store.unfinished_updates("1", ours_too=False) == {7: "?"}
    assert await store.take_updates("1", {7: "?"}) == [(7, b"a", 1.0)]


async def test_taken_updates_are_whose_who_took_them_in_order(store: Store, other: Store) -> None:
    await keep(store, 9, 7, 8)
    owners = await other.unfinished_updates("1", ours_too=False)
    store.finish_updates("1", [8])
    await store.write_updates()
    assert await other.take_updates("1", owners) == [(7, b"a", 1.0), (9, b"c", 1.0)]
    assert await other.unfinished_updates("1", ours_too=True) == {7: other.leases.me, 9: other.leases.me}
    assert await other.take_updates("1", owners) == [], "they are not of that owner any more"
    assert await other.take_updates("1", {}) == []


async def test_of_all_who_take_them_one_has_them(store: Store, database: Path | str) -> None:
    await keep(store, 7, 8, 9)
    takers = [await Store.open(database) for _ in range(4)]
    owners = await takers[0].unfinished_updates("1", ours_too=False)
    taken = await asyncio.gather(*(taker.take_updates("1", owners) for taker in takers))
    assert sorted(map(len, taken)) == [0, 0, 0, 3], "and all of them, so that their order stays"
    for taker in takers:
        await taker.close()


async def test_more_are_taken_than_a_statement_names(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.inbox._AT_ONCE", 2)
    await keep(store, 7, 8, 9)
    owners = await other.unfinished_updates("1", ours_too=False)
    assert [number for number, _, _ in await other.take_updates("1", owners)] == [7, 8, 9]


async def test_what_is_handed_over_is_nobodys(store: Store, other: Store) -> None:
    await keep(store, 7, 8)
    assert await other.keep_updates("1", [(9, "c", 1.0)]) == {9}
    assert await other.keep_updates("2", [(9, "c", 1.0)]) == {9}
    store.finish_updates("1", [7])
    await store.hand_over_updates("1")
    assert await other.unfinished_updates("1", ours_too=True) == {8: NOBODY, 9: other.leases.me}
    assert await other.take_updates("1", {8: NOBODY}) == [(8, b"b", 1.0)]
    assert await store.take_updates("1", {8: NOBODY}) == []
