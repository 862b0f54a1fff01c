"""Queries about updates that have been received and are not finished."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from storage.database import Database
from storage.statement import Statement

KeptUpdate: TypeAlias = tuple[int, str, float]
"""An update's number, its text as it came, and when it came (wall clock)."""
FoundUpdate: TypeAlias = tuple[int, bytes, float]
"""The same as it is found in the file, where its text may be damaged: in UTF-8 if it is not."""


class InboxQueries:
    """The part of `Store` about updates received."""

    _db: Database

    async def keep_updates(self, bot: str, updates: Sequence[KeptUpdate]) -> set[int]:
        """Write updates at once.

        Return the numbers of those that were not kept before: another process has the others in hand.
        """
        async with self._db.write(urgent=True) as tx:
            row = ", ".join(["(?, ?, ?, ?)"] * len(updates))
            rows = await tx.rows(
                f"INSERT INTO inbox (bot, number, body, at) VALUES {row} ON CONFLICT DO NOTHING RETURNING number",
                [value for update in updates for value in (bot, *update)],
            )
        return {number for (number,) in rows}

    def note_updates(self, bot: str, updates: Iterable[KeptUpdate]) -> None:
        """Have updates written with the next transaction, unless they are finished before."""
        sql = "INSERT INTO inbox (bot, number, body, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        for update in updates:
            self._db.behind.add(_key(bot, update[0]), Statement(sql, (bot, *update)))

    def finish_updates(self, bot: str, numbers: Iterable[int]) -> None:
        """Have finished updates deleted with the next transaction; those not yet written never are."""
        sql = "DELETE FROM inbox WHERE bot = ? AND number = ?"
        for number in numbers:
            if not self._db.behind.forget(_key(bot, number)):
                self._db.behind.add(_key(bot, number), Statement(sql, (bot, number)))

    async def updates_settled(self, bot: str, numbers: Iterable[int], seconds: float) -> None:
        """Wait until updates that were noted are written or finished; after so many seconds write them."""
        try:
            async with asyncio.timeout(seconds):
                await self._db.behind.gone([_key(bot, number) for number in numbers])
        except TimeoutError:
            await self.write_updates()

    async def write_updates(self) -> None:
        """Write at once what waits for the next transaction."""
        await self._db.behind.write(lambda: self._db.write(urgent=True))

    async def kept_updates(self, bot: str) -> Sequence[FoundUpdate]:
        """Return the updates of a bot that are written and not finished, in the order in which they came."""
        body = self._db.dialect.as_bytes.format("body")
        rows = await self._db.read(f"SELECT number, {body}, at FROM inbox WHERE bot = ? ORDER BY number", (bot,))
        return [(number, body, at) for number, body, at in rows]


def _key(bot: str, number: int) -> tuple[str, str, int]:
    return "update", bot, number
