"""Takes everything from a file of SQLite's to an empty database on PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from psycopg import errors, sql

from storage.errors import CannotOpen, CannotWrite, DamagedRecord, DatabaseLocked, StoreError
from storage.postgres import Connection, address_of, connect, translated_errors
from storage.postgres_schema import migrate, tables_in_order
from storage.schema import MOVED, Migration, read_migrations
from storage.sqlite import SqliteDatabase


async def move(file: Path, url: str) -> Mapping[str, int]:
    """Copy every row of a file into a database, and return how many there are of each table.

    The file is brought up to date and stays, marked as moved, so that no start plays on from it by mistake; nobody else
    can open it meanwhile. What is copied is there as a whole or not at all, so a move that was cut off is begun anew.

    Raise DatabaseLocked where a process has the file open, CannotOpen where the other database is not empty, and what
    opening either of them raises; DamagedRecord for a row that one cannot give or the other cannot take, StoreError
    where the other fails.
    """
    await (await SqliteDatabase.open(file)).close()
    return await asyncio.to_thread(_move, file, url)


def _move(file: Path, url: str) -> dict[str, int]:
    migrations = read_migrations()
    with closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as source:
        _have_alone(source, file)
        with closing(connect(address_of(url))) as target, translated_errors():
            migrate(target, migrations)
            copied = _copy(source, target, migrations)
        _mark(source)
        return copied


def _have_alone(source: sqlite3.Connection, file: Path) -> None:
    """Take the file for ourselves: SQLite ends its write-ahead log only where nobody else has it open."""
    try:
        source.execute("PRAGMA journal_mode=DELETE")
        source.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        raise DatabaseLocked(f"{file} is open in another program, such as a bot that runs: stop it first") from error


def _mark(source: sqlite3.Connection) -> None:
    try:
        source.execute(f"CREATE TABLE {MOVED} (day TEXT) STRICT")
        source.execute(f"INSERT INTO {MOVED} VALUES (date('now'))")
        source.execute("COMMIT")
    except sqlite3.Error as error:
        raise CannotWrite(f"all has arrived, but the file cannot be marked: start no bot on it ({error})") from error


def _copy(source: sqlite3.Connection, target: Connection, migrations: Sequence[Migration]) -> dict[str, int]:
    copied = {}
    with target.transaction():
        for table in tables_in_order(migrations):
            name = sql.Identifier(table)
            target.execute(sql.SQL("LOCK TABLE {}").format(name))
            if _count(target, name):
                raise CannotOpen(f"it is not empty, table {table} has rows: name one in which nothing is")
            copied[table] = _copy_table(source, target, table)
            if (there := _count(target, name)) != copied[table]:
                raise StoreError(f"of table {table} {there} rows have arrived, not {copied[table]}")
        # An id is never given twice, also when the newest rows are gone.
        for table, last in source.execute("SELECT name, seq FROM sqlite_sequence WHERE seq > 0").fetchall():
            target.execute("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", (table, last))
    return copied


def _copy_table(source: sqlite3.Connection, target: Connection, table: str) -> int:
    columns = [row[1] for row in source.execute(f"PRAGMA table_info({table})")]
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    number = 0
    try:
        with target.cursor() as cursor, cursor.copy(into) as copy:
            for row in source.execute(f"SELECT {', '.join(columns)} FROM {table}"):
                copy.write_row(row)
                number += 1
    except sqlite3.Error as error:
        raise DamagedRecord(f"table {table} cannot be read: {error}") from error
    except errors.IntegrityError as error:  # SQLite lets a row stay whose table another program has deleted
        raise DamagedRecord(f"table {table} has a row that belongs to none: {' '.join(str(error).split())}") from error
    return number


def _count(target: Connection, name: sql.Identifier) -> int:
    ((number,),) = target.execute(sql.SQL("SELECT count(*) FROM {}").format(name)).fetchall()
    return int(number)
