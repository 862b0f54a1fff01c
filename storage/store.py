"""The database as the rest of the program sees it: one class, its queries in one module for each subject."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from storage.answers import AnswerQueries
from storage.database import Database, Transaction
from storage.errors import Deadlocked, StaleVersion
from storage.gateway import GatewayQueries
from storage.ids import Person
from storage.inbox import InboxQueries
from storage.leases import Leases, LocalLeases
from storage.lessons import LessonQueries
from storage.limits import CallCounts
from storage.maintenance import MaintenanceQueries
from storage.notes import NoteQueries
from storage.people import PeopleQueries
from storage.platforms import PlatformQueries
from storage.rows import Change
from storage.secrets import SecretQueries, add_secrets, void_secrets
from storage.sql import upsert
from storage.sqlite import SqliteDatabase
from storage.standings import StandingsQueries, add_results
from storage.tables import TableQueries, write_table


class Store(
    TableQueries,
    SecretQueries,
    PeopleQueries,
    StandingsQueries,
    LessonQueries,
    InboxQueries,
    GatewayQueries,
    AnswerQueries,
    PlatformQueries,
    NoteQueries,
    MaintenanceQueries,
):
    """Everything that is kept, in one database.

    Each method is one transaction or one SELECT, so what it returns was true at one moment; two calls may see the
    database at different moments.
    """

    def __init__(self, database: Database, leases: Leases | None = None) -> None:
        self._db = database
        self.leases = leases or LocalLeases()
        """What this process alone may do, of those that serve the database, and its name among them."""
        self.shared = leases is not None
        """Whether several processes may serve the database at once."""
        self.limits = CallCounts(database.read, self.leases.me) if self.shared else None
        """How often all of them call the platforms; None where the one process counts by itself."""

    @classmethod
    async def open(cls, where: Path | str, waits: Callable[[float], object] = lambda _seconds: None) -> Store:
        """Open a database and bring its schema up to date: SQLite's at a path, PostgreSQL's at an address.

        `waits` is told for how many seconds it is tried again, if another program keeps it locked, or it is away.
        Raises what `SqliteDatabase.open` and `PostgresDatabase.open` do.
        """
        if isinstance(where, Path):
            return cls(await SqliteDatabase.open(where, waits))
        from storage.postgres import PostgresDatabase  # its driver takes room of which SQLite needs none
        from storage.postgres_leases import PostgresLeases

        database = await PostgresDatabase.open(where, waits)
        try:
            return cls(database, await PostgresLeases.open(where))
        except BaseException:
            await database.close()
            raise

    async def identity(self) -> str | None:
        """Return what tells the database from others, by whatever path it is named; None if it is gone."""
        return await self._db.identity()

    async def commit(self, change: Change) -> tuple[int, ...]:
        """Write a change; return the ids of its secrets, in order.

        Raise StaleVersion when the table was changed by another writer meanwhile, when its place already has a live
        table, when the update was seen before, or when this has to give way to what another process writes.
        """
        try:
            async with self._db.write(urgent=bool(change.seen)) as tx:
                write_table(tx, change.table)
                return await _write_rest(tx, change)
        except Deadlocked as error:
            raise StaleVersion(str(error)) from error

    async def close(self) -> None:
        """Finish the write that runs, give all leases back, and close all connections."""
        try:
            await self._db.close()
        finally:
            await self.leases.close()


async def _write_rest(tx: Transaction, change: Change) -> tuple[int, ...]:
    table = change.table.id
    if change.action is not None:
        tx.do(
            "INSERT INTO actions (table_id, number, seat, action, events, at) VALUES (?, ?, ?, ?, ?, ?)",
            (table, *msgspec.structs.astuple(change.action)),
        )
    if change.seen:
        tx.do("INSERT INTO seen (id, at) VALUES (?, ?)", (change.seen, change.at))
    if change.sitting is not None:
        _seat(tx, table, change.sitting)
    add_results(tx, change.results)
    for kind, key in change.cleared:
        tx.do("DELETE FROM deadlines WHERE kind = ? AND key = ?", (kind, key))
    for deadline in change.deadlines:
        tx.do(upsert("deadlines", "kind, key", "at"), msgspec.structs.astuple(deadline))
    if change.voided_before:
        void_secrets(tx, table, change.voided_before, change.at)
    return await add_secrets(tx, table, change.secrets)


def _seat(tx: Transaction, table: str, people: tuple[Person, ...]) -> None:
    tx.do("DELETE FROM sitting WHERE table_id = ?", (table,))
    for person in people:
        tx.do("INSERT INTO sitting (platform, person, table_id) VALUES (?, ?, ?)", (person.platform, person.id, table))
