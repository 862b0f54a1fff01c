"""Queries about updates seen, deadlines, and what is no longer needed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.database import Database
from storage.limits import forget_calls
from storage.rows import Deadline
from storage.sql import upsert


class MaintenanceQueries:
    """The part of `Store` about time and maintenance."""

    _db: Database
    shared: bool

    async def mark_seen(self, update: str, at: float) -> bool:
        """Write that an update was handled; return False when it was before."""
        async with self._db.write(urgent=True) as tx:
            return await tx.run("INSERT INTO seen (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (update, at)) == 1

    async def has_seen(self, update: str) -> bool:
        """Return whether an update was handled before."""
        return await self._db.read_one("SELECT 1 FROM seen WHERE id = ?", (update,)) is not None

    async def set_deadline(self, deadline: Deadline) -> None:
        """Set a deadline, or move the one of the same kind and key."""
        async with self._db.write() as tx:
            tx.do(upsert("deadlines", "kind, key", "at"), msgspec.structs.astuple(deadline))

    async def next_deadline(self, after: float = 0.0) -> float | None:
        """Return the time of the nearest deadline after a time, None without any."""
        row = await self._db.read_one("SELECT min(at) FROM deadlines WHERE at > ?", (after,))
        return row[0] if row else None

    async def due(self, now: float) -> Sequence[Deadline]:
        """Return the deadlines that have passed, the oldest first. They stay until cleared."""
        rows = await self._db.read("SELECT kind, key, at FROM deadlines WHERE at <= ? ORDER BY at", (now,))
        return [Deadline(*row) for row in rows]

    async def deadline(self, kind: str, key: str) -> Deadline | None:
        """Return a deadline, None where it is cleared."""
        row = await self._db.read_one("SELECT at FROM deadlines WHERE kind = ? AND key = ?", (kind, key))
        return Deadline(kind, key, row[0]) if row else None

    async def clear_deadline(self, deadline: Deadline) -> None:
        """Delete a deadline unless it was moved meanwhile."""
        async with self._db.write() as tx:
            tx.do("DELETE FROM deadlines WHERE kind = ? AND key = ? AND at = ?", msgspec.structs.astuple(deadline))

    async def backlog(self, now: float) -> tuple[int, int]:
        """Return how many secrets wait for their delivery, and how many deadlines have passed.

        Waits for its turn to write, and writes something unless that was `proven` just now, so that it also tells
        whether anything can be written, and a question every few seconds does not wear out the disk. Raise CannotWrite.
        """
        async with self._db.write() as tx:
            if not self._db.proven:
                await tx.touch()
            rows = await tx.rows(
                "SELECT (SELECT count(*) FROM whispers WHERE status = 'waiting'),"
                " (SELECT count(*) FROM deadlines WHERE at <= ?)",
                (now,),
            )
        return rows[0][0], rows[0][1]

    async def purge(self, *, finished_before: float, seen_before: float) -> int:
        """Delete games that ended before a time, and old updates and invitations; return the number of games."""
        async with self._db.write() as tx:
            games = await tx.run(
                "DELETE FROM tables WHERE status IN ('ended', 'closed') AND finished < ?", (finished_before,)
            )
            tx.do("DELETE FROM seen WHERE at < ?", (seen_before,))
            tx.do("DELETE FROM invites WHERE at < ?", (seen_before,))
            tx.do("DELETE FROM inbox WHERE at < ?", (seen_before,))  # of a bot that is no longer served
            if self.shared:
                forget_calls(tx, seen_before)
                tx.do("DELETE FROM notes WHERE until < ?", (seen_before,))
        await self._db.tidy()
        return games
