"""What queries ask of a database, whichever engine it is: SQLite (`storage/sqlite.py`) or PostgreSQL.

Each query is written once, in what both understand, with `?` for a value. Where they have no common word, it is one of
`Dialect`. Errors of the engines never leave them: they become those of `storage/errors.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeAlias

import msgspec

from storage.write_behind import WriteBehind

Row: TypeAlias = tuple[Any, ...]

PROVEN_SECONDS = 60.0
"""For how long a write proves that the next one would succeed too, as far as nothing speaks against it."""


class Dialect(msgspec.Struct, frozen=True):
    """What the engines say differently, with `{}` for a column."""

    as_bytes: str
    """The bytes of a text, which are no text where it is damaged."""
    contains: str
    """Whether a column of bytes holds a value."""


class Transaction(Protocol):
    """Statements that are written together or not at all.

    Those whose result nobody waits for (`do`) are kept until one is asked for, or until the end: each way to the
    database and back costs more than a statement, and turns of the event loop.
    """

    def do(self, sql: str, values: Sequence[Any] = (), *, or_else: Exception | None = None) -> None:
        """Execute a statement, at the latest at the end; `or_else` is raised then if it changes no row."""

    async def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement; return the number of rows it changed."""

    async def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows that a statement gives: a SELECT inside the transaction, or what RETURNING tells."""

    def hold(self, name: str) -> None:
        """Let others who hold the same name wait until the end, where no row is there yet to be locked."""

    async def touch(self) -> None:
        """Write something that changes nothing, so that the commit shows whether anything can be written."""


class Database(Protocol):
    """An open database.

    Whatever asks it raises StoreAway where it cannot be used just now, CannotWrite where it can only be read, and
    StoreError for any other fault of it.
    """

    @property
    def dialect(self) -> Dialect:
        """What is said differently here."""

    @property
    def behind(self) -> WriteBehind:
        """What the next transaction takes along."""

    @property
    def proven(self) -> bool:
        """Whether something was written in the last `PROVEN_SECONDS`, and nothing failed to be since."""

    def write(self, *, urgent: bool = False) -> AbstractAsyncContextManager[Transaction]:
        """Open a transaction; it is committed at the end of the block, or rolled back if the block raises.

        An urgent one, for which a person waits, passes those that are not. Raise StaleVersion where a row is refused
        because of another one: it is there already, or what it refers to is gone.
        """

    async def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of one SELECT."""

    async def read_one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Return the first row, None when there is none."""

    async def tidy(self) -> None:
        """Do what is to be done after much was deleted."""

    async def identity(self) -> str | None:
        """Return what tells this database from others, by whatever path or address it is named; None if it is gone."""

    async def close(self) -> None:
        """Finish the writes that run and close all connections."""
