"""SQLite through aiosqlite: one writer, a few readers, numbered migrations.

One connection writes, one transaction at a time (`BEGIN IMMEDIATE` ... `COMMIT`), so writes of one process never
conflict; WAL lets readers go on meanwhile; with `synchronous=FULL` a commit survives a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from storage.errors import DamagedRecord
from storage.priority_lock import PriorityLock

MIGRATIONS = Path(__file__).parent / "migrations"
READERS = 2
BUSY_SECONDS = 30
"""How long a write waits for another process's lock on the file before it fails (a backup, a shell)."""

_SWITCH_SECONDS = 0.02

Row = tuple[Any, ...]


class Transaction:
    """Statements that are written together or not at all."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement; return the number of rows it changed."""
        async with self._connection.execute(sql, values) as cursor:
            return cursor.rowcount

    async def add(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Insert a row; return its id."""
        async with self._connection.execute(sql, values) as cursor:
            return cursor.lastrowid or 0

    async def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Read inside the transaction."""
        return [tuple(row) for row in await self._connection.execute_fetchall(sql, values)]


class Database:
    """An open database file."""

    def __init__(self, writer: aiosqlite.Connection, readers: list[aiosqlite.Connection]) -> None:
        self._writer = writer
        self._writing = PriorityLock()
        self._all_readers = readers
        self._readers: asyncio.Queue[aiosqlite.Connection] = asyncio.Queue()
        for reader in readers:
            self._readers.put_nowait(reader)

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open or create the file and bring its schema up to date.

        Raise DamagedRecord for a file that is no database, is another program's, or has a newer schema.
        """
        async with AsyncExitStack() as opened:
            connections = []
            try:
                await asyncio.to_thread(_touch, path)
                for number in range(1 + READERS):
                    connections.append(await _connect(path))
                    opened.push_async_callback(connections[-1].close)  # its thread would keep the process alive
                    if number == 0:
                        await _migrate(connections[0])
            except sqlite3.DatabaseError as error:
                raise DamagedRecord(f"{path.name} is no database of ours: {error}") from error
            opened.pop_all()
        return cls(connections[0], connections[1:])

    @asynccontextmanager
    async def write(self, *, urgent: bool = False) -> AsyncIterator[Transaction]:
        """Open a transaction; it is committed at the end of the block, or rolled back if the block raises.

        An urgent one, for which a person waits, passes those that are not.
        """
        async with self._writing.hold(urgent=urgent):
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield Transaction(self._writer)
                await self._writer.commit()
            except BaseException:
                # A task that is cancelled leaves its call to aiosqlite's thread, which carries out calls in the order
                # in which they were made. So a COMMIT that was under way is carried out, then this ROLLBACK, which
                # does nothing without an open transaction, and only then the BEGIN of the next writer.
                await self._writer.rollback()
                raise

    async def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of one SELECT, on a connection of its own."""
        reader = await self._readers.get()
        try:
            return [tuple(row) for row in await reader.execute_fetchall(sql, values)]
        finally:
            self._readers.put_nowait(reader)

    async def read_one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Return the first row, None when there is none."""
        rows = await self.read(sql, values)
        return rows[0] if rows else None

    async def close(self) -> None:
        """Finish the write that runs and close all connections."""
        async with self._writing.hold():
            for connection in (*self._all_readers, self._writer):
                await connection.close()


def _touch(path: Path) -> None:
    # Fails here if the file cannot be opened: aiosqlite would leave a thread behind that calls a closed event loop.
    sqlite3.connect(path).close()


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        await _use_wal(connection)
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            await connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


async def _use_wal(connection: aiosqlite.Connection) -> None:
    # SQLite does not wait for its lock here: of two processes that switch a new file at once, one is told "locked".
    loop = asyncio.get_running_loop()
    deadline = loop.time() + BUSY_SECONDS
    while True:
        try:
            await connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or loop.time() > deadline:
                raise
            await asyncio.sleep(_SWITCH_SECONDS)
        else:
            return


async def _migrate(connection: aiosqlite.Connection) -> None:
    scripts = await asyncio.to_thread(_scripts)
    version, newest = await _version(connection), max(scripts)
    if version > newest:
        raise DamagedRecord(f"the database has schema {version}, this program knows {newest}: it is too old")
    # With foreign keys on, dropping a table that is built anew would delete the rows that refer to it.
    await connection.execute("PRAGMA foreign_keys=OFF")
    for number, script in scripts.items():
        if number > version:
            await _apply(connection, number, script)
    await connection.execute("PRAGMA foreign_keys=ON")


async def _apply(connection: aiosqlite.Connection, number: int, script: str) -> None:
    await connection.execute("BEGIN IMMEDIATE")
    try:
        if await _version(connection) < number:  # else another process that starts now was first
            for statement in _statements(script):
                await connection.execute(statement)
            await _check_references(connection)
            await connection.execute(f"PRAGMA user_version={number}")
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise


async def _check_references(connection: aiosqlite.Connection) -> None:
    broken = [*await connection.execute_fetchall("PRAGMA foreign_key_check")]
    if broken:
        raise sqlite3.IntegrityError(f"{len(broken)} rows refer to nothing")


async def _version(connection: aiosqlite.Connection) -> int:
    ((version,),) = await connection.execute_fetchall("PRAGMA user_version")
    return int(version)


def _scripts() -> dict[int, str]:
    """Return the migrations by number, in order. Numbers may be missing; none is ever used twice."""
    paths: Iterable[Path] = sorted(MIGRATIONS.glob("[0-9]*.sql"))
    return {int(path.name.partition("_")[0]): path.read_text(encoding="utf-8") for path in paths}


def _statements(script: str) -> Iterator[str]:
    """Split a script: `executescript` would commit the transaction it is called in."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
