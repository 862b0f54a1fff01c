"""Statements of SQL, as queries hand them to an engine, and what comes of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec


class Statement(msgspec.Struct, frozen=True):
    """A statement and its values. `or_else` is raised where it changes no row; `fetches`: its rows are asked for."""

    sql: str
    values: Sequence[Any] = ()
    or_else: Exception | None = None
    fetches: bool = False


class Done(msgspec.Struct, frozen=True):
    """What came of some statements: whether any has changed a row, and of the last one what it is asked for."""

    wrote: bool
    changed: int
    rows: list[tuple[Any, ...]]


class Statements(ABC):
    """The statements of one transaction (`storage.database.Transaction`): an engine says how they are carried out."""

    def __init__(self, first: Iterable[Statement] = ()) -> None:
        self._kept = [*first]
        self.wrote = False
        """Whether anything is written by the commit."""

    def do(self, sql: str, values: Sequence[Any] = (), *, or_else: Exception | None = None) -> None:
        """Execute a statement, at the latest at the end; `or_else` is raised then if it changes no row."""
        self._kept.append(Statement(sql, values, or_else))

    async def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement; return the number of rows it changed."""
        return (await self._carry_out(Statement(sql, values))).changed

    async def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a statement gives: a SELECT inside the transaction, or what RETURNING tells."""
        return (await self._carry_out(Statement(sql, values, fetches=True))).rows

    async def _carry_out(self, *last: Statement, ends: bool = False) -> Done:
        statements, self._kept = (*self._kept, *last), []
        done = await self._send(statements, ends=ends)
        self.wrote = self.wrote or done.wrote
        return done

    @abstractmethod
    async def _send(self, statements: Sequence[Statement], *, ends: bool) -> Done:
        """Have statements carried out in the thread of a connection; with `ends` they are committed."""
