"""PostgreSQL itself: how it is reached, brought up to date, refused, shared, lost and found again."""

from __future__ import annotations

import asyncio
import select
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from storage import postgres
from storage.database import Row
from storage.errors import CannotOpen, CannotWrite, DamagedRecord, StaleVersion, StoreAway, StoreError
from storage.ids import Place
from storage.postgres import CONNECTIONS, PostgresDatabase, examine, identify, numbered
from storage.rows import Change, ChatRow, Deadline, Invite, PersonRow
from storage.schema import MIGRATIONS, read_migrations
from storage.statement import Statement
from storage.store import Store
from tests.helpers.mute import mute
from tests.helpers.postgres import Postgres
from tests.helpers.stored import opened
from tests.storage.samples import ANN, HERE, THERE, change, lobby, look, next_version


@pytest.fixture
def empty(server: Postgres) -> Iterator[str]:
    """Return the address of a database in which nothing is."""
    made = server.empty()
    yield server.url(made)
    server.drop(made)


async def open_and_close(url: str) -> None:
    await (await Store.open(url)).close()


# -- migrations ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def names() -> set[str]:
    """Return the names of all migrations."""
    return {migration.name for migration in read_migrations()}


async def test_a_new_database_has_all_that_the_list_of_migrations_makes(empty: str, names: set[str]) -> None:
    """`examine` holds it against what they make on SQLite: columns, types, what may be NULL, indexes."""
    assert await examine(empty) is None
    await open_and_close(empty)
    assert await examine(empty) == 0
    assert {name for (name,) in look(empty, "SELECT name FROM migrations")} == names


