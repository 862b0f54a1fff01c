"""Statements that need no transaction of their own: the next one takes them along, whoever's it is.

A commit waits for the disk, however little is in it. What has only to be written soon, or beside what leads to it, is
kept here until somebody commits; whoever can wait no longer opens a transaction without anything else in it
(`Database.write_waiting`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

import msgspec


class Statement(msgspec.Struct, frozen=True):
    """A statement and its values. `or_else` is raised where it changes no row; `fetches`: its rows are asked for."""

    sql: str
    values: Sequence[Any] = ()
    or_else: Exception | None = None
    fetches: bool = False


class WriteBehind:
    """Statements by key that wait for a transaction.

    One whose transaction fails waits for the next, and may be carried out again: it has to do no harm then.
    """

    def __init__(self) -> None:
        self._waiting: dict[Hashable, Statement] = {}
        self._tried: set[Hashable] = set()
        """Of those that wait, which a transaction had taken whose end is not known."""
        self._in_flight: dict[Hashable, Statement] = {}
        self._fewer = asyncio.Event()
        self.error: Exception | None = None
        """Why the last transaction that took any could not carry them out; None where it could."""

    def __len__(self) -> int:
        """Return how many are not known to be written."""
        return len(self._waiting) + len(self._in_flight)

    def add(self, key: Hashable, statement: Statement) -> None:
        """Have a statement carried out with the next transaction, in place of one that waits under the same key."""
        self._waiting[key] = statement

    def forget(self, key: Hashable) -> bool:
        """Let a statement wait no longer. Return whether it is certain that it was never carried out."""
        tried = key in self._in_flight or key in self._tried
        self._tried.discard(key)
        waited = self._waiting.pop(key, None) is not None
        self._fewer.set()
        return waited and not tried

    async def gone(self, keys: Collection[Hashable]) -> None:
        """Wait until the statements of these keys are written, or forgotten."""
        while any(key in self._waiting or key in self._in_flight for key in keys):
            self._fewer.clear()
            await self._fewer.wait()

    # -- for the transaction that takes them along ---------------------------------------------------------------------

    def take(self) -> Mapping[Hashable, Statement]:
        """Return all that wait, in the order in which they came; `written` or `give_back` follows."""
        taken, self._waiting = self._waiting, {}
        self._in_flight.update(taken)
        return taken

    def written(self, taken: Mapping[Hashable, Statement]) -> None:
        """Note that a transaction with these was committed."""
        if taken:
            self._end(taken)
            self.error = None

    def give_back(self, taken: Mapping[Hashable, Statement], error: Exception | None = None) -> None:
        """Let these wait again, since their transaction failed, or could not carry them out."""
        if taken:
            self._end(taken)
            self._waiting = {**taken, **self._waiting}
            self._tried.update(taken)
            self.error = error

    def _end(self, taken: Mapping[Hashable, Statement]) -> None:
        for key in taken:
            self._in_flight.pop(key, None)
        self._tried.difference_update(taken)
        self._fewer.set()
