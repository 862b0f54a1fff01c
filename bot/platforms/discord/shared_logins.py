"""The logins (IDENTIFY) of one process among several: one at a time in each bucket, and one budget for all.

Discord accepts one login of a bucket in five seconds; a shard's bucket is its number modulo `max_concurrency`. Whoever
logs in holds the lease of the bucket, and keeps it for that time. The time of each login is in a row as well, since a
process that is killed keeps no lease.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Protocol

from bot.concurrency.tasks import cancel
from bot.errors import StoreAway
from bot.platforms.discord.logins import LoginGuard, LoginLimit, LoginsSpent
from storage.leases import Leases

PACE = 5.25
"""Seconds between two logins of a bucket: Discord's five, and what may lie between our clocks and its own."""
SKEW = 5.0
"""How far apart the clocks of two machines may be: a login is counted twice rather than not at all."""
_ASK_SECONDS = 0.2
"""How often a process asks for a bucket that another one holds."""


class LoginJournal(Protocol):
    """What all processes write down of their logins (`storage.gateway`)."""

    async def logins(self, bot: str, since: float) -> Collection[tuple[int, float]]:
        """Return the shard and the time of each login since a time, the oldest first."""

    async def note_login_within(self, bot: str, shard: int, at: float, since: float, most: int) -> bool:
        """Write that a shard logs in, unless so many logins were made since a time. Return whether it may."""


class SharedLogins:
    """The logins of one process. `pace` is `PACE`; `wall_clock` returns Unix seconds, `bot` the application's id."""

    def __init__(
        self,
        guard: LoginGuard,
        journal: LoginJournal,
        leases: Leases,
        wall_clock: Callable[[], float],
        bot: Callable[[], str],
        pace: float = PACE,
    ) -> None:
        self._guard = guard
        self._journal = journal
        self._leases = leases
        self._wall_clock = wall_clock
        self._bot = bot
        self._pace = pace
        self._concurrency, self._left, self._asked = 1, 0, 0.0
        self._buckets: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._acquired: dict[int, int] = {}
        """The shards that may log in and have not yet, with their buckets, which nobody else logs in by."""
        self._releasing: set[asyncio.Task[None]] = set()

    def obey(self, limit: LoginLimit) -> None:
        """Obey what Discord has just said."""
        self._concurrency = limit.max_concurrency
        self._left, self._asked = self._guard.spendable(limit), self._wall_clock()

    async def wait(self, limit: LoginLimit, shard: int) -> float:
        """Return for how many seconds a shard may not log in, 0 if it may; obey `limit` from now on."""
        self.obey(limit)
        return await self._guard.wait(self._bot(), limit, [shard])

    async def acquire(self, shard: int) -> None:
        """Wait until nobody else may log in by the bucket of a shard. Raise StoreAway."""
        if shard in self._acquired:
            return
        bucket = shard % self._concurrency
        await self._buckets[bucket].acquire()
        try:
            while not await self._leases.acquire(self._name(bucket)):  # noqa: ASYNC110 - another process has it
                await asyncio.sleep(_ASK_SECONDS)
            now = self._wall_clock()
            for other, at in await self._journal.logins(self._bot(), now - self._pace):
                if other % self._concurrency == bucket:
                    await asyncio.sleep(min(self._pace, at + self._pace - now))
                    now = self._wall_clock()
        except BaseException:
            self._release_later(bucket, 0.0)
            raise
        self._acquired[shard] = bucket

    async def count(self, shard: int) -> None:
        """Count a login just before it is made, when its bucket is acquired. Raise LoginsSpent, StoreAway."""
        await self.acquire(shard)
        bucket, now, may = self._acquired.pop(shard), self._wall_clock(), False
        try:
            if not self._leases.holds(self._name(bucket)):  # this process hung, or has just lost its leases
                raise StoreAway("another process may log in by now")
            may = await self._journal.note_login_within(self._bot(), shard, now, self._asked - SKEW, self._left)
        finally:
            self._release_later(bucket, self._pace if may else 0.0)
        if not may:
            raise LoginsSpent

    def release(self, shard: int) -> None:
        """Release the bucket of a shard that does not log in after all."""
        if shard in self._acquired:
            self._release_later(self._acquired.pop(shard), 0.0)

    async def stop(self) -> None:
        """Release all buckets. The rows keep the pace after the logins that were made."""
        await cancel(*self._releasing)

    def _release_later(self, bucket: int, seconds: float) -> None:
        task = asyncio.create_task(self._release(bucket, seconds), name="login release")
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def _release(self, bucket: int, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
        finally:
            try:
                with suppress(StoreAway):
                    await self._leases.release(self._name(bucket))
            finally:
                self._buckets[bucket].release()

    def _name(self, bucket: int) -> str:
        return f"discord/identify/{self._bot()}/{bucket}"
