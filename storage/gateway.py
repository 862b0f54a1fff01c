"""Queries about logins to a gateway, and which shards are served from this database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from storage.database import Database
from storage.sql import upsert

DAY = 86_400.0


class GatewayQueries:
    """The part of `Store` about gateways. `bot` is the id of the bot's application, times are Unix seconds."""

    _db: Database

    async def note_login(self, bot: str, shard: int, at: float) -> None:
        """Write that a shard logs in; what is older than a day is deleted."""
        async with self._db.write(urgent=True) as tx:
            tx.do("DELETE FROM logins WHERE bot = ? AND at < ?", (bot, at - DAY))
            tx.do("INSERT INTO logins (bot, shard, at) VALUES (?, ?, ?)", (bot, shard, at))

    async def logins(self, bot: str, since: float) -> Sequence[tuple[int, float]]:
        """Return the shard and the time of each login since a time, the oldest first."""
        rows = await self._db.read("SELECT shard, at FROM logins WHERE bot = ? AND at >= ? ORDER BY at", (bot, since))
        return [(shard, at) for shard, at in rows]

    async def note_shards(self, bot: str, shards: Iterable[int], at: float) -> None:
        """Write that shards are served from this database."""
        async with self._db.write() as tx:
            for shard in shards:
                tx.do(upsert("shards", "bot, shard", "at"), (bot, shard, at))

    async def shard_served(self, bot: str, shard: int) -> float | None:
        """Return when a shard was last served from this database, None for never."""
        row = await self._db.read_one("SELECT at FROM shards WHERE bot = ? AND shard = ?", (bot, shard))
        return row[0] if row else None
