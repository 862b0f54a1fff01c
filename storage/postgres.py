"""PostgreSQL through psycopg: a few connections, each transaction on one of them, its statements sent together.

Transactions run side by side, in this process and in others, at the level READ COMMITTED: the row's version decides who
was first, as between two processes on SQLite. Statements of which nobody waits for the result are sent in one go
(libpq's pipeline), since each way to the server and back may cost a millisecond in which rows stay locked. That is done
in a thread for each connection, as on SQLite, and costs the event loop one iteration (docs/design.md, Storage).
"""

from __future__ import annotations

import asyncio
import os
import re
import select
import socket
import time
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Any, TypeAlias, TypeVar

import psycopg
from psycopg import RawCursor, errors
from psycopg.abc import Buffer
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8BinaryDumper
from psycopg.types.string import StrBinaryDumper, StrDumperUnknown
from typing_extensions import override

from storage import database
from storage.database import Dialect, Row
from storage.errors import CannotOpen, CannotWrite, Deadlocked, StaleVersion, StoreAway, StoreError
from storage.postgres_schema import count_missing, migrate
from storage.priority_lock import PriorityLock
from storage.schema import read_migrations
from storage.statement import Done, Statement, Statements
from storage.write_behind import WriteBehind

CONNECTIONS = 8
"""How many of a store are open at most; each is a process of the server's."""
OPEN_SECONDS = 30.0
"""How long a start waits for a server that does not answer, or says that it is starting."""
LOCK_SECONDS = 30
"""How long a statement waits for rows that another transaction has locked."""
IDLE_SECONDS = 60
"""After how long the server ends a transaction whose process has stopped in the middle of it."""

DIALECT = Dialect(as_bytes="convert_to({}, 'UTF8')", contains="position(? IN {}) > 0")

