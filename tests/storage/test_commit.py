"""One change is one transaction, whoever else writes and whatever breaks in the middle."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import StaleVersion
from storage.ids import Place
from storage.rows import Change, Deadline
from storage.store import Store
from tests.storage.samples import ANN, BOB, HERE, THERE, action, change, lobby, look, next_version, refused, secret

WRITTEN = ("tables", "actions", "whispers", "sitting", "seen", "deadlines")


def counts(path: Path | str) -> dict[str, int]:
    """Count the rows of everything a change writes."""
    asked = ", ".join(f"(SELECT count(*) FROM {name})" for name in WRITTEN)
    return dict(zip(WRITTEN, look(path, f"SELECT {asked}")[0], strict=True))


async def test_a_change_is_written_whole(store: Store, database: Path | str) -> None:
    row = lobby()
    ids = await store.commit(change(row, secrets=(secret(ANN), secret(BOB))))
    assert counts(database) == {
        "tables": 1, "actions": 1, "whispers": 2, "sitting": 2, "seen": 1, "deadlines": 1,
    }  # fmt: skip
    assert await store.table("t1") == row
    assert await store.actions("t1") == [action(1)]
    assert [each.id for each in await store.secrets()] == list(ids)
    assert await store.has_seen("t1/1")
    assert await store.next_deadline() == 500.0


async def test_the_ids_given_are_those_of_the_secrets_in_order(store: Store) -> None:
    first, second = await store.commit(change(lobby(), secrets=(secret(ANN, 4), secret(BOB, 5))))
    found = [await store.secret(first), await store.secret(second)]
    assert [(each.person, each.number, each.status) for each in found if each] == [
        (ANN, 4, "waiting"),
        (BOB, 5, "waiting"),
    ]


@pytest.mark.parametrize("table", ["actions", "whispers", "sitting", "seen", "deadlines"])
async def test_a_fault_in_the_middle_writes_nothing(store: Store, database: Path | str, table: str) -> None:
    row = lobby()
    await store.commit(Change(row, 100.0))
    before = counts(database)
    with refused(database, table):
        with pytest.raises(StaleVersion, match="the disk"):
            await store.commit(change(next_version(row, record=b"new")))
        assert counts(database) == before
        assert await store.table("t1") == row
    await store.commit(change(next_version(row, record=b"new")))
    assert (await store.table("t1") or row).record == b"new"


async def test_of_two_who_read_the_same_version_one_writes(store: Store) -> None:
    row = lobby()
    await store.commit(change(row))
    both = [change(next_version(row), seen=name, action=None) for name in ("a", "b")]
    results = await asyncio.gather(*(store.commit(each) for each in both), return_exceptions=True)
    assert sorted(isinstance(result, StaleVersion) for result in results) == [False, True]
    assert [await store.has_seen("a"), await store.has_seen("b")].count(True) == 1


async def test_an_entry_of_the_history_is_never_written_over(store: Store) -> None:
    row = lobby()
    await store.commit(change(row, action=action(1)))
    with pytest.raises(StaleVersion):
        await store.commit(change(next_version(row), action=replace(action(1), action="another")))
    assert await store.actions("t1") == [action(1)]


async def test_an_update_does_its_work_once(store: Store) -> None:
    """survive-14: the second delivery of an update meets the id that the first one wrote beside its work."""
    row = lobby()
    await store.commit(change(row, seen="update 7"))
    with pytest.raises(StaleVersion):
        await store.commit(change(next_version(row), seen="update 7"))
    assert (await store.table("t1") or lobby()).version == 1


async def test_changes_without_an_update_do_not_meet(store: Store) -> None:
    row = lobby()
    await store.commit(change(row, seen=""))
    await store.commit(change(next_version(row), seen=""))
    assert not await store.has_seen("")


async def test_a_place_has_one_live_table_however_many_are_opened(store: Store, database: Path | str) -> None:
    """survive-40, -42: twenty openings race; one row is live."""
    rows = [lobby(f"t{n}") for n in range(20)]
    results = await asyncio.gather(*(store.commit(change(row)) for row in rows), return_exceptions=True)
    assert sum(not isinstance(result, BaseException) for result in results) == 1
    assert all(isinstance(result, StaleVersion) for result in results if isinstance(result, BaseException))
    assert counts(database)["tables"] == 1
    assert await store.live_at(HERE) == (await store.live_tables())[0]


async def test_of_two_processes_one_opens_a_table(store: Store, database: Path | str) -> None:
    other = await Store.open(database)
    results = await asyncio.gather(
        store.commit(change(lobby("mine"))), other.commit(change(lobby("yours"))), return_exceptions=True
    )
    await other.close()
    assert sorted(isinstance(result, StaleVersion) for result in results) == [False, True]


async def test_topics_and_ended_games_leave_room_for_another_table(store: Store) -> None:
    topic = Place("telegram", HERE.chat, topic="3")
    row = lobby()
    await store.commit(Change(row, 1.0))
    await store.commit(Change(lobby("t2", topic), 1.0))
    await store.commit(Change(lobby("t3", THERE), 1.0))
    assert [await store.live_at(place) for place in (HERE, topic, THERE)] == ["t1", "t2", "t3"]
    await store.commit(Change(next_version(row, status="ended", finished=2.0), 2.0))
    assert await store.live_at(HERE) is None
    await store.commit(Change(lobby("t4"), 3.0))
    assert await store.live_at(HERE) == "t4"
    assert (await store.table("t2") or row).place == topic


async def test_seats_are_those_of_the_last_change_that_names_any(store: Store) -> None:
    row = lobby()
    await store.commit(Change(row, 1.0, sitting=(ANN, BOB)))
    await store.commit(Change(next_version(row), 2.0))
    assert await store.tables_of(BOB, live=True) == ["t1"]
    await store.commit(Change(next_version(next_version(row)), 3.0, sitting=(ANN,)))
    assert await store.tables_of(BOB, live=True) == []
    assert await store.tables_of(ANN, live=True) == ["t1"]


async def test_deadlines_are_set_moved_and_cleared_with_the_change(store: Store) -> None:
    row = lobby()
    await store.commit(Change(row, 1.0, deadlines=(Deadline("lobby", "t1", 50.0),)))
    moved = next_version(row)
    await store.commit(Change(moved, 2.0, deadlines=(Deadline("lobby", "t1", 70.0),)))
    assert await store.due(100.0) == [Deadline("lobby", "t1", 70.0)]
    await store.commit(Change(next_version(moved), 3.0, cleared=(("lobby", "t1"),)))
    assert await store.next_deadline() is None


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("steps", range(0, 30, 2))
async def test_a_cancelled_change_is_whole_or_was_never_begun(
    store: Store, database: Path | str, steps: int, again: bool
) -> None:
    """Wherever a press is cut off, its change is written or is not, and the next one can be written."""
    row = lobby()
    before = counts(database)
    writing = asyncio.create_task(store.commit(change(row)))
    for _ in range(steps):
        await asyncio.sleep(0.0002)
    writing.cancel()
    if again:  # while it rolls back
        await asyncio.sleep(0)
        writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await store.commit(change(lobby("t2", THERE)))
    whole = await store.table("t1") is not None
    per_table = {"tables": 1, "actions": 1, "whispers": 1, "sitting": 2, "seen": 1, "deadlines": 1}
    assert counts(database) == {name: before[name] + n * (1 + whole) for name, n in per_table.items()}


async def test_cancelled_changes_among_others_hurt_nobody(store: Store) -> None:
    tasks = [
        asyncio.create_task(store.commit(change(lobby(f"t{n}", Place("telegram", str(-n)))))) for n in range(1, 41)
    ]
    await asyncio.sleep(0.002)
    for task in tasks[::2]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert {f"t{n}" for n in range(2, 41, 2)} <= set(await store.live_tables())


async def test_a_process_killed_in_the_middle_of_a_change_has_written_nothing(
    store: Store, database: Path | str
) -> None:
    """survive-3: kill -9 between BEGIN and COMMIT."""
    opening = (
        "import psycopg\ndb = psycopg.connect(sys.argv[1], autocommit=True)\ndb.execute('BEGIN')\n"
        if isinstance(database, str)
        else "import sqlite3\ndb = sqlite3.connect(sys.argv[1], isolation_level=None)\ndb.execute('BEGIN IMMEDIATE')\n"
    )
    script = (
        f"import os, signal, sys\n{opening}"
        "db.execute(\"INSERT INTO seen (id, at) VALUES ('half', 1)\")\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", script, str(database))
    assert await process.wait() == -signal.SIGKILL
    assert not await store.has_seen("half")
    assert await store.mark_seen("half", 1.0)
