"""The file itself: how it is opened, brought up to date, refused, shared and closed."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.errors import CannotWrite, DamagedRecord, DatabaseLocked, StoreAway
from storage.ids import Place
from storage.rows import Change
from storage.schema import MIGRATIONS
from storage.sqlite import READERS, SqliteDatabase
from storage.store import Store
from tests.helpers.stored import writer_of
from tests.storage.migrating import NEWEST, SCRIPTS, add_a_table, bring
from tests.storage.samples import HERE, THERE, change, lobby, look, next_version


def version(path: Path) -> int:
    """Read which schema a file has."""
    return int(look(path, "PRAGMA user_version")[0][0])


@asynccontextmanager
async def closed_at_the_end(opened: SqliteDatabase) -> AsyncIterator[SqliteDatabase]:
    try:
        yield opened
    finally:
        await opened.close()


# -- opening and closing ---------------------------------------------------------------------------------------------


async def test_a_commit_survives_a_power_cut(database: Path) -> None:
    """SQLite's manual: in WAL mode only synchronous=FULL (2) syncs the log at each commit; foreign keys are off unless
    each connection turns them on."""
    opened = await SqliteDatabase.open(database)
    async with opened.write() as tx:
        assert await tx.rows("PRAGMA journal_mode") == [("wal",)]
        assert await tx.rows("PRAGMA synchronous") == [(2,)]
        assert await tx.rows("PRAGMA foreign_keys") == [(1,)]
    assert await opened.read("PRAGMA foreign_keys") == [(1,)]
    await opened.close()


async def test_what_is_written_is_there_when_the_file_is_opened_again(database: Path) -> None:
    store = await Store.open(database)
    await store.commit(change(lobby()))
    await store.close()
    again = await Store.open(database)
    assert await again.table("t1") == lobby()
    await again.close()


async def test_closing_leaves_one_file(database: Path) -> None:
    store = await Store.open(database)
    await store.commit(change(lobby()))
    await store.close()
    assert [path.name for path in database.parent.iterdir()] == [database.name]


async def test_closing_waits_for_the_write_in_hand(database: Path) -> None:
    store = await Store.open(database)
    writing = asyncio.create_task(store.commit(change(lobby())))
    await asyncio.sleep(0)
    await store.close()
    await writing
    assert look(database, "SELECT id FROM tables") == [("t1",)]


# -- migrations ------------------------------------------------------------------------------------------------------


async def test_a_new_file_gets_every_migration(store: Store, database: Path) -> None:
    assert version(database) == NEWEST >= 2


def test_no_two_migrations_have_one_number_or_name() -> None:
    """A file knows a migration by its name, and an older one by its number."""
    assert len({path.stem[5:] for path in SCRIPTS.values()}) == len(SCRIPTS)
    assert len(SCRIPTS) == sum("." not in path.stem for path in MIGRATIONS.glob("*.sql"))
    assert [path.name[:5] for path in SCRIPTS.values()] == [f"{number:04}_" for number in SCRIPTS]


@pytest.mark.parametrize("old", sorted(SCRIPTS)[:-1])
async def test_an_older_file_is_brought_up_to_date_with_its_games(database: Path, old: int) -> None:
    bring(database, old)
    add_a_table(database)
    store = await Store.open(database)
    assert version(database) == NEWEST
    assert await store.live_at(HERE) == "old"
    await store.close()


async def test_a_new_schema_and_an_old_one_brought_up_to_date_are_the_same(tmp_path: Path) -> None:
    schemas = []
    for old in (0, *sorted(SCRIPTS)[:-1]):
        path = tmp_path / f"{old}.db"
        bring(path, old)
        await (await Store.open(path)).close()
        schemas.append(look(path, "SELECT type, name, sql FROM sqlite_schema ORDER BY name"))
    assert all(schema == schemas[0] for schema in schemas)


async def test_a_newer_file_is_refused_and_left_as_it_is(database: Path) -> None:
    await (await Store.open(database)).close()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version=999")
    with pytest.raises(DamagedRecord, match=f"schema 999, this program knows {NEWEST}"):
        await Store.open(database)
    assert version(database) == 999


async def test_a_migration_that_fails_changes_nothing(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    broken = folder / f"{NEWEST + 1:04}_broken.sql"
    broken.write_text("CREATE TABLE half (a);\nCREATE TABLE half (a);")
    await (await Store.open(database)).close()
    with monkeypatch.context() as patch:
        patch.setattr("storage.schema.MIGRATIONS", folder)
        with pytest.raises(DamagedRecord):
            await Store.open(database)
    assert version(database) == NEWEST
    assert not look(database, "SELECT 1 FROM sqlite_schema WHERE name = 'half'")
    await (await Store.open(database)).close()


def bring_some(path: Path, numbers: list[int]) -> None:
    """Make a file as a program left it that had these migrations and no others; it knew them by number alone."""
    with closing(sqlite3.connect(path)) as connection:
        for number in numbers:
            connection.executescript(f"{SCRIPTS[number].read_text()}\nPRAGMA user_version={number};")
    add_a_table(path)


@pytest.mark.parametrize("numbers", [[1, 2, 3, 5], [1, 3, 5], [1, 2, 3, 4, 6], [*range(1, 8), 9]])
async def test_t1_a_migration_that_was_merged_late_is_applied(
    database: Path, tmp_path: Path, numbers: list[int]
) -> None:
    """T1: at commit e31d768 there was a 0005 and no 0004 yet; everything that came above the number was applied."""
    bring_some(database, numbers)
    store = await Store.open(database)
    assert await store.live_at(HERE) == "old"
    await store.close()
    await (await Store.open(tmp_path / "new.db")).close()
    names = "SELECT name FROM sqlite_schema ORDER BY name"
    columns = "SELECT s.name, c.name, c.type FROM sqlite_schema s, pragma_table_info(s.name) c ORDER BY 1, 2"
    for question in (names, columns):
        assert look(database, question) == look(tmp_path / "new.db", question)


async def test_t1_a_file_knows_its_migrations_by_name(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T1: of two branches the one with the higher number is deployed first; the other one's is renumbered later."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    monkeypatch.setattr("storage.schema.MIGRATIONS", folder)
    (folder / "0902_later.sql").write_text("CREATE TABLE later (a);")
    await (await SqliteDatabase.open(database)).close()
    (folder / "0901_merged_late.sql").write_text("CREATE TABLE merged_late (a);\nINSERT INTO merged_late VALUES (1);")
    await (await SqliteDatabase.open(database)).close()
    assert look(database, "SELECT a FROM merged_late") == [(1,)]
    (folder / "0901_merged_late.sql").rename(folder / "0903_merged_late.sql")
    await (await SqliteDatabase.open(database)).close()
    assert look(database, "SELECT a FROM merged_late") == [(1,)]


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DROP TABLE hands", "table hands"),
        ("ALTER TABLE people DROP COLUMN locale", "column people.locale"),
        ("DROP INDEX one_table_a_place", "index one_table_a_place"),
    ],
)
async def test_t1_what_is_missing_from_a_schema_is_said(database: Path, damage: str, told: str) -> None:
    """T1: never a process that looks healthy and answers nobody."""
    await (await Store.open(database)).close()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(damage)
    with pytest.raises(DamagedRecord, match=told):
        await Store.open(database)


async def test_t1_what_somebody_has_added_does_no_harm(database: Path) -> None:
    bring(database, NEWEST)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE INDEX by_hand ON seen (at, id)")
    await (await Store.open(database)).close()
    await (await Store.open(database)).close()


async def test_t1_a_file_that_has_had_more_than_is_known_is_refused(database: Path) -> None:
    await (await Store.open(database)).close()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("INSERT INTO migrations VALUES ('of_the_future')")
        connection.commit()
    with pytest.raises(DamagedRecord, match="of_the_future"):
        await Store.open(database)


# -- the write-ahead log ---------------------------------------------------------------------------------------------


async def test_t2_the_file_alone_holds_what_was_there_at_the_start(database: Path, tmp_path: Path) -> None:
    """T2: `cp` of the one file that people know, while the bot runs, is not an empty one."""
    store = await Store.open(database)
    copy = tmp_path / "copy.db"
    await asyncio.to_thread(shutil.copyfile, database, copy)
    assert look(copy, "SELECT count(*) FROM tables") == [(0,)]
    await store.close()


async def test_t2_the_log_stays_short(store: Store, database: Path) -> None:
    """T2: what a copy of the file alone would lack is bounded, however much is written."""
    log = database.with_name(f"{database.name}-wal")
    for number in range(400):
        await store.mark_seen(f"{number:04}" * 200, 1.0)
    assert log.stat().st_size < 1_000_000


# -- disks that don't write ------------------------------------------------------------------------------------------


@contextmanager
def unprivileged() -> Iterator[None]:
    """Be somebody whom permissions bind: they don't bind root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that everybody may reach; those of pytest are for their owner alone."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize("there", [False, True])
