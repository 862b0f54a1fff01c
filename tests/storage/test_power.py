"""A power cut, a kill or a full disk in the middle of a commit, of a copy of the log, of a migration.

What was told is there.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.store import Store
from tests.helpers.power import Event, Recording
from tests.storage import cuts
from tests.storage.migrating import cut_in_a_migration, record_a_migration

CUTS = 80
"""Of some two thousand moments of a recording; the soak tries others."""
KILLS = 6


async def test_a_power_cut_at_any_moment_loses_nothing_that_was_told(tmp_path: Path) -> None:
    """And what was not told yet is there as a whole or not at all."""
    rng = random.Random(1)
    (tmp_path / "recorded").mkdir()
    recorded = await cuts.record_some(tmp_path / "recorded", rng, 40)
    assert len(recorded.marks(len(recorded.events))) == 40
    assert any(event.kind == "write" and event.file == "underhat.db" for event in recorded.events), "no checkpoint"
    for number, at in enumerate(cuts.moments(recorded, rng, CUTS)):
        assert cuts.cut(recorded, at, rng, tmp_path / str(number)) == []


async def test_the_log_cut_off_at_any_byte_of_a_commit_is_the_commit_before(tmp_path: Path) -> None:
    rng = random.Random(2)
    (tmp_path / "recorded").mkdir()
    recorded = await cuts.record_some(tmp_path / "recorded", rng, 3)
    last = max(at for at, event in enumerate(recorded.events) if event.kind == "mark")
    before = max(at for at, event in enumerate(recorded.events[:last]) if event.kind == "mark")
    whole = recorded.left_by_a_cut(last + 1, rng)
    log, told = whole["underhat.db-wal"], recorded.marks(before + 1)
    # A log that was begun anew keeps its length, and old bytes behind the new: what the commit wrote is what differs.
    old = recorded.left_by_a_cut(before + 1, rng)["underhat.db-wal"].ljust(len(log))
    written = [at for at, (one, other) in enumerate(zip(old, log, strict=True)) if one != other]
    begins, ends = written[0], written[-1] + 1
    for number, size in enumerate([*rng.sample(range(begins, ends), 40), begins, begins + 1, ends - 1]):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "underhat.db").write_bytes(whole["underhat.db"])
        (folder / "underhat.db-wal").write_bytes(log[:size])
        assert list(cuts.wrongs(folder / "underhat.db", told)) == [], size
        with closing(sqlite3.connect(folder / "underhat.db")) as connection:
            (there,) = connection.execute("SELECT count(*) FROM actions").fetchone()
        assert there == len(told), "a part of a commit counts for nothing"


def test_a_kill_in_the_middle_of_a_commit_loses_nothing_that_was_told(tmp_path: Path) -> None:
    """SIGKILL by the process itself, before a write to the disk."""
    rng = random.Random(3)
    for number in range(KILLS):
        (folder := tmp_path / str(number)).mkdir()
        killed, wrong = cuts.killed_at(folder / "underhat.db", seed=number, write=rng.randrange(1, 900))
        assert (killed, wrong) == (True, [])


async def test_t9_a_disk_that_is_full_at_any_write_of_a_commit_damages_and_loses_nothing(tmp_path: Path) -> None:
    """T9: what did not fit is not there in part, and is done once there is room."""
    refused, found = await cuts.fill_up(tmp_path, random.Random(6), 60)
    assert found == []
    assert 20 < refused < 60, "some were refused in their middle, some had room"


@pytest.mark.parametrize("old", [1, 6])
async def test_a_power_cut_in_a_migration_leaves_the_old_schema_or_the_new(tmp_path: Path, old: int) -> None:
    rng = random.Random(old)
    (tmp_path / "recorded").mkdir()
    recorded = await record_a_migration(tmp_path / "recorded", old)
    for number in range(12):
        at = rng.randrange(1, len(recorded.events) + 1)
        assert await cut_in_a_migration(recorded, at, rng, tmp_path / str(number)) == []


async def test_what_is_recorded_is_what_is_on_the_disk(tmp_path: Path) -> None:
    (tmp_path / "recorded").mkdir()
    recorded = await cuts.record_some(tmp_path / "recorded", random.Random(4), 10)
    files = {path.name: path.read_bytes() for path in (tmp_path / "recorded").iterdir()}
    recorded.events.append(Event("sync", "another", 0))
    recorded.events.append(Event("write", "another", 0, b"made"))
    recorded.events.append(Event("sync", "another", 0))  # with it the folder
    left = recorded.left_by_a_cut(len(recorded.events), random.Random(1))
    assert left.pop("another") == b"made"
    assert left == files


def test_what_was_not_synced_may_be_lost() -> None:
    """A sync makes what was written before it last, and nothing else does."""
    events = [Event("write", "a", 0, b"old"), Event("sync", "a"), Event("write", "a", 0, b"new")]
    recorded = Recording(events=events)
    left = {recorded.left_by_a_cut(3, random.Random(seed))["a"] for seed in range(40)}
    assert {b"old", b"new"} < left, "and torn ones"
    assert {recorded.left_by_a_cut(2, random.Random(seed))["a"] for seed in range(40)} == {b"old"}


async def test_a_table_that_is_there_in_part_is_noticed(tmp_path: Path) -> None:
    database = tmp_path / "underhat.db"
    told: list[str] = []
    await cuts.write_some(database, random.Random(5), 5, told.append)
    assert list(cuts.wrongs(database, told)) == []
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM actions WHERE number = 1")
    assert any("in part" in line for line in cuts.wrongs(database, told))
    assert any("lost" in line for line in cuts.wrongs(database, [*told, "t99 1"]))
    await (await Store.open(database)).close()
