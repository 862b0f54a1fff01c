"""SQLite through aiosqlite: one writer, a few readers, numbered migrations.

One connection writes, one transaction at a time (`BEGIN IMMEDIATE` ... `COMMIT`), so writes of one process never
conflict; WAL lets readers go on meanwhile; with `synchronous=FULL` a commit survives a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import aiosqlite
from typing_extensions import override

from storage import database
from storage.database import Dialect, Row
from storage.errors import CannotWrite, DamagedFile, DamagedRecord, DatabaseLocked, StaleVersion, StoreAway, StoreError
from storage.priority_lock import PriorityLock
from storage.schema import migrate, read_migrations
from storage.statement import Done, Statement, Statements
from storage.write_behind import WriteBehind

READERS = 2
BUSY_SECONDS = 30
"""How long a write waits for another process's lock on the file before it fails (a backup, a shell)."""

OPEN_SECONDS = 1.0
"""How long a start waits for such a lock without a word: another process that starts or writes has it for as long."""

LOG_PAGES = 100
"""Pages of the write-ahead log after which it is copied into the file: some 400 kB, of which a crash needs none."""
LOG_BYTES = 4_000_000
"""How long a log may stay on the disk that was once longer."""

_SWITCH_SECONDS, _AGAIN_SECONDS = 0.02, 0.1
_UNWRITABLE = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it is read-only, or its folder is",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened for writing, nor files beside it",
    sqlite3.SQLITE_PERM: "access is denied",
    sqlite3.SQLITE_IOERR: "the disk refuses to write",
}
"""What SQLite's codes mean to whoever runs the bot: nothing is damaged, and it goes on when that is mended."""

_UNUSABLE = {sqlite3.SQLITE_CORRUPT: "is damaged, a backup helps"}
"""The same of what else keeps a file from being opened, where any other code says that it is none of ours, or read."""

DIALECT = Dialect(as_bytes="CAST({} AS BLOB)", contains="instr({}, ?) > 0")


class SqliteTransaction(Statements):
    """A `Transaction`. Nobody else writes meanwhile."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        super().__init__([Statement("BEGIN IMMEDIATE")])
        self._connection = connection
        self.begun = False
        """Whether SQLite has been told of it: one without statements does nothing."""

    def hold(self, name: str) -> None:
        """Do nothing: nobody else writes."""

    async def touch(self) -> None:
        """Write a page of the log, as any write does."""
        ((version,),) = await self.rows("PRAGMA user_version")
        self.do(f"PRAGMA user_version={version:d}")

    @property
    def empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not self.begun and len(self._kept) == 1

    async def commit(self) -> None:
        """Execute what was kept, and commit, by one way to the thread and back."""
        if not self.empty:
            await self._carry_out(ends=True)

    @override
    async def _send(self, statements: Sequence[Statement], *, ends: bool) -> Done:
        self.begun = True
        return await _in_thread(self._connection, [*statements, Statement("COMMIT")] if ends else statements)


def carry_out(connection: sqlite3.Connection, statements: Iterable[Statement]) -> Done:
    """Execute statements one after the other, in the thread of a connection."""
    wrote, changed, rows = False, 0, list[Row]()
    for each in statements:
        # Closed also where it fails half-way: while it is open, the connection sees none of the changes to come, and a
        # cursor may live on in a traceback.
        with closing(connection.execute(each.sql, each.values)) as cursor:
            rows = cursor.fetchall() if each.fetches else []
            changed = cursor.rowcount
        if each.or_else is not None and not changed:
            raise each.or_else
        wrote = wrote or changed > 0 or (each.sql.startswith("PRAGMA") and not each.fetches)
    return Done(wrote, changed, rows)


async def _in_thread(connection: aiosqlite.Connection, statements: Iterable[Statement]) -> Done:
    # aiosqlite has no public way to do several things at once; `_execute` is how all of its own are done.
    return await connection._execute(carry_out, connection._conn, statements)  # type: ignore[no-untyped-call,no-any-return]


class SqliteDatabase:
    """An open database file."""

    dialect = DIALECT

    def __init__(self, path: Path, writer: aiosqlite.Connection, readers: list[aiosqlite.Connection]) -> None:
        self.path = path
        self._writer = writer
        self._writing = PriorityLock()
        self.behind = WriteBehind()
        self._written_at: float | None = None
        self._closed = False
        self._all_readers = readers
        self._readers: asyncio.Queue[aiosqlite.Connection] = asyncio.Queue()
        for reader in readers:
            self._readers.put_nowait(reader)

    @classmethod
    async def open(cls, path: Path, waits: Callable[[float], object] = lambda _seconds: None) -> SqliteDatabase:
        """Open or create the file and bring its schema up to date.

        While another program keeps it locked, it is tried again for `BUSY_SECONDS`, of which `waits` is told.

        Raise DatabaseLocked after that, CannotWrite where the file or its folder cannot be written, DamagedRecord for a
        file that is no database, is another program's, has a newer schema, or lacks part of its own.
        """
        deadline, told = time.monotonic() + BUSY_SECONDS, False
        while True:
            try:
                return await cls._open(path)
            except DatabaseLocked:
                if time.monotonic() >= deadline:
                    raise
                if not told:
                    waits(BUSY_SECONDS)
                told = True
            await asyncio.sleep(_AGAIN_SECONDS)

    @classmethod
    async def _open(cls, path: Path) -> SqliteDatabase:
        migrations = await asyncio.to_thread(read_migrations)
        async with AsyncExitStack() as opened:
            connections = []
            try:
                await asyncio.to_thread(_touch, path)
                for number in range(1 + READERS):
                    connections.append(await _connect(path))
                    opened.push_async_callback(connections[-1].close)  # its thread would keep the process alive
                    if number == 0:
                        await migrate(connections[0], migrations)
                        await _empty_log(connections[0])
                for connection in connections:
                    await connection.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    _refuse_unwritable(path, error)
                code = _code(error)
                if code == sqlite3.SQLITE_BUSY:
                    raise DatabaseLocked(f"{path.name} is kept locked by another program: {error}") from error
                raise DamagedRecord(f"{path.name} {_UNUSABLE.get(code, 'is no database of ours')}: {error}") from error
            opened.pop_all()
        return cls(path, connections[0], connections[1:])

    @asynccontextmanager
    async def write(self, *, urgent: bool = False) -> AsyncIterator[SqliteTransaction]:
        """Open a transaction once nobody else's is open, urgent ones first."""
        async with self._writing.hold(urgent=urgent):
            self._expect_open()
            try:
                with _telling(self.path):
                    transaction = SqliteTransaction(self._writer)
                    yield transaction
                    with self.behind.along(transaction.do), _telling(self.path):
                        await transaction.commit()
                    if transaction.wrote:
                        self._written_at = time.monotonic()
            except BaseException as error:
                if isinstance(error, StoreError):
                    self._written_at = None
                # A task that is cancelled leaves its call to aiosqlite's thread, which carries out calls in the order
                # in which they were made. So a COMMIT that was under way is carried out, then this ROLLBACK, which
                # does nothing without an open transaction, and only then the BEGIN of the next writer.
                await self._writer.rollback()
                raise

    @property
    def proven(self) -> bool:
        """Whether something was written in the last `PROVEN_SECONDS`, and nothing failed to be since."""
        return self._written_at is not None and time.monotonic() - self._written_at < database.PROVEN_SECONDS

    async def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of one SELECT, on a connection of its own."""
        reader = await self._readers.get()
        try:
            self._expect_open()
            with _telling(self.path):
                return (await _in_thread(reader, [Statement(sql, values, fetches=True)])).rows
        finally:
            self._readers.put_nowait(reader)

    async def read_one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Return the first row, None when there is none."""
        rows = await self.read(sql, values)
        return rows[0] if rows else None

    async def tidy(self) -> None:
        """Copy the write-ahead log into the file, as far as nobody reads what is older. Waits for nobody else."""
        async with self._writing.hold():
            self._expect_open()
            with _telling(self.path):
                await _empty_log(self._writer)

    async def identity(self) -> str | None:
        """Return what tells the file from others of this machine."""
        return await asyncio.to_thread(file_id, self.path)

    async def close(self) -> None:
        """Finish the write that runs and close all connections."""
        async with self._writing.hold():
            self._closed = True
            for connection in (*self._all_readers, self._writer):
                await connection.close()

    def _expect_open(self) -> None:
        if self._closed:
            raise StoreAway(f"{self.path} is closed")


