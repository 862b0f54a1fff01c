"""Leases on PostgreSQL: advisory locks of one session, which the server ends when its process is gone.

A process that ends takes its connection along, and its leases are free at once. A machine that vanishes without a word
is noticed by the server's keepalives, within some ten seconds. The process asks the server more often than that, and
counts its leases as lost before the server gives them to others. One that hangs asks for nothing, so the server ends
its session; when it goes on, `holds` tells that before it has heard of it. The leases need a session of their own: a
pooler that pools transactions will not do.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable, Collection
from typing import TypeVar

from psycopg import RawCursor
from typing_extensions import override

from storage.database import Row
from storage.errors import StoreAway, StoreError
from storage.leases import Leases, new_name
from storage.postgres import Connection, Link, address_of, to_the_end

BEAT_SECONDS = 2.0
"""How often the server is asked whether it is there."""
PATIENCE_SECONDS = 4.0
"""How long it may take to answer. Together with the beat less than what the server waits for us."""
IDLE_SECONDS = 15.0
"""After how long a process that asks for nothing, since it hangs, loses its leases: the server ends its session."""
AGAIN_SECONDS = 0.2
"""After how long it is tried again to connect."""

_SETTINGS = (
    "SET tcp_keepalives_idle = 4; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;"
    " SET tcp_user_timeout = 10000"
)
"""The server gives up a connection after ten seconds in which nothing of the other side was heard."""
_SINCE_14 = "SET idle_session_timeout = {}"
"""In milliseconds. An older server never gives up a process that hangs but is still there."""
_ACQUIRE = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))"
_RELEASE = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"
_ALIVE = (
    "SELECT process FROM unnest($1::text[]) AS process JOIN pg_locks"
    " ON (classid::bigint << 32) | objid::bigint = hashtextextended('process/' || process, 0)"
    " WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_JOIN = "SELECT pg_try_advisory_lock_shared(hashtext('group'), hashtext($1))"
_OF_OTHER_GROUPS = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
    " AND classid::bigint = hashtext('group')::bigint & 4294967295"
    " AND objid::bigint <> hashtext($1)::bigint & 4294967295"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)

T = TypeVar("T")


class PostgresLeases(Leases):
    """The leases of a process that shares its database with others. All are held by one connection."""

    def __init__(self, url: str) -> None:
        self.me = new_name()
        address = address_of(url)
        self._address = address | {"application_name": session_name(address["application_name"], self.me)}
        self._link: Link | None = None
        self._wire: socket.socket | None = None
        """A second descriptor of the connection's socket: it is watched, and cut off, while the link's thread waits."""
        self._held: set[str] = set()
        self._group: str | None = None
        self._serial = asyncio.Lock()
        """One at a time: an advisory lock that a session has acquired twice has to be released twice."""
        self._under_way = 0
        self._asked_at = 0.0
        """When the server was last asked with an answer: it does not count from before that."""
        self._wake = asyncio.Event()
        self._on_lost: list[Callable[[], object]] = []
        self._keeping: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str) -> PostgresLeases:
        """Connect, and be alive from now on. Raise StoreAway or CannotOpen."""
        leases = cls(url)
        await leases._connect()
        leases._keeping = asyncio.create_task(leases._keep(), name="leases")
        return leases

    @override
    async def acquire(self, name: str) -> bool:
        return await to_the_end(self._acquire(name))  # cut off half-way it would be held, and nobody would know

    @override
    async def release(self, name: str) -> None:
        await to_the_end(self._release(name))

    @override
    def holds(self, name: str) -> bool:
        # The server may have ended our session by then, and not be heard yet.
        if self._link is not None and time.monotonic() - self._asked_at >= IDLE_SECONDS:
            self._lose(self._link)
        return name in self._held

    @override
    async def alive(self, processes: Collection[str]) -> set[str]:
        if not (asked := sorted({*processes})):
            return set()
        return {process for (process,) in await self._ask(_ALIVE, asked)}

    @override
    async def join(self, group: str) -> bool:
        self._group = group
        await self._ask(_JOIN, group)
        ((others,),) = await self._ask(_OF_OTHER_GROUPS, group)
        return not others

    @override
    def on_lost(self, tell: Callable[[], object]) -> None:
        self._on_lost.append(tell)

    @override
    async def close(self) -> None:
        await to_the_end(self._close())

    async def _close(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait({self._keeping})
        with contextlib.suppress(StoreError):  # otherwise the server does it, a moment after the connection is closed
            await self._ask("SELECT pg_advisory_unlock_all()")
        if (link := self._let_go()) is not None:
            await asyncio.wrap_future(link.close())

    async def _acquire(self, name: str) -> bool:
        async with self._serial:
            if name not in self._held:
                ((granted,),) = await self._ask(_ACQUIRE, name)
                if granted:
                    self._held.add(name)
            return name in self._held

    async def _release(self, name: str) -> None:
        async with self._serial:
            if name in self._held:
                self._held.discard(name)
                with contextlib.suppress(StoreAway):  # then it is released with the connection
                    await self._ask(_RELEASE, name)

    async def _keep(self) -> None:
        """Ask the server now and then, and at once when it says something unasked; connect again when it is lost."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_SECONDS if self._link is None else BEAT_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            with contextlib.suppress(StoreError):
                await (self._connect() if self._link is None else self._ask("SELECT 1"))

    async def _connect(self) -> None:
        link = Link(self._address)
        await link.open()
        asked_at = time.monotonic()
        try:
            await link.do(self._sign_in)
            wire = link.wire()  # not in the link's thread: who is cancelled meanwhile would leave it open
        except BaseException:
            link.close()
            raise
        self._link, self._wire, self._under_way, self._asked_at = link, wire, 0, asked_at
        self._watch()

    def _sign_in(self, connection: Connection) -> None:
        connection.execute(_SETTINGS, prepare=False)
        if connection.info.server_version >= 140000:
            connection.execute(_SINCE_14.format(round(1000 * IDLE_SECONDS)).encode(), prepare=False)
        ((granted,),) = _rows(connection, _ACQUIRE, f"process/{self.me}")
        if not granted:
            raise StoreAway("the server has not noticed yet that the connection before this one is gone")
        if self._group is not None:
            _rows(connection, _JOIN, self._group)

    async def _ask(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a statement. Whatever it raises, StoreAway means that all is lost."""
        link = self._link
        if link is None:
            raise StoreAway("the connection that holds the leases is lost")
        asked_at = time.monotonic()
        self._under_way += 1
        self._unwatch()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                rows = await link.do(lambda connection: _rows(connection, sql, *values))
        except (StoreAway, TimeoutError) as error:
            self._lose(link)
            raise StoreAway(str(error) or "the server that holds the leases does not answer") from error
        finally:
            if link is self._link:
                self._under_way -= 1
                self._watch()
        if link is not self._link:
            raise StoreAway("the connection that holds the leases is lost")
        self._asked_at = asked_at
        return rows

    def _lose(self, link: Link) -> None:
        if link is not self._link:
            return
        if self._wire is not None:
            with contextlib.suppress(OSError):
                self._wire.shutdown(socket.SHUT_RDWR)  # its thread waits no longer, nor does the server
        self._let_go()
        link.close()
        self._wake.set()
        for tell in self._on_lost:
            tell()

    def _let_go(self) -> Link | None:
        """Have no connection any more; return what was one."""
        link, self._link = self._link, None
        self._held.clear()
        if self._wire is not None:
            self._unwatch()
            self._wire.close()
            self._wire = None
        return link

    def _watch(self) -> None:
        """Be woken when the server says something unasked: that it ends the connection."""
        if self._wire is not None and not self._under_way:
            with contextlib.suppress(NotImplementedError):  # Windows: what is lost is noticed by the next beat
                asyncio.get_running_loop().add_reader(self._wire, self._on_readable)

    def _unwatch(self) -> None:
        if self._wire is not None:
            with contextlib.suppress(NotImplementedError):
                asyncio.get_running_loop().remove_reader(self._wire)

    def _on_readable(self) -> None:
        self._unwatch()
        self._wake.set()


def session_name(application: str, process: str) -> str:
    """Return how the session that holds the leases of a process is called on the server, for who looks there."""
    return f"{application} process {process}"


def _rows(connection: Connection, sql: str, *values: object) -> list[Row]:
    return RawCursor(connection).execute(sql, values or None).fetchall()
