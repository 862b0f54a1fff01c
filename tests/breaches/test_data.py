"""Breaches of what is promised about the database, planted one at a time: the checks of it find each."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from storage import sqlite
from storage.backup import back_up
from storage.errors import CannotWrite
from storage.ids import Place
from storage.rows import Change
from storage.statement import Done, Statement
from storage.store import Store
from tests.dispatcher.test_privacy import delete, rows_with
from tests.helpers.clock import MovingClock
from tests.helpers.party import eventually, party_at
from tests.outside import backups
from tests.setup import test_complaints as complaints
from tests.storage import cuts
from tests.storage.migrating import cut_in_a_migration, record_a_migration
from tests.storage.samples import change, lobby
from tests.table.playing import finish


def say_instead(patch: pytest.MonkeyPatch, words: str, others: str) -> None:
    """Say something else to SQLite wherever these words are said."""
    real = aiosqlite.Connection.execute

    def execute(self: aiosqlite.Connection, sql: str, *values: Any) -> Any:
        return real(self, sql.replace(words, others), *values)

    patch.setattr(aiosqlite.Connection, "execute", execute)


@pytest.mark.parametrize("less", ["OFF", "NORMAL"])
async def test_commits_that_are_not_synced_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, less: str
) -> None:
    say_instead(monkeypatch, "synchronous=FULL", f"synchronous={less}")
    rng = random.Random(1)
    (tmp_path / "recorded").mkdir()
    recorded = await cuts.record_some(tmp_path / "recorded", rng, 20)
    found = [
        line
        for number, at in enumerate(cuts.moments(recorded, rng, 30))
        for line in cuts.cut(recorded, at, rng, tmp_path / str(number))
    ]
    assert any("was told and is lost" in line or "cannot be read" in line for line in found)


async def test_a_press_that_is_told_before_its_commit_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def told_too_early(database: Path, rng: random.Random, changes: int, tell: Any) -> None:
        store = await Store.open(database)
        for number in range(changes):
            tell(f"t{number} 1")
            await store.commit(change(lobby(f"t{number}", Place("telegram", str(-number)))))
        await store.close()

    monkeypatch.setattr(cuts, "write_some", told_too_early)
    rng = random.Random(1)
    (tmp_path / "recorded").mkdir()
    recorded = await cuts.record_some(tmp_path / "recorded", rng, 10)
    found = [cuts.cut(recorded, at, rng, tmp_path / str(at)) for at in {*cuts.moments(recorded, rng, 60)}]
    assert any(found)


async def test_a_refusal_of_a_full_disk_that_nobody_hears_of_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = Store.commit

    async def hears_nothing(self: Store, change: Change) -> None:
        with contextlib.suppress(CannotWrite):
            await commit(self, change)

    monkeypatch.setattr(Store, "commit", hears_nothing)
    _, found = await cuts.fill_up(tmp_path, random.Random(6), 20)
    assert any("was told and is lost" in line for line in found)


async def test_a_full_disk_that_leaves_a_part_of_a_change_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sqlite.carry_out

    def without_transaction(connection: sqlite3.Connection, statements: Iterable[Statement]) -> Done:
        return real(connection, [each for each in statements if each.sql not in ("BEGIN IMMEDIATE", "COMMIT")])

    monkeypatch.setattr(sqlite, "carry_out", without_transaction)
    _, found = await cuts.fill_up(tmp_path, random.Random(6), 20)
    assert any("is there in part" in line for line in found)


async def test_a_migration_that_is_no_transaction_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "recorded").mkdir()
    with monkeypatch.context() as patch:
        say_instead(patch, "BEGIN IMMEDIATE", "SELECT 1")
        recorded = await record_a_migration(tmp_path / "recorded", 6)
    rng = random.Random(1)
    syncs = [at for at, event in enumerate(recorded.events) if event.kind == "sync"]
    found = [await cut_in_a_migration(recorded, at + 1, rng, tmp_path / str(at)) for at in rng.sample(syncs, 12)]
    assert any(found)


@pytest.mark.parametrize("breach", ["the file alone", "nothing"])
async def test_a_backup_of_the_file_alone_is_found(tmp_path: Path, breach: str) -> None:
    """What was written last is in the log beside it."""
    database, copy = tmp_path / "underhat.db", tmp_path / "backups" / "copy.db"
    copy.parent.mkdir()
    store = await Store.open(database)
    try:
        await store.commit(change(lobby()))
        with closing(sqlite3.connect(database)) as connection:
            there = set(connection.execute(backups.ACTIONS).fetchall())
        await asyncio.to_thread(shutil.copyfile if breach == "the file alone" else back_up, database, copy)
    finally:
        await store.close()
    lacking = ["the copy lacks 1 moves that were there"]
    assert backups.wrongs(copy, there, there) == (lacking if breach == "the file alone" else [])


def test_a_complaint_whose_test_was_renamed_is_found() -> None:
    document = complaints.read(complaints.DOCUMENT)
    renamed = document.replace("::test_it_locks_nobody`", "::test_it_blocks_nobody`")
    assert complaints.untested(document) == []
    assert complaints.untested(renamed) == ["survive-39: there is no table/test_game.py::test_it_blocks_nobody"]


async def test_a_name_that_stays_after_deletion_is_found(
    tmp_path: Path, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here the record of a game that is over keeps who sat there."""
    monkeypatch.setattr("bot.table.handlers.privacy.without", lambda record, person: record)
    database = tmp_path / "underhat.db"
    async with party_at(database, clock) as party:
        await party.begin(party.ann, party.bob, party.cleo)
        await finish(party)
        await delete(party, party.ann)
        await eventually(lambda: not rows_with(database, "update_id"))
        assert [row for row in rows_with(database, "Ann") if row.startswith("tables: ")]