_AGAIN_SECONDS = 0.2
_DEFAULTS = {
    "application_name": "underhat",
    "client_encoding": "UTF8",
    "connect_timeout": "5",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""Defaults that an address may override. A server that vanishes without a word is noticed within twenty seconds."""
_SETTINGS = (
    "SET default_transaction_isolation = 'read committed'; "
    f"SET lock_timeout = '{LOCK_SECONDS}s'; SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'"
)
_PASSING = ("starting up", "shutting down", "recovery", "not yet accepting", "too many", "remaining connection slots")
"""What a server says that refuses a connection, but only for a while."""
_NO_USE = ("FATAL", "no password supplied", "does not support SSL", "certificate", "invalid ")
"""What a connection fails with that will not go by itself: the server refuses, or libpq by what the address says."""
_TOUCH = "UPDATE migrations SET name = name WHERE name = (SELECT min(name) FROM migrations)"

Connection: TypeAlias = psycopg.Connection[Row]
T = TypeVar("T")


class _Text(StrDumperUnknown):
    """A text without NUL, which PostgreSQL cannot hold; SQLite can, and a chat's title may have one."""

    @override
    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\0", "\ufffd"))


class _BinaryText(StrBinaryDumper):
    """The same for values that are sent in their binary form."""

    @override
    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\0", "\ufffd"))


class Link:
    """A connection and its thread, which uses it for one caller after the other, in the order in which they asked."""

    def __init__(self, address: Mapping[str, Any]) -> None:
        self._address = address
        self._thread = ThreadPoolExecutor(1, "postgres")
        self._connection: Connection | None = None

    async def open(self) -> None:
        """Connect. Raise StoreAway where no server answers, CannotOpen where one refuses."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connect)
        except BaseException:
            self.close()
            raise

    async def do(self, work: Callable[[Connection], T]) -> T:
        """Call `work` with the connection, in its thread. It runs to its end even if its caller is cancelled."""
        assert self._connection is not None
        with translated_errors():
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._connection)

    @property
    def lives(self) -> bool:
        """Whether an idle connection can be used: its server says something only when it ends it."""
        if self._connection is None or self._connection.closed:
            return False
        poll = select.poll()
        poll.register(self._connection.fileno(), select.POLLIN)
        return not poll.poll(0)

    def wire(self) -> socket.socket:
        """Return a second descriptor of an idle connection's socket, which its taker closes. Raise StoreAway."""
        assert self._connection is not None
        try:
            with translated_errors():
                return socket.socket(fileno=os.dup(self._connection.fileno()))
        except OSError as error:
            raise StoreAway(str(error)) from error

    def close(self) -> Future[None]:
        """Close the connection when all that was asked for is done; return the future of that."""
        closing = self._thread.submit(self._disconnect)
        self._thread.shutdown(wait=False)
        return closing

    def _connect(self) -> None:
        self._connection = connect(self._address)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()


class PostgresTransaction(Statements):
    """A `Transaction` on a connection of its own."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._begun = False

    def hold(self, name: str) -> None:
        """Take an advisory lock. Two names may share one: then they wait for each other without need."""
        self.do("SELECT pg_advisory_xact_lock(1, hashtext(?))", (name,))

    async def touch(self) -> None:
        """Write a row as it is."""
        self.do(_TOUCH)

    async def commit(self) -> None:
        """Execute what was kept, and commit."""
        if self._begun or self._kept:
            await self._carry_out(ends=True)

    @override
    async def _send(self, statements: Sequence[Statement], *, ends: bool) -> Done:
        begins, self._begun = not self._begun, True
        return await self._link.do(lambda connection: carry_out(connection, statements, begins=begins, ends=ends))


def carry_out(connection: Connection, statements: Sequence[Statement], *, begins: bool, ends: bool) -> Done:
    """Send statements together, in the thread of a connection, after BEGIN (`begins`) and before COMMIT (`ends`)."""
    if begins and ends and len(statements) == 1:
        begins = ends = False  # a statement alone is a transaction by itself
    # Where a statement may have changed no row (`or_else`), COMMIT is not sent before that is known.
    in_one = ends and not any(each.or_else for each in statements)
    if len(statements) == 1 and not begins and not in_one:
        cursors = [_execute(connection, statements[0])]
    else:
        with _pipeline(connection):
            if begins:
                connection.execute("BEGIN")
            cursors = [_execute(connection, each) for each in statements]
            if in_one:
                connection.execute("COMMIT")
    wrote, rows = False, list[Row]()
    for statement, cursor in zip(statements, cursors, strict=True):
        if statement.or_else is not None and not cursor.rowcount:
            raise statement.or_else
        wrote = wrote or (cursor.rowcount > 0 and not (cursor.statusmessage or "").startswith("SELECT"))
        rows = cursor.fetchall() if statement.fetches else []
    if ends and not in_one:
        connection.execute("COMMIT")
    return Done(wrote, cursors[-1].rowcount if cursors else 0, rows)


@contextmanager
def _pipeline(connection: Connection) -> Iterator[None]:
    """Send together what is executed in the block.

    An error that is noticed in the block is raised after it has been left: otherwise psycopg would log that the
    statements behind it were not executed.
    """
    failed: psycopg.Error | None = None
    try:
        with connection.pipeline():
            try:
                yield
            except psycopg.Error as error:
                failed = error
    except psycopg.Error:
        if failed is None:
            raise
    if failed is not None:
        raise failed


def _execute(connection: Connection, statement: Statement) -> RawCursor[Row]:
    cursor = RawCursor(connection)
    cursor.execute(numbered(statement.sql), statement.values, binary=True)
    return cursor


def _rolled_back(connection: Connection) -> bool:
    """End the transaction that an error has left open; return whether the connection can be used again."""
    with suppress(psycopg.Error):
        if not connection.closed and connection.info.transaction_status != TransactionStatus.IDLE:
            connection.execute("ROLLBACK")
    return not connection.closed and connection.info.transaction_status == TransactionStatus.IDLE


class PostgresDatabase:
    """An open database on a PostgreSQL server."""

    dialect = DIALECT

    def __init__(self, address: Mapping[str, Any], first: Link, identity: str) -> None:
        self._address = address
        self._identity = identity
        self._idle = [first]
        self._slots = PriorityLock(CONNECTIONS)
        self.behind = WriteBehind()
        self._written_at: float | None = None
        self._closed = False

    @classmethod
    async def open(cls, url: str, waits: Callable[[float], object] = lambda _seconds: None) -> PostgresDatabase:
        """Connect to a database and bring its schema up to date.

        While the server does not answer, this tries again for `OPEN_SECONDS`; `waits` is called once with them.

        Raise StoreAway after that, CannotOpen where the server refuses or the address is none, DamagedRecord for a
        database that is another program's, has a newer schema, or lacks part of its own.
        """
        address = address_of(url)
        deadline, told = time.monotonic() + OPEN_SECONDS, False
        while True:
            try:
                return await cls._open(address)
            except CannotWrite:
                raise
            except StoreAway:
                if time.monotonic() >= deadline:
                    raise
                if not told:
                    waits(OPEN_SECONDS)
                told = True
            await asyncio.sleep(_AGAIN_SECONDS)

    @classmethod
    async def _open(cls, address: Mapping[str, Any]) -> PostgresDatabase:
        migrations = await asyncio.to_thread(read_migrations)
        async with visiting(address) as (link, stays):
            identity = await link.do(_identity)
            await link.do(lambda connection: migrate(connection, migrations))
            stays.pop_all()
        return cls(address, link, identity)

    @asynccontextmanager
    async def write(self, *, urgent: bool = False) -> AsyncIterator[PostgresTransaction]:
        """Open a transaction as soon as a connection is free, urgent ones first."""
        async with self._linked(urgent=urgent) as link:
            transaction = PostgresTransaction(link)
            try:
                yield transaction
                with self.behind.along(transaction.do):
                    await transaction.commit()
            except StoreError:
                self._written_at = None
                raise
            if transaction.wrote:
                self._written_at = time.monotonic()

    @property
    def proven(self) -> bool:
        """Whether something was written in the last `PROVEN_SECONDS`, and nothing failed to be since."""
        return self._written_at is not None and time.monotonic() - self._written_at < database.PROVEN_SECONDS

    async def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of one SELECT, which is a transaction by itself."""
        async with self._linked(urgent=True) as link:
            return await link.do(lambda connection: _execute(connection, Statement(sql, values)).fetchall())

    async def read_one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Return the first row, None when there is none."""
        rows = await self.read(sql, values)
        return rows[0] if rows else None

    async def tidy(self) -> None:
        """Do nothing: the server's autovacuum does it."""

    async def identity(self) -> str | None:
        """Return a value that no other database has, on this server or another."""
        return self._identity

    async def close(self) -> None:
        """Finish what runs and close all connections."""
        async with AsyncExitStack() as all_slots:
            for _ in range(CONNECTIONS):
                await all_slots.enter_async_context(self._slots.hold())
            self._closed = True
            while self._idle:
                await asyncio.wrap_future(self._idle.pop().close())

    @asynccontextmanager
    async def _linked(self, *, urgent: bool) -> AsyncIterator[Link]:
        """Yield a connection that nobody else uses meanwhile."""
        async with self._slots.hold(urgent=urgent):
            link = await self._take()
            try:
                yield link
            except BaseException:
                await to_the_end(self._restore(link))
                raise
            self._idle.append(link)

    async def _take(self) -> Link:
        """Return a connection that is free, or a new one."""
        if self._closed:
            raise StoreAway("the database is closed")
        while self._idle:
            link = self._idle.pop()
            if link.lives:
                return link
            link.close()
        link = Link(self._address)
        try:
            await link.open()
        except CannotOpen as error:  # what it was opened with was right once
            raise StoreAway(str(error)) from error
        return link

    async def _restore(self, link: Link) -> None:
        # A task that is cancelled leaves its call to the thread. So a COMMIT that was under way is carried out, then
        # this ROLLBACK, and only then is the connection somebody else's.
        if await link.do(_rolled_back):
            self._idle.append(link)
        else:
            link.close()


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Await a coroutine to its end, even if this task is cancelled meanwhile: then raise CancelledError afterwards."""
    task, cancelled = asyncio.create_task(work), None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if not task.cancelled():
            task.exception()  # nobody is left to be told of it
        raise cancelled
    return task.result()


async def identify(url: str) -> str:
    """Connect to a database and return its `PostgresDatabase.identity`. Raise as `connect`."""
    async with visiting(address_of(url)) as (link, _):
        return await link.do(_identity)


async def examine(url: str) -> int | None:
    """Return the number of migrations that a start would apply to a database, None for an empty one.

    Raise DamagedRecord for one that is another program's, of a newer one, or lacks part of its schema; else as
    `connect`. Raise OSError where the migrations are not there.
    """
    migrations = await asyncio.to_thread(read_migrations)
    async with visiting(address_of(url)) as (link, _):
        return await link.do(lambda connection: count_missing(connection, migrations))


@asynccontextmanager
async def visiting(address: Mapping[str, Any]) -> AsyncIterator[tuple[Link, AsyncExitStack]]:
    """Yield a connection, and the stack that closes it at the end unless it is emptied."""
    link = Link(address)
    await link.open()
    async with AsyncExitStack() as stays:
        stays.callback(link.close)
        yield link, stays


def address_of(url: str) -> dict[str, Any]:
    """Return libpq's parameters for an address. Raise CannotOpen for one that it does not understand."""
    try:
        return _DEFAULTS | conninfo_to_dict(url)
    except psycopg.ProgrammingError:  # whose text may hold the password
        raise CannotOpen("it is not understood: an address has the form postgresql://user:password@host/name") from None


def connect(address: Mapping[str, Any]) -> Connection:
    """Open a connection. Raise StoreAway where no server answers, CannotOpen where one refuses."""
    try:
        connection = psycopg.connect(**address, autocommit=True, cursor_factory=RawCursor)
    except psycopg.Error as error:
        hang_up(error)
        line = _one_line(error)
        if any(words in line for words in _NO_USE) and not any(words in line for words in _PASSING):
            raise CannotOpen(line) from error
        raise StoreAway(f"the database does not answer: {line}") from error
    try:
        with translated_errors():
            connection.execute(_SETTINGS)
        _expect_utf8(connection)
    except BaseException:
        connection.close()
        raise
    connection.prepare_threshold = 0
    connection.adapters.register_dumper(
        int, Int8BinaryDumper
    )  # of one type, whatever its size, so that each query has one plan
    connection.adapters.register_dumper(str, _Text)
    connection.adapters.register_dumper(str, _BinaryText)
    return connection


def hang_up(error: psycopg.Error) -> None:
    """Close the socket of an attempt to connect that took too long, which psycopg leaves to the garbage collector.

    Until then the server keeps a place for it and waits for its next word, up to a minute, even where it is to stop.
    """
    for each in (error, error.__context__):
        if each is not None:
            traceback.clear_frames(each.__traceback__)


def _expect_utf8(connection: Connection) -> None:
    if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
        raise CannotOpen(f"its texts are in {encoding}, not in UTF8: create it with ENCODING 'UTF8'")


def _identity(connection: Connection) -> str:
    cursor = connection.execute(
        "SELECT concat_ws('/', inet_server_addr(), inet_server_port(), oid, datname)"
        " FROM pg_database WHERE datname = current_database()"
    )
    ((told,),) = cursor.fetchall()
    return sha256(told.encode()).hexdigest()[:12]


@lru_cache(maxsize=512)
def numbered(sql: str) -> str:
    """Return a query with `$1`, `$2` ... in place of its `?`."""
    order = count(1)
    return re.sub(r"\?", lambda _: f"${next(order)}", sql)


@contextmanager
def translated_errors() -> Iterator[None]:
    """Raise the errors of `storage.errors` in place of psycopg's."""
    try:
        yield
    except errors.IntegrityError as error:
        raise StaleVersion(_one_line(error)) from error
    except errors.DiskFull as error:
        raise CannotWrite(f"the disk of the database server is full ({_one_line(error)})") from error
    except errors.ReadOnlySqlTransaction as error:
        raise CannotWrite(f"the database is read-only ({_one_line(error)})") from error
    except errors.DeadlockDetected as error:
        raise Deadlocked(_one_line(error)) from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise StoreAway(_one_line(error)) from error
    except psycopg.Error as error:
        raise StoreError(_one_line(error)) from error


def _one_line(error: psycopg.Error) -> str:
    return " ".join(str(error).split()).removeprefix("connection failed: ")
