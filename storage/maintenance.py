"""Questions about updates seen, deadlines, and what has outlived its use."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.database import Database
from storage.rows import Deadline


class UpkeepQuestions:
    """The part of `SqliteStore` about time and upkeep."""

    _db: Database

    async def first_sight(self, update: str, at: float) -> bool:
        """Remember an update; False when it was seen before."""
        async with self._db.write(urgent=True) as tx:
            return await tx.run("INSERT OR IGNORE INTO seen (id, at) VALUES (?, ?)", (update, at)) == 1

    async def has_seen(self, update: str) -> bool:
        """Tell whether an update was seen before."""
        return await self._db.read_one("SELECT 1 FROM seen WHERE id = ?", (update,)) is not None

    async def set_deadline(self, deadline: Deadline) -> None:
        """Set or move a deadline."""
        async with self._db.write() as tx:
            await tx.run(
                "INSERT OR REPLACE INTO deadlines (kind, key, at) VALUES (?, ?, ?)", msgspec.structs.astuple(deadline)
            )

    async def next_deadline(self) -> float | None:
        """Give the time of the nearest deadline."""
        row = await self._db.read_one("SELECT min(at) FROM deadlines")
        return row[0] if row else None

    async def due(self, now: float) -> Sequence[Deadline]:
        """List the deadlines that have passed, oldest first. They stay until cleared."""
        rows = await self._db.read("SELECT kind, key, at FROM deadlines WHERE at <= ? ORDER BY at", (now,))
        return [Deadline(*row) for row in rows]

    async def clear_deadline(self, deadline: Deadline) -> None:
        """Delete a deadline unless it was moved meanwhile."""
        async with self._db.write() as tx:
            await tx.run(
                "DELETE FROM deadlines WHERE kind = ? AND key = ? AND at = ?", msgspec.structs.astuple(deadline)
            )

    async def purge(self, *, finished_before: float, seen_before: float) -> int:
        """Delete games that ended before a time, and what else has outlived its use; give the number of games."""
        async with self._db.write() as tx:
            games = await tx.run(
                "DELETE FROM tables WHERE status IN ('ended', 'closed') AND finished < ?", (finished_before,)
            )
            await tx.run("DELETE FROM seen WHERE at < ?", (seen_before,))
            await tx.run("DELETE FROM invites WHERE at < ?", (seen_before,))
        return games