def test_t10_a_read_only_folder_is_said_as_such(open_folder: Path, there: bool) -> None:
    """T10: with no file, and with one: SQLite keeps its log beside it."""
    database = open_folder / "underhat.db"
    if there:
        asyncio.run(open_and_close(database))
        database.chmod(0o444)
    open_folder.chmod(0o555)
    with unprivileged(), pytest.raises(CannotWrite, match="cannot be written") as told:
        asyncio.run(open_and_close(database))
    assert "no database of ours" not in str(told.value)
    open_folder.chmod(0o755)


async def open_and_close(database: Path) -> None:
    await (await Store.open(database)).close()


async def test_t9_a_full_disk_is_an_error_of_its_own_and_passes(database: Path) -> None:
    """T9: the file may not grow; when it may, everything goes on."""
    opened = await SqliteDatabase.open(database)
    await fill(opened)
    with pytest.raises(CannotWrite, match="disk is full"):
        await _note(opened, "x" * 100_000)
    assert await opened.read("SELECT count(*) FROM seen") == [(0,)]
    await fill(opened, pages=1_000_000)
    await _note(opened, "x" * 100_000)
    await opened.close()


async def fill(opened: SqliteDatabase, pages: int = 1) -> None:
    """Let the file not grow beyond a number of pages, or what it has: SQLite then says that the disk is full."""
    async with opened.write() as tx:
        await tx.rows(f"PRAGMA max_page_count={pages}")


