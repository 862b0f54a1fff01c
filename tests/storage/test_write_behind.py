"""What needs no transaction of its own goes along with the next one, and is lost with none."""

from __future__ import annotations

import asyncio

import pytest

from storage.errors import StoreError
from storage.statement import Statement
from storage.store import Store


async def test_goes_along_with_whatever_is_committed_next(store: Store) -> None:
    store.note_updates("1", [(7, "a", 1.0)])
    assert await store.kept_updates("1") == []
    await store.mark_seen("x", 1.0)
    assert await store.kept_updates("1") == [(7, b"a", 1.0)]
    store.finish_updates("1", [7])
    assert len(await store.kept_updates("1")) == 1
    await store.mark_seen("y", 1.0)
    assert await store.kept_updates("1") == []


async def test_what_is_finished_before_is_never_written(store: Store) -> None:
    store.note_updates("1", [(7, "a", 1.0)])
    settled = asyncio.create_task(store.updates_settled("1", [7], 60.0))
    await asyncio.sleep(0)
    store.finish_updates("1", [7])
    async with asyncio.timeout(60):
        await settled
    assert not store._db.behind


async def test_waits_no_longer_than_it_is_told(store: Store) -> None:
    store.note_updates("1", [(7, "a", 1.0)])
    await store.updates_settled("1", [7], 0.0)
    assert len(await store.kept_updates("1")) == 1


async def test_whoever_can_wait_no_longer_waits_for_a_commit_that_is_under_way(store: Store) -> None:
    """And for its own, if that one fails."""
    store.note_updates("1", [(7, "a", 1.0)])

    async def fail() -> None:
        async with store._db.write() as tx:
            await tx.rows("SELECT 1")
            await asyncio.sleep(0)
            tx.do("UPDATE seen SET at = 1 WHERE id = 'none'", or_else=ValueError("no such row"))

    failing = asyncio.create_task(fail())
    await asyncio.sleep(0)
    await store.updates_settled("1", [7], 0.0)
    assert len(await store.kept_updates("1")) == 1
    with pytest.raises(ValueError, match="no such row"):
        await failing


async def test_a_transaction_that_fails_leaves_it_to_the_next(store: Store) -> None:
    store.note_updates("1", [(7, "a", 1.0)])
    with pytest.raises(ValueError, match="nothing changed"):
        async with store._db.write() as tx:
            tx.do("UPDATE seen SET at = 2 WHERE id = 'none'", or_else=ValueError("nothing changed"))
    assert await store.kept_updates("1") == []
    assert store._db.behind
    await store.mark_seen("x", 1.0)
    assert len(await store.kept_updates("1")) == 1
    assert not store._db.behind


async def test_what_is_wrong_with_it_keeps_nobody_from_writing_twice(store: Store) -> None:
    """It goes by itself then, until that succeeds."""
    behind = store._db.behind
    behind.add("a", Statement("INSERT INTO nowhere (id) VALUES ('a')"))
    with pytest.raises(StoreError):
        await store.mark_seen("first", 1.0)
    assert await store.mark_seen("second", 1.0)
    with pytest.raises(StoreError):
        await store.write_updates()
    assert behind.forget("a") is False, "a transaction had it once"
    store.note_updates("1", [(7, "a", 1.0)])
    assert await store.mark_seen("third", 1.0)
    assert await store.kept_updates("1") == []
    await store.write_updates()
    assert len(await store.kept_updates("1")) == 1
    store.finish_updates("1", [7])
    await store.mark_seen("fourth", 1.0)
    assert await store.kept_updates("1") == []


async def test_the_newest_under_a_key_alone_is_written(store: Store) -> None:
    for mark in ("first", "second"):
        store._db.behind.add("a", Statement("INSERT INTO seen (id, at) VALUES (?, 1.0)", (mark,)))
    await store.write_updates()
    assert not await store.has_seen("first")
    assert await store.has_seen("second")
    await store.write_updates()  # with nothing left to write


async def test_what_is_finished_while_it_is_written_is_deleted_after_it(store: Store) -> None:
    store.note_updates("1", [(7, "a", 1.0)])
    writing = asyncio.create_task(store.write_updates())
    while store._db.behind._waiting:  # noqa: ASYNC110 - nobody tells of it
        await asyncio.sleep(0)
    store.finish_updates("1", [7])
    await writing
    await store.write_updates()
    assert await store.kept_updates("1") == []
