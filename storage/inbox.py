"""Queries about updates that have been received and are not finished."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from storage.database import Database
from storage.leases import NOBODY, Leases
from storage.statement import Statement

KeptUpdate: TypeAlias = tuple[int, str, float]
"""An update's number, its text as it came, and when it came (wall clock)."""
FoundUpdate: TypeAlias = tuple[int, bytes, float]
"""The same as it is found in the file, where its text may be damaged: in UTF-8 if it is not."""


_AT_ONCE = 500
"""How many numbers a statement names."""


class InboxQueries:
    """The part of `Store` about updates received. Each belongs to the process that has it in hand."""

    _db: Database
    leases: Leases

    async def keep_updates(self, bot: str, updates: Sequence[KeptUpdate], *, for_others: bool = False) -> set[int]:
        """Write updates at once, as this process's, or as nobody's.

        Return the numbers of those that were not kept before: another process has the others in hand.
        """
        owner = NOBODY if for_others else self.leases.me
        async with self._db.write(urgent=True) as tx:
            row = ", ".join(["(?, ?, ?, ?, ?)"] * len(updates))
            rows = await tx.rows(
                f"INSERT INTO inbox (bot, owner, number, body, at) VALUES {row}"
                " ON CONFLICT DO NOTHING RETURNING number",
                [value for update in updates for value in (bot, owner, *update)],
            )
        return {number for (number,) in rows}

    def note_updates(self, bot: str, updates: Iterable[KeptUpdate]) -> None:
        """Have updates written with the next transaction, unless they are finished before."""
        sql = "INSERT INTO inbox (bot, owner, number, body, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        for update in updates:
            self._db.behind.add(_key(bot, update[0]), Statement(sql, (bot, self.leases.me, *update)))

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

    async def unfinished_updates(self, bot: str, *, ours_too: bool) -> Mapping[int, str]:
        """Return the owners of a bot's updates that are written and not finished, by number in order."""
        sql, values = "SELECT number, owner FROM inbox WHERE bot = ?", [bot]
        if not ours_too:
            sql, values = f"{sql} AND owner <> ?", [bot, self.leases.me]
        return dict(await self._db.read(f"{sql} ORDER BY number", values))

    async def take_updates(self, bot: str, owners: Mapping[int, str]) -> Sequence[FoundUpdate]:
        """Make this process the owner of updates that others own, by number, and return them in order.

        Left out are those that are finished, and those that somebody else has taken meanwhile. Who takes all of
        somebody's takes all or none of them.
        """
        body, taken = self._db.dialect.as_bytes.format("body"), list[FoundUpdate]()
        async with self._db.write(urgent=True) as tx:
            tx.hold(f"inbox {bot}")
            for owner in sorted({*owners.values()}):
                of_one = [number for number, whose in owners.items() if whose == owner]
                for numbers in (of_one[at : at + _AT_ONCE] for at in range(0, len(of_one), _AT_ONCE)):
                    named = ", ".join("?" * len(numbers))
                    rows = await tx.rows(
                        f"UPDATE inbox SET owner = ? WHERE bot = ? AND owner = ? AND number IN ({named})"
                        f" RETURNING number, {body}, at",
                        (self.leases.me, bot, owner, *numbers),
                    )
                    taken += [(number, text, at) for number, text, at in rows]
        return sorted(taken)

    async def hand_over_updates(self, bot: str) -> None:
        """Let other processes have the updates that this one owns."""
        async with self._db.write(urgent=True) as tx:
            tx.do("UPDATE inbox SET owner = ? WHERE bot = ? AND owner = ?", (NOBODY, bot, self.leases.me))


def _key(bot: str, number: int) -> tuple[str, str, int]:
    return "update", bot, number