async def _note(opened: SqliteDatabase, update: str) -> None:
    async with opened.write() as tx:
        await tx.run("INSERT INTO seen (id, at) VALUES (?, 1.0)", (update,))


async def test_who_asks_for_the_backlog_every_second_writes_once_a_minute(
    store: Store, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written just now, by whomever, shows that it can be; each write is a page of the disk."""

    async def writes(times: int) -> bool:
        before = changes()
        for _ in range(times):
            await store.backlog(1.0)
        return changes() != before

    with closing(sqlite3.connect(database)) as outside:

        def changes() -> int:
            return int(outside.execute("PRAGMA data_version").fetchone()[0])

        assert await writes(1), "nobody has written yet"
        assert not await writes(20)
        monkeypatch.setattr("storage.database.PROVEN_SECONDS", 0.0)
        assert await writes(1)
        monkeypatch.undo()
        await writer_of(store).execute("PRAGMA query_only=ON")
        with pytest.raises(CannotWrite):
            await store.mark_seen("u1", 1.0)
        await writer_of(store).execute("PRAGMA query_only=OFF")
        assert await writes(1), "one that failed has to be followed by one that succeeds"


async def test_migrations_go_by_their_numbers_whatever_is_missing_between(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two branches have taken numbers of their own; a file that has the lower ones gets those above, in order."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    monkeypatch.setattr("storage.schema.MIGRATIONS", folder)
    (folder / "0002_first.sql").write_text("CREATE TABLE told (line TEXT);\nINSERT INTO told VALUES ('two');")
    await (await SqliteDatabase.open(database)).close()
    assert version(database) == 2
    for number in (11, 7, 30):
        (folder / f"{number:04}_more.sql").write_text(f"INSERT INTO told VALUES ('{number}');")
    for _ in range(2):
        await (await SqliteDatabase.open(database)).close()
        assert version(database) == 30
    assert look(database, "SELECT line FROM told ORDER BY rowid") == [("two",), ("7",), ("11",), ("30",)]


async def test_processes_that_start_at_once_make_one_schema(database: Path) -> None:
    opened = await asyncio.gather(*(Store.open(database) for _ in range(4)))
    assert version(database) == NEWEST
    for number, store in enumerate(opened):
        assert await store.mark_seen(f"u{number}", 1.0)
        await store.close()


# -- files that are not ours -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"this is no database " * 400, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_file_is_one_clear_error(database: Path, content: bytes) -> None:
    database.write_bytes(content)
    with pytest.raises(DamagedRecord, match="no database of ours"):
        asyncio.run(Store.open(database))
    assert database.read_bytes() == content


def test_ours_that_is_damaged_is_not_called_anothers(database: Path) -> None:
    asyncio.run(open_and_close(database))
    database.write_bytes(database.read_bytes()[:20_000])
    with pytest.raises(DamagedRecord, match="is damaged") as told:
        asyncio.run(Store.open(database))
    assert "ours" not in str(told.value)


async def test_ours_that_another_program_keeps_locked_is_not_called_anothers(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_and_close(database)
    monkeypatch.setattr("storage.sqlite.BUSY_SECONDS", 0)
    monkeypatch.setattr("storage.sqlite.OPEN_SECONDS", 0)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseLocked, match="is kept locked by another program") as told:
            await Store.open(database)
    assert "ours" not in str(told.value)


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
async def test_who_opens_what_another_program_keeps_locked_says_so_and_goes_on_when_it_is_free(
    database: Path, monkeypatch: pytest.MonkeyPatch, lock: str
) -> None:
    await open_and_close(database)
    monkeypatch.setattr("storage.sqlite.OPEN_SECONDS", 0)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE" if lock == "EXCLUSIVE" else "PRAGMA journal_mode=WAL")
        other.execute(f"BEGIN {lock}")
        told: asyncio.Queue[float] = asyncio.Queue()
        opening = asyncio.create_task(Store.open(database, told.put_nowait))
        assert await told.get() > 0
        other.execute("ROLLBACK")
    await (await opening).close()
    assert told.empty()


async def test_another_programs_database_is_refused(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE tables (legs INTEGER)")
        connection.commit()
    with pytest.raises(DamagedRecord, match="no database of ours"):
        await Store.open(database)
    assert look(database, "SELECT name FROM sqlite_schema") == [("tables",)]


async def test_a_file_that_cannot_be_opened_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="there is no folder"):
        await Store.open(tmp_path / "no such folder" / "missing.db")


# -- others beside us ------------------------------------------------------------------------------------------------


async def test_parallel_writes_go_on_while_an_outside_reader_holds_a_lock(store: Store, database: Path) -> None:
    """survive-92: a backup or a curious shell reads for as long as it likes."""
    await store.commit(change(lobby()))
    with closing(sqlite3.connect(database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        await asyncio.gather(*(_play(store, chat) for chat in range(1, 31)))
        assert reader.execute("SELECT count(*) FROM tables").fetchone() == (1,)
    assert look(database, "SELECT count(*) FROM tables")[0][0] == 31
    assert look(database, "SELECT count(*) FROM actions")[0][0] == 1 + 30 * 2


async def _play(store: Store, chat: int) -> None:
    row = lobby(f"g{chat}", Place("telegram", str(-100 - chat)))
    await store.commit(change(row))
    await store.commit(change(next_version(row)))


async def test_a_write_waits_for_an_outside_writer_and_reads_do_not(store: Store, database: Path) -> None:
    """survive-92: "database is locked" is waited out, not shown to anybody."""
    await store.commit(change(lobby()))
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.commit(change(lobby("t2", THERE))))
        await asyncio.sleep(0.3)
        assert not writing.done()
        assert await asyncio.wait_for(store.table("t1"), 60) is not None
        writer.execute("ROLLBACK")
        await asyncio.wait_for(writing, 60)
    assert await store.live_at(THERE) == "t2"


async def test_a_read_that_fails_half_way_does_not_keep_its_reader_in_the_past(database: Path) -> None:
    """SQLite's manual on isolation: a statement that is not reset goes on reading what the file held when it began."""
    async with closed_at_the_end(await SqliteDatabase.open(database)) as opened:
        async with opened.write() as tx:
            await tx.run("CREATE TABLE scribbles (text TEXT)")
            await tx.run("INSERT INTO scribbles VALUES ('whole'), (CAST(x'fffe' AS TEXT)), ('whole')")
        failed = []
        for _ in range(2 * READERS):
            with pytest.raises(StoreAway, match="Could not decode") as raised:
                await opened.read("SELECT text FROM scribbles")
            failed.append(raised)  # held, as a log does that prints it later
        async with opened.write() as tx:
            await tx.run("UPDATE scribbles SET text = 'mended'")
        for _ in range(2 * READERS):
            assert await opened.read("SELECT DISTINCT text FROM scribbles") == [("mended",)]


async def test_a_transaction_that_could_not_read_leaves_the_next_one_a_writer(database: Path) -> None:
    async with closed_at_the_end(await SqliteDatabase.open(database)) as opened:
        async with opened.write() as tx:
            await tx.run("CREATE TABLE scribbles (text TEXT)")
            await tx.run("INSERT INTO scribbles VALUES ('whole'), (CAST(x'fffe' AS TEXT)), ('whole')")
        with pytest.raises(StoreAway, match="Could not decode") as raised:
            async with opened.write() as tx:
                await tx.rows("SELECT text FROM scribbles")
        assert raised.value
        with closing(sqlite3.connect(database)) as other, other:
            other.execute("UPDATE scribbles SET text = 'by another'")
        async with opened.write() as tx:
            assert await tx.rows("SELECT DISTINCT text FROM scribbles") == [("by another",)]
            await tx.run("UPDATE scribbles SET text = 'ours'")


async def test_readers_do_not_wait_for_each_other(store: Store) -> None:
    await store.commit(Change(lobby(), 1.0))
    found: list[Any] = await asyncio.gather(*(store.table("t1") for _ in range(50)))
    assert found == [lobby()] * 50
