"""Queries about updates that have been received and are not finished."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from storage.database import Database, Transaction

KeptUpdate: TypeAlias = tuple[int, str, float]
"""An update's number, its text as it came, and when it came (wall clock)."""
FoundUpdate: TypeAlias = tuple[int, bytes, float]
"""The same as it is found in the file, where its text may be damaged: in UTF-8 if it is not."""


class InboxQueries:
    """The part of `Store` about updates received."""

    _db: Database

    async def keep_updates(self, bot: str, updates: Sequence[KeptUpdate], finished: Iterable[int] = ()) -> set[int]:
        """Write updates and delete those that are finished, in one transaction.

        Return the numbers of those that were not kept before: another process has the others in hand.
        """
        async with self._db.write(urgent=True) as tx:
            _drop(tx, bot, finished)
            row = ", ".join(["(?, ?, ?, ?)"] * len(updates))
            rows = await tx.rows(
                f"INSERT INTO inbox (bot, number, body, at) VALUES {row} ON CONFLICT DO NOTHING RETURNING number",
                [value for update in updates for value in (bot, *update)],
            )
        return {number for (number,) in rows}

    async def drop_updates(self, bot: str, finished: Iterable[int]) -> None:
        """Delete updates that are finished."""
        async with self._db.write() as tx:
            _drop(tx, bot, finished)

    async def kept_updates(self, bot: str) -> Sequence[FoundUpdate]:
        """Return the updates of a bot that are not finished, in the order in which they came."""
        body = self._db.dialect.as_bytes.format("body")
        rows = await self._db.read(f"SELECT number, {body}, at FROM inbox WHERE bot = ? ORDER BY number", (bot,))
        return [(number, body, at) for number, body, at in rows]


def _drop(tx: Transaction, bot: str, numbers: Iterable[int]) -> None:
    for number in numbers:
        tx.do("DELETE FROM inbox WHERE bot = ? AND number = ?", (bot, number))
