"""From a file of SQLite's to PostgreSQL: all of it, or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.checkup import examine
from storage.errors import CannotOpen, DamagedRecord, DatabaseLocked
from storage.moving import move
from storage.postgres_schema import tables_in_order
from storage.rows import Change, ChatRow, PersonRow
from storage.schema import read_migrations
from storage.store import Store
from tests.helpers.postgres import Postgres
from tests.storage.migrating import NEWEST, add_a_table, bring
from tests.storage.samples import ANN, BOB, HERE, change, end, lobby, look, next_version, secret
from tests.storage.test_plans import call_everything


@pytest.fixture(scope="module")
def tables() -> list[str]:
    """Return the names of all tables."""
    return tables_in_order(read_migrations())


@pytest.fixture
def target(server: Postgres) -> Iterator[str]:
    """Return the address of a database in which nothing is."""
    made = server.empty()
    yield server.url(made)
    server.drop(made)


def everything(where: Path | str, tables: list[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of tables, in an order of their own."""
    rows = {table: look(where, f"SELECT * FROM {table}") for table in tables}
    return {table: sorted(found, key=repr) for table, found in rows.items()}


async def fill(file: Path) -> int:
    """Write something of every kind, and delete the newest secret; return its id."""
    store = await Store.open(file)
    await call_everything(store)
    await end(store, "over", (ANN, 1, 5), (BOB, 2, None), at=12.5)
    await store.save_person(PersonRow(BOB, "בוב \N{TOP HAT}", "he", None, reachable=False))
    await store.keep_updates("1", [(2**62, '{"text": "\\u0000"}', 1.0)])
    row = lobby("live", HERE)
    await store.commit(change(row, action=None))
    first, newest = await store.commit(Change(next_version(row, state=bytes(range(256))), 2.0, secrets=(secret(),) * 2))
    await store.delete_secret(newest)
    await store.close()
    assert first < newest
    return newest


async def test_every_row_arrives_as_it_was(tmp_path: Path, target: str, tables: list[str]) -> None:
    file = tmp_path / "underhat.db"
    newest = await fill(file)
    before = everything(file, tables)
    counts = await move(file, target)
    assert counts == {table: len(rows) for table, rows in before.items()}
    assert sum(bool(rows) for rows in before.values()) > len(tables) / 2
    assert everything(target, tables) == before == everything(file, tables)
    store = await Store.open(target)
    assert await store.live_at(HERE) == "live"
    row = await store.table("live")
    assert row is not None
    (number,) = await store.commit(Change(next_version(row), 3.0, secrets=(secret(),)))
    assert number > newest, "an id is never given twice"
    await store.close()


async def test_no_bot_plays_on_from_a_file_that_was_moved(tmp_path: Path, target: str) -> None:
    """Unless somebody wants that; then it is as it was."""
    file = tmp_path / "underhat.db"
    await fill(file)
    await move(file, target)
    for use in (Store.open, examine, lambda file: move(file, target)):
        with pytest.raises(DamagedRecord, match=r"moved to PostgreSQL on \d{4}-\d\d-\d\d.*DROP TABLE moved") as told:
            await use(file)
        assert "\n" not in str(told.value)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DROP TABLE moved")
    store = await Store.open(file)
    assert await store.live_at(HERE) == "live"
    await store.close()


async def test_a_file_is_marked_only_where_all_has_arrived(tmp_path: Path, target: str) -> None:
    file = tmp_path / "underhat.db"
    await fill(file)
    store = await Store.open(target)
    await store.mark_seen("u", 1.0)
    await store.close()
    with pytest.raises(CannotOpen):
        await move(file, target)
    await (await Store.open(file)).close()


async def test_an_older_file_is_brought_up_to_date_first(tmp_path: Path, target: str) -> None:
    file = tmp_path / "underhat.db"
    bring(file, NEWEST - 3)
    add_a_table(file)
    assert (await move(file, target))["tables"] == 1
    assert look(target, "SELECT id, chat FROM tables") == [("old", "-10")]


async def test_a_database_with_anything_in_it_is_refused(tmp_path: Path, target: str) -> None:
    file = tmp_path / "underhat.db"
    await fill(file)
    store = await Store.open(target)
    await store.mark_seen("u", 1.0)
    await store.close()
    with pytest.raises(CannotOpen, match="not empty, table seen has rows"):
        await move(file, target)
    assert look(target, "SELECT count(*) FROM tables") == [(0,)]


async def test_a_file_on_which_a_bot_runs_is_refused(tmp_path: Path, target: str) -> None:
    file = tmp_path / "underhat.db"
    store = await Store.open(file)
    with pytest.raises(DatabaseLocked, match="stop it first"):
        await move(file, target)
    assert await store.mark_seen("u", 1.0)
    await store.close()
    assert (await move(file, target))["seen"] == 1


@pytest.mark.parametrize("damage", ["people SET name = CAST(x'fffe' AS TEXT)", "actions SET table_id = 'gone'"])
async def test_a_row_that_cannot_be_taken_along_leaves_nothing_behind(tmp_path: Path, target: str, damage: str) -> None:
    file = tmp_path / "underhat.db"
    await fill(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"UPDATE {damage}")
    with pytest.raises(DamagedRecord) as told:
        await move(file, target)
    assert "\n" not in str(told.value)
    assert look(target, "SELECT count(*) FROM tables") == [(0,)]


async def test_a_title_with_a_character_that_postgresql_cannot_hold_is_moved_without_it(
    tmp_path: Path, target: str
) -> None:
    file = tmp_path / "underhat.db"
    old = await Store.open(file)
    await old.save_chat(ChatRow(HERE, "Two\0Hats"))
    await old.close()
    await move(file, target)
    new = await Store.open(target)
    moved = await new.chat(HERE)
    await new.close()
    assert moved.title == "Two\N{REPLACEMENT CHARACTER}Hats"