def file_id(path: Path) -> str | None:
    """Return what tells a file from others of this machine, by whatever path it is named; None if it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return sha256(f"{status.st_dev}.{status.st_ino}".encode()).hexdigest()[:12]


def _touch(path: Path) -> None:
    if not path.parent.is_dir():
        raise CannotWrite(f"{path} cannot be written: there is no folder {path.parent}")
    # Fails here if the file cannot be opened: aiosqlite would leave a thread behind that calls a closed event loop.
    sqlite3.connect(path).close()


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=OPEN_SECONDS)
    try:
        await _use_wal(connection)
        limits = (f"wal_autocheckpoint={LOG_PAGES}", f"journal_size_limit={LOG_BYTES}")
        for pragma in ("synchronous=FULL", "foreign_keys=ON", *limits):
            await connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


async def _use_wal(connection: aiosqlite.Connection) -> None:
    # SQLite does not wait for its lock here: of two processes that switch a new file at once, one is told "locked".
    loop = asyncio.get_running_loop()
    deadline = loop.time() + OPEN_SECONDS
    while True:
        try:
            await connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or loop.time() > deadline:
                raise
            await asyncio.sleep(_SWITCH_SECONDS)
        else:
            return


async def _empty_log(connection: aiosqlite.Connection) -> None:
    await connection.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Raise our own errors in place of SQLite's."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise StaleVersion(str(error)) from error
    except sqlite3.OperationalError as error:
        _refuse_unwritable(path, error)
        raise StoreAway(str(error)) from error
    except sqlite3.Error as error:
        if reason := _UNUSABLE.get(_code(error)):
            raise DamagedFile(f"{path.name} {reason}: {error}") from error
        raise StoreError(f"{path}: {error}") from error


def _refuse_unwritable(path: Path, error: sqlite3.Error) -> None:
    """Raise CannotWrite where an error is no fault of the file's content."""
    if reason := _UNWRITABLE.get(_code(error)):
        raise CannotWrite(f"{path} cannot be written: {reason} ({error})") from error


def _code(error: sqlite3.Error) -> int:
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
