"""The database as the rest of the program sees it: one class, its queries in one module for each subject."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec

from storage.answers import AnswerQueries
from storage.database import Database, Transaction
from storage.errors import StaleVersion
from storage.gateway import GatewayQueries
from storage.ids import Person
from storage.inbox import InboxQueries
from storage.lessons import LessonQueries
from storage.maintenance import MaintenanceQueries
from storage.people import PeopleQueries
from storage.platforms import PlatformQueries
from storage.rows import Change
from storage.secrets import SecretQueries, add_secrets, void_secrets
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
    MaintenanceQueries,
):
    """Everything that is kept, in one SQLite file.

    Each method is one transaction or one SELECT, so what it returns was true at one moment; two calls may see the
    database at different moments.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    @classmethod
    async def open(cls, path: Path, waits: Callable[[float], object] = lambda _seconds: None) -> Store:
        """Open or create the file and bring its schema up to date; all as `Database.open` does it."""
        return cls(await Database.open(path, waits))

    @property
    def path(self) -> Path:
        """The file that is open."""
        return self._db.path

    async def commit(self, change: Change) -> tuple[int, ...]:
        """Write a change; return the ids of its secrets, in order.

        Raise StaleVersion when the table was changed by another writer meanwhile, when its place already has a live
        table, or when the update was seen before.
        """
        try:
            async with self._db.write(urgent=bool(change.seen)) as tx:
                write_table(tx, change.table)
                return await _write_rest(tx, change)
        except sqlite3.IntegrityError as error:
            raise StaleVersion(str(error)) from error

    async def close(self) -> None:
        """Finish the write that runs and close all connections."""
        await self._db.close()


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
        tx.do("INSERT OR REPLACE INTO deadlines (kind, key, at) VALUES (?, ?, ?)", msgspec.structs.astuple(deadline))
    if change.voided_before:
        void_secrets(tx, table, change.voided_before, change.at)
    return await add_secrets(tx, table, change.secrets)


def _seat(tx: Transaction, table: str, people: tuple[Person, ...]) -> None:
    tx.do("DELETE FROM sitting WHERE table_id = ?", (table,))
    for person in people:
        tx.do("INSERT INTO sitting (platform, person, table_id) VALUES (?, ?, ?)", (person.platform, person.id, table))