async def test_texts_are_in_the_order_of_their_bytes(empty: str) -> None:
    """As on SQLite: an index is of no use for what is compared otherwise, and orders would differ."""
    await open_and_close(empty)
    found = look(
        empty,
        "SELECT DISTINCT collation_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND data_type = 'text'",
    )
    assert found == [("C",)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the migrations, to which a version of the future adds its own."""
    copy = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, copy)
    monkeypatch.setattr("storage.schema.MIGRATIONS", copy)
    return copy


LATER = """
-- Of the future: NULL where nobody knows, TEXT of their own.
CREATE TABLE later (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- a number
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    body BLOB NOT NULL,
    at REAL
) STRICT;
CREATE INDEX later_by_time ON later (at);
ALTER TABLE people ADD COLUMN age INTEGER NOT NULL DEFAULT 7;
UPDATE people SET age = CAST(language AS INTEGER);
"""


async def test_a_later_migration_is_the_same_on_both(server: Postgres, url: str, empty: str, folder: Path) -> None:
    """For what has had the others, and for what is new; rows stay."""
    look_up = "SELECT platform, id, age FROM people"
    server.execute(url.partition("@/")[2].partition("?")[0], "INSERT INTO people VALUES ('t', '1', 'Ann', '42')")
    (folder / "0902_later.sql").write_text(LATER)
    assert await examine(url) == 1
    for each in (url, empty):
        await open_and_close(each)
        assert await examine(each) == 0
    assert look(url, look_up) == [("t", "1", 42)]
    assert look(empty, look_up) == []


async def test_what_sqlite_cannot_do_alike_has_a_script_of_its_own(url: str, folder: Path) -> None:
    (folder / "0902_later.sql").write_text("CREATE TABLE later (a INTEGER) STRICT;")
    own = folder / "0902_later.postgresql.sql"
    own.write_text("CREATE TABLE later (a BIGINT);\nINSERT INTO later VALUES (1), (2);")
    await open_and_close(url)
    assert look(url, "SELECT count(*) FROM later") == [(2,)]


async def test_a_migration_that_fails_changes_nothing(url: str, folder: Path) -> None:
    broken = folder / "0902_broken.sql"
    broken.write_text("CREATE TABLE half (a INTEGER) STRICT;\nINSERT INTO half VALUES ('no number');")
    own = folder / "0902_broken.postgresql.sql"
    own.write_text("CREATE TABLE half (a BIGINT); INSERT INTO half VALUES ('no number')")
    with pytest.raises(StoreError, match="no number") as told:
        await Store.open(url)
    assert "\n" not in str(told.value)
    broken.unlink()
    own.unlink()
    assert await examine(url) == 0
    assert look(url, "SELECT to_regclass('half')") == [(None,)]


async def test_processes_that_start_at_once_make_one_schema(empty: str) -> None:
    stores = await asyncio.gather(*(Store.open(empty) for _ in range(4)))
    for number, store in enumerate(stores):
        assert await store.mark_seen(f"u{number}", 1.0)
        await store.close()
    assert await examine(empty) == 0


async def test_a_database_of_a_newer_program_is_refused(server: Postgres, name: str, url: str) -> None:
    server.execute(name, "INSERT INTO migrations VALUES ('of_the_future')")
    for ask in (Store.open, examine):
        with pytest.raises(DamagedRecord, match="of_the_future, which this program does not know"):
            await ask(url)


async def test_another_programs_database_is_refused_and_left_as_it_is(server: Postgres, empty: str) -> None:
    name = empty.partition("@/")[2].partition("?")[0]
    server.execute(name, "CREATE TABLE tables (legs INTEGER)")
    with pytest.raises(DamagedRecord, match="no database of ours, it has table tables"):
        await Store.open(empty)
    assert look(empty, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'") == [
        ("tables",)
    ]


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DROP TABLE hands", "column hands."),
        ("ALTER TABLE people DROP COLUMN locale", "column people.locale"),
        ("ALTER TABLE people ALTER COLUMN here TYPE text USING here::text", "column people.here"),
        ("DROP INDEX one_table_a_place", "index one_table_a_place"),
    ],
)
async def test_what_is_missing_from_a_schema_is_said(
    server: Postgres, name: str, url: str, damage: str, told: str
) -> None:
    server.execute(name, damage)
    with pytest.raises(DamagedRecord, match=told):
        await Store.open(url)


# -- reaching it -----------------------------------------------------------------------------------------------------


async def test_a_wrong_password_and_a_database_that_is_not_there_are_refused_at_once(
    server: Postgres, name: str
) -> None:
    for address, told in (
        (server.url(name, tcp=True, password="wrong"), "password authentication failed"),
        (server.url("nonesuch", tcp=True), 'database "nonesuch" does not exist'),
        (server.url(name, tcp=True).replace(f":{server.password}@", "@"), "no password supplied"),
        (f"{server.url(name, tcp=True)}?sslmode=require", "does not support SSL"),
        (f"{server.url(name, tcp=True)}?sslmode=maybe", "invalid sslmode"),
    ):
        waited: list[float] = []
        with pytest.raises(CannotOpen, match=told) as refused:
            await Store.open(address, waited.append)
        assert "\n" not in str(refused.value)
        assert server.password not in str(refused.value)
        assert not waited


@pytest.mark.parametrize("address", ["postgresql://a:xyzzy@b/d?nonesuch=1", "postgresql://a:xyzzy@[b/d"])
async def test_an_address_that_is_none_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(CannotOpen, match="not understood") as refused:
        await Store.open(address)
    assert "xyzzy" not in str(refused.value)


async def test_a_database_that_cannot_hold_every_text_is_refused(server: Postgres) -> None:
    server.execute("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(CannotOpen, match="LATIN1, not in UTF8"):
        await Store.open(server.url("latin"))
    server.drop("latin")


async def test_a_server_that_is_away_is_waited_for(server: Postgres, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server.stop()
    try:
        told: asyncio.Queue[float] = asyncio.Queue()
        opening = asyncio.create_task(Store.open(url, told.put_nowait))
        assert await told.get() > 0
    finally:
        await asyncio.to_thread(server.start)
    await (await opening).close()
    assert told.empty()
    monkeypatch.setattr("storage.postgres.OPEN_SECONDS", 0.0)
    with pytest.raises(StoreAway, match="does not answer") as away:
        await Store.open("postgresql://nobody@127.0.0.1:1/none")
    assert "\n" not in str(away.value)


async def test_a_server_that_says_nothing_is_left_when_it_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would keep a place for us otherwise, and wait for our next word when it is to stop."""
    monkeypatch.setattr("storage.postgres.OPEN_SECONDS", 0.0)
    async with mute() as server:
        with pytest.raises(StoreAway, match="timeout"):
            await Store.open(server.url)
        await server.one_hangs_up()
        assert server.begun == 1


async def test_a_database_has_one_identity_however_it_is_named(server: Postgres, name: str, empty: str) -> None:
    async with opened(server.url(name, tcp=True)) as store:
        assert await store.identity() == await identify(f"{server.url(name, tcp=True)}?connect_timeout=9")
        assert await store.identity() != await identify(empty)


# -- losing it -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at_once", [False, True])
async def test_it_goes_on_by_itself_after_the_server_was_started_anew(
    server: Postgres, url: str, *, at_once: bool
) -> None:
    async with opened(url) as store:
        await asyncio.gather(*(store.commit(change(lobby(f"t{n}", Place("t", str(n))))) for n in range(20)))
        server.stop(at_once=at_once)
        try:
            for ask in (store.live_tables, lambda: store.mark_seen("u", 1.0), lambda: store.backlog(0.0)):
                with pytest.raises(StoreAway):
                    await ask()
        finally:
            await asyncio.to_thread(server.start)
        assert len(await store.live_tables()) == 20
        assert await store.mark_seen("u", 1.0)
        await asyncio.gather(*(store.commit(change(lobby(f"s{n}", Place("s", str(n))))) for n in range(20)))


async def test_connections_that_were_ended_are_replaced_without_a_word(server: Postgres, name: str, url: str) -> None:
    """As by an administrator, or by a firewall that forgets what says nothing."""
    async with opened(url) as store:
        await asyncio.gather(*(store.mark_seen(f"u{n}", 1.0) for n in range(3 * CONNECTIONS)))
        server.execute(
            "postgres", f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        assert await store.has_seen("u1")
        assert not await store.mark_seen("u1", 1.0)


async def test_a_database_that_may_only_be_read_says_so_and_passes(server: Postgres, name: str, url: str) -> None:
    server.execute(name, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    end_all = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"
    async with opened(url) as store:
        server.execute("postgres", end_all)
        assert not await store.has_seen("u")
        for ask in (
            lambda: store.mark_seen("u", 1.0),
            lambda: store.backlog(0.0),
            lambda: store.commit(change(lobby())),
        ):
            with pytest.raises(CannotWrite, match="read-only"):
                await ask()
        server.execute("postgres", f"ALTER DATABASE {name} RESET default_transaction_read_only", end_all)
        assert await store.mark_seen("u", 1.0)


async def test_what_is_asked_after_the_end_is_told_that_it_is_closed(url: str) -> None:
    store = await Store.open(url)
    writing = [asyncio.create_task(store.mark_seen(f"u{n}", 1.0)) for n in range(3 * CONNECTIONS)]
    await asyncio.sleep(0)
    await store.close()
    assert [await each for each in writing] == [True] * len(writing)
    for ask in (store.live_tables, lambda: store.mark_seen("u", 1.0)):
        with pytest.raises(StoreAway, match="closed"):
            await ask()


# -- others beside us ------------------------------------------------------------------------------------------------


async def test_who_reads_the_row_that_another_process_is_writing_waits_and_is_told_that_it_is_stale(url: str) -> None:
    """READ COMMITTED: the version is looked at once more when the other one has committed."""
    async with opened(url) as store:
        await store.commit(change(lobby()))
        await store.commit(change(lobby("t2", THERE)))
        async with await psycopg.AsyncConnection.connect(url) as other:
            await other.execute("UPDATE tables SET version = 2 WHERE id = 't1'")
            writing = asyncio.create_task(store.commit(change(next_version(lobby()))))
            await waits_for_a_lock(url)
            await store.commit(change(next_version(lobby("t2", THERE))))
            assert await store.live_at(HERE) == "t1"
            assert not writing.done()
            await other.commit()
        with pytest.raises(StaleVersion):
            await writing
        await store.commit(change(next_version(next_version(lobby()))))


async def test_who_waits_for_who_waits_for_it_is_told_that_it_is_stale(server: Postgres, name: str, url: str) -> None:
    """So a press is judged anew, and nobody is told that nothing can be saved. Other writes say that they failed."""
    server.execute("postgres", f"ALTER DATABASE {name} SET deadlock_timeout = '3s'")
    deadline = Deadline("turn", "t1", 5.0)
    async with opened(url) as store:
        await store.commit(change(lobby()))
        await store.set_deadline(deadline)
        async with await psycopg.AsyncConnection.connect(url) as other:
            await other.execute("SET deadlock_timeout = '60s'")
            await other.execute("UPDATE deadlines SET at = 6 WHERE key = 't1'")
            row = next_version(lobby())
            writing = asyncio.create_task(store.commit(Change(row, 1.0, deadlines=(deadline,))))
            await waits_for_a_lock(url)
            await other.execute("UPDATE tables SET finished = 1 WHERE id = 't1'")
            with pytest.raises(StaleVersion, match="deadlock"):
                await writing
            await other.rollback()
        await store.commit(change(row))


async def test_of_two_invitations_of_a_person_to_a_table_the_later_one_is_left(url: str) -> None:
    """No row of either is there yet that the other could wait for."""
    async with opened(url) as store:
        await store.commit(change(lobby()))
        other = await PostgresDatabase.open(url)
        async with other.write() as tx:
            tx.hold(f"invite {ANN.platform} {ANN.id} t1")
            await tx.run(
                "INSERT INTO invites (payload, table_id, platform, person, press, at) VALUES (?, ?, ?, ?, ?, ?)",
                ("first", "t1", ANN.platform, ANN.id, "press", 1.0),
            )
            writing = asyncio.create_task(store.save_invite(Invite("second", "t1", ANN, "press"), 1.0))
            async with asyncio.timeout(60):
                await waits_for_a_lock(url)
        await writing
        await other.close()
        assert look(url, "SELECT payload FROM invites") == [("second",)]


async def waits_for_a_lock(url: str) -> None:
    """Wait until a transaction waits for another one's row."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as beside:
        waiting = "SELECT 1 FROM pg_locks WHERE NOT granted"
        while not await (await beside.execute(waiting)).fetchall():  # noqa: ASYNC110 - it happens in the server
            await asyncio.sleep(0.01)


async def test_a_row_that_stays_locked_is_waited_for_no_longer_than_a_write_to_a_locked_file(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.postgres._SETTINGS", "SET lock_timeout = '50ms'")
    async with opened(url) as store:
        await store.commit(change(lobby()))
        async with await psycopg.AsyncConnection.connect(url) as other:
            await other.execute("UPDATE tables SET version = 2 WHERE id = 't1'")
            with pytest.raises(StoreAway, match="lock timeout"):
                await store.commit(change(next_version(lobby())))
            await other.rollback()
        await store.commit(change(next_version(lobby())))


async def test_a_process_opens_no_more_connections_than_it_may(url: str) -> None:
    async with opened(url) as store:
        rows = [lobby(f"t{n}", Place("t", str(n))) for n in range(5 * CONNECTIONS)]
        await asyncio.gather(*(store.commit(change(row)) for row in rows), *(store.live_at(HERE) for _ in rows))
        # This look is one of them, and that which holds the leases.
        ((connections,),) = look(url, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        assert connections <= CONNECTIONS + 2
        assert len(await store.live_tables()) == len(rows)


async def test_who_asks_for_the_backlog_every_second_writes_once_a_minute(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def touched() -> object:
        return look(url, "SELECT max(xmin::text::bigint) FROM migrations")

    async with opened(url) as store:
        before = touched()
        await store.backlog(1.0)
        assert (first := touched()) != before, "nobody has written yet"
        for _ in range(5):
            await store.backlog(1.0)
        assert touched() == first
        monkeypatch.setattr("storage.database.PROVEN_SECONDS", 0.0)
        await store.backlog(1.0)
        assert touched() != first


async def test_an_error_that_is_none_of_the_databases_rolls_back(url: str) -> None:
    database = await PostgresDatabase.open(url)

    async def write(error: Exception) -> None:
        async with database.write() as tx:
            assert await tx.run("INSERT INTO seen (id, at) VALUES (?, ?)", ("u", 1.0)) == 1
            raise error

    async def change_nothing(*before: str) -> None:
        async with database.write() as tx:
            for statement in before:
                tx.do(statement)
            tx.do("DELETE FROM seen WHERE id = 'nobody'", or_else=StaleVersion("nobody"))

    with pytest.raises(ZeroDivisionError):
        await write(ZeroDivisionError())
    with pytest.raises(StoreError, match="nonesuch"):
        await database.read("SELECT nonesuch FROM seen")
    for before in ((), ("INSERT INTO seen (id, at) VALUES ('v', 1)",)):
        with pytest.raises(StaleVersion, match="nobody"):
            await change_nothing(*before)
    assert await database.read("SELECT id FROM seen") == []
    await database.close()


async def test_what_fails_before_all_is_sent_is_raised_and_not_logged(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A slow machine hears of the first statement's error while it still sends the others."""
    execute = postgres._execute
    database = await PostgresDatabase.open(url)

    def slowly(connection: postgres.Connection, statement: Statement) -> psycopg.RawCursor[Row]:
        cursor = execute(connection, statement)
        assert select.select([connection.fileno()], [], [], 60)[0], "the server tells of an error unasked"
        return cursor

    async def write(times: int) -> None:
        async with database.write() as tx:
            for _ in range(times):
                tx.do("INSERT INTO seen (id, at) VALUES ('u', 1)")

    await write(1)
    monkeypatch.setattr(postgres, "_execute", slowly)
    with caplog.at_level("DEBUG", "psycopg"), pytest.raises(StaleVersion):
        await write(3)
    assert not caplog.records
    monkeypatch.undo()
    assert await database.read("SELECT at FROM seen") == [(1.0,)]
    await database.close()


async def test_what_a_text_cannot_hold_is_replaced_in_it(url: str) -> None:
    """No text of PostgreSQL's holds U+0000; a name or a title that a platform sends may."""
    async with opened(url) as store:
        await store.save_chat(ChatRow(HERE, "Two\0Hats"))
        await store.save_person(PersonRow(ANN, "\0", "en"))
        assert (await store.chat(HERE)).title == "Two\N{REPLACEMENT CHARACTER}Hats"


def test_values_are_numbered_in_their_order() -> None:
    assert numbered("SELECT ? WHERE a = ? AND b = ?") == "SELECT $1 WHERE a = $2 AND b = $3"
