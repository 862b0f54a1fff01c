"""What needs no transaction of its own goes along with the next one, and is lost with none."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import CannotWrite
from storage.store import Store
from storage.write_behind import Statement
from tests.storage.test_database import fill

MARK = "INSERT OR IGNORE INTO seen (id, at) VALUES (?, 1.0)"


async def marks(database: Database) -> list[str]:
    """List what was written."""
    return [each for (each,) in await database.read("SELECT id FROM seen ORDER BY id")]


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
    async with asyncio.timeout(20):
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


async def test_a_transaction_that_fails_leaves_it_to_the_next(database: Path) -> None:
    opened = await Database.open(database)
    opened.behind.add("a", Statement(MARK, ("along",)))
    with pytest.raises(ValueError, match="nothing changed"):
        async with opened.write() as tx:
            tx.do("UPDATE seen SET at = 2 WHERE id = 'none'", or_else=ValueError("nothing changed"))
    assert await marks(opened) == []
    assert not opened.behind.forget("b")
    async with opened.write() as tx:
        tx.do(MARK, ("next",))
    assert await marks(opened) == ["along", "next"]
    assert not opened.behind
    await opened.close()


async def test_what_is_wrong_with_it_undoes_nothing_of_the_transaction(database: Path) -> None:
    opened = await Database.open(database)
    opened.behind.add("a", Statement("INSERT INTO nowhere VALUES (1)"))
    async with opened.write() as tx:
        tx.do(MARK, ("mine",))
    assert await marks(opened) == ["mine"]
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        await opened.write_waiting()
    assert opened.behind.forget("a") is False, "a transaction had it once"
    async with opened.write() as tx:
        tx.do(MARK, ("too",))
    assert await marks(opened) == ["mine", "too"]
    await opened.close()


async def test_a_full_disk_is_told_to_whoever_writes_it_and_it_is_written_when_there_is_room(database: Path) -> None:
    """T9."""
    opened = await Database.open(database)
    await fill(opened)
    opened.behind.add("a", Statement(MARK, ("x" * 100_000,)))
    with pytest.raises(CannotWrite, match="disk is full"):
        await opened.write_waiting()
    await fill(opened, pages=1_000_000)
    await opened.write_waiting()
    assert len(await marks(opened)) == 1
    await opened.close()


async def test_the_newest_under_a_key_alone_is_written(database: Path) -> None:
    opened = await Database.open(database)
    for mark in ("first", "second"):
        opened.behind.add("a", Statement(MARK, (mark,)))
    await opened.write_waiting()
    assert await marks(opened) == ["second"]
    await opened.write_waiting()  # with nothing left to write
    await opened.close()
