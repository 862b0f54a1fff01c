"""SQLite through aiosqlite: one writer, a few readers, numbered migrations.

One connection writes, one transaction at a time (`BEGIN IMMEDIATE` ... `COMMIT`), so that no write of ours ever meets
another; WAL lets readers go on beside it; `synchronous=FULL` means that what was committed survives a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from bot.errors import DamagedRecord
from storage.priority_lock import PriorityLock

MIGRATIONS = Path(__file__).parent / "migrations"
READERS = 2
BUSY_SECONDS = 30
"""How long a write waits for somebody else's lock on the file before it fails (a backup, a curious admin's shell)."""

Row = tuple[Any, ...]


class Transaction:
    """Statements that are written together or not at all."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement; give the number of rows it changed."""
        async with self._connection.execute(sql, values) as cursor:
            return cursor.rowcount

    async def add(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Insert a row; give its id."""
        async with self._connection.execute(sql, values) as cursor:
            return cursor.lastrowid or 0

    async def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Read inside the transaction."""
        return [tuple(row) for row in await self._connection.execute_fetchall(sql, values)]


class Database:
    """An open database file."""

    def __init__(self, writer: aiosqlite.Connection, readers: list[aiosqlite.Connection]) -> None:
        self._writer = writer
        self._turns = PriorityLock()
        self._all_readers = readers
        self._readers: asyncio.Queue[aiosqlite.Connection] = asyncio.Queue()
        for reader in readers:
            self._readers.put_nowait(reader)

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open or make the file and bring its schema up to date.

        Raises DamagedRecord for what is no database, for one that is not ours, and for a newer schema.
        """
        async with AsyncExitStack() as opened:
            connections = []
            try:
                await asyncio.to_thread(_touch, path)
                for number in range(1 + READERS):
                    connections.append(await _connect(path))
                    opened.push_async_callback(connections[-1].close)  # an open one has a thread that keeps us alive
                    if number == 0:
                        await _migrate(connections[0])
            except sqlite3.DatabaseError as error:
                raise DamagedRecord(f"{path.name} is no database of ours: {error}") from error
            opened.pop_all()
        return cls(connections[0], connections[1:])

    @asynccontextmanager
    async def write(self, *, urgent: bool = False) -> AsyncIterator[Transaction]:
        """Open a transaction; it is committed at the end of the block, or rolled back if the block raises.

        An urgent one, for which a person waits, goes before the others that wait.
        """
        async with self._turns.turn(urgent=urgent):
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield Transaction(self._writer)
                # Shielded: a press whose task is cancelled here is either written whole or was never begun.
                await asyncio.shield(self._writer.commit())
            except BaseException:
                # The connection does things in the order they were asked for, so this comes after whatever was under
                # way when a task was cancelled, a BEGIN or COMMIT included; with no transaction open it does nothing.
                await asyncio.shield(self._writer.rollback())
                raise

    async def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Read rows on a reader's connection."""
        reader = await self._readers.get()
        try:
            return [tuple(row) for row in await reader.execute_fetchall(sql, values)]
        finally:
            self._readers.put_nowait(reader)

    async def read_one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Read the first row, None when there is none."""
        rows = await self.read(sql, values)
        return rows[0] if rows else None

    async def close(self) -> None:
        """Finish the write in hand and close all connections."""
        async with self._turns.turn():
            for connection in (*self._all_readers, self._writer):
                await connection.close()


def _touch(path: Path) -> None:
    """Open a file that may not open: aiosqlite would leave a thread behind that speaks to a loop which has ended."""
    sqlite3.connect(path).close()


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            await connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


async def _migrate(connection: aiosqlite.Connection) -> None:
    scripts = await asyncio.to_thread(_scripts)
    version, newest = await _version(connection), max(scripts)
    if version > newest:
        raise DamagedRecord(f"the database has schema {version}, this program knows {newest}: it is too old")
    # Else dropping a table that is built anew would delete the rows that refer to it.
    await connection.execute("PRAGMA foreign_keys=OFF")
    for number, script in scripts.items():
        if number > version:
            await _apply(connection, number, script)
    await connection.execute("PRAGMA foreign_keys=ON")


async def _apply(connection: aiosqlite.Connection, number: int, script: str) -> None:
    await connection.execute("BEGIN IMMEDIATE")
    try:
        if await _version(connection) < number:  # else another process that starts just now was first
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
    """Read the migrations by their numbers, in order. A number may be missing, but none is ever given twice."""
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
