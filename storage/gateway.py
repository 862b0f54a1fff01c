"""Queries about logins to a gateway, and about its shards: which process serves each, and in which session."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from storage.database import Database
from storage.shared import ShardServer, ShardSession
from storage.sql import upsert

DAY = 86_400.0


class GatewayQueries:
    """The part of `Store` about gateways. `bot` is the id of the bot's application, times are Unix seconds.

    `process` is a process's `Leases.me`.
    """

    _db: Database

    async def note_login(self, bot: str, shard: int, at: float) -> None:
        """Write that a shard logs in; what is older than a day is deleted."""
        async with self._db.write(urgent=True) as tx:
            tx.do("DELETE FROM logins WHERE bot = ? AND at < ?", (bot, at - DAY))
            tx.do("INSERT INTO logins (bot, shard, at) VALUES (?, ?, ?)", (bot, shard, at))

    async def note_login_within(self, bot: str, shard: int, at: float, since: float, most: int) -> bool:
        """Write that a shard logs in, unless so many logins of whatever process were made since a time.

        Return whether it may.
        """
        async with self._db.write(urgent=True) as tx:
            tx.hold(f"logins/{bot}")
            ((made,),) = await tx.rows("SELECT count(*) FROM logins WHERE bot = ? AND at >= ?", (bot, since))
            if made < most:
                tx.do("DELETE FROM logins WHERE bot = ? AND at < ?", (bot, at - DAY))
                tx.do("INSERT INTO logins (bot, shard, at) VALUES (?, ?, ?)", (bot, shard, at))
        return bool(made < most)

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

    # -- shards that several processes share ---------------------------------------------------------------------------

    async def join_gateway(self, bot: str, server: ShardServer, count: int, gone: Collection[str]) -> int:
        """Write that a process serves shards, and forget those that are gone. Return how many shards there are.

        That is what the first process has written, as long as one is there; where this one is the first, it is `count`.
        """
        async with self._db.write() as tx:
            tx.hold(f"gateways/{bot}")
            for process in gone:
                tx.do("DELETE FROM shard_servers WHERE bot = ? AND process = ?", (bot, process))
            there = await tx.rows("SELECT number FROM shard_servers WHERE bot = ? ORDER BY number DESC", (bot,))
            agreed = await tx.rows("SELECT shards FROM gateways WHERE bot = ?", (bot,))
            if not agreed or (not there and agreed[0][0] != count):
                tx.do(upsert("gateways", "bot", "shards"), (bot, count))
                tx.do("DELETE FROM shards WHERE bot = ?", (bot,))  # sessions of another number resume nothing
                agreed = [(count,)]
            tx.do(
                upsert("shard_servers", "bot, process", "number, shards"),
                (bot, server.process, there[0][0] + 1 if there else 1, ",".join(map(str, server.shards))),
            )
        return int(agreed[0][0])

    async def leave_gateway(self, bot: str, process: str) -> None:
        """Forget a process that serves no shards any more."""
        async with self._db.write() as tx:
            tx.do("DELETE FROM shard_servers WHERE bot = ? AND process = ?", (bot, process))

    async def gateway_state(self, bot: str) -> tuple[Sequence[ShardServer], Mapping[int, str]]:
        """Return the processes that serve shards, in the order in which they came, and which had which shard last.

        That is "" of a shard that was given up.
        """
        rows = await self._db.read(
            "SELECT number, process, shards FROM shard_servers WHERE bot = ?"
            " UNION ALL SELECT shard, process, NULL FROM shards WHERE bot = ?",
            (bot, bot),
        )
        servers = sorted((number, process, shards) for number, process, shards in rows if shards is not None)
        return (
            [
                ShardServer(process, tuple(int(each) for each in only.split(",") if each))
                for _, process, only in servers
            ],
            {shard: process for shard, process, only in rows if only is None},
        )

    async def hold_shard(self, bot: str, shard: int, process: str, at: float) -> ShardSession | None:
        """Write that a process has taken a shard over. Return the session that was left, None where there is none."""
        sql = upsert("shards", "bot, shard", "process, at") + " RETURNING session, sequence, gateway"
        async with self._db.write(urgent=True) as tx:
            (row,) = await tx.rows(sql, (bot, shard, process, at))
        return ShardSession(*row) if row[0] else None

    async def note_sessions(
        self, bot: str, process: str, sessions: Iterable[tuple[int, ShardSession | None]], at: float
    ) -> None:
        """Write what resumes the sessions of shards that a process still has, None where nothing does."""
        async with self._db.write(urgent=True) as tx:
            for shard, session in sessions:
                tx.do(*_noting(bot, process, shard, session, at, holder=process))

    async def release_shard(self, bot: str, shard: int, process: str, session: ShardSession | None, at: float) -> None:
        """Write that a process has given a shard up, and what resumes its session."""
        async with self._db.write(urgent=True) as tx:
            tx.do(*_noting(bot, process, shard, session, at, holder=""))


def _noting(
    bot: str, process: str, shard: int, session: ShardSession | None, at: float, holder: str
) -> tuple[str, tuple[Any, ...]]:
    given = msgspec.structs.astuple(session or ShardSession("", 0, ""))
    return (
        "UPDATE shards SET session = ?, sequence = ?, gateway = ?, at = ?, process = ?"
        " WHERE bot = ? AND shard = ? AND process = ?",
        (*given, at, holder, bot, shard, process),
    )
