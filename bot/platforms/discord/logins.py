"""Guards the logins to the gateway (IDENTIFY): Discord allows 1,000 a day over all shards, and then resets the token.

What Discord says is left (`session_start_limit`) is obeyed, with some in reserve. And so that a process which is
started again and again does not come near that, logins are written down, and those of one shard are made ever slower.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Protocol

import msgspec

RESERVE = 20
"""Logins that are left to other processes of the bot, which count the same budget."""
RENEWAL = 86_400.0
"""Seconds between two renewals of the budget."""
FREE, HOUR = 5, 3600.0
"""So many logins of a shard in an hour wait for nothing: deployments, and sessions that Discord ends."""
FIRST_WAIT, LONGEST_WAIT = 15.0, 600.0
"""How long the next one waits after the last, in seconds; the wait doubles with each. So at most some 150 in a day."""


class LoginLimit(msgspec.Struct, frozen=True):
    """How many logins there are in a day, how many are left, and after how many seconds all are there again."""

    total: int
    remaining: int
    reset_after: float
    max_concurrency: int = 1
    """How many shards may log in within five seconds, one of each remainder by this number."""


class LoginsSpent(Exception):
    """No login is left before the budget is renewed: one more would cost the token."""


class GatewayJournal(Protocol):
    """What is written down of logins and shards, for the next process (`storage.gateway`)."""

    async def note_login(self, bot: str, shard: int, at: float) -> None:
        """Write that a shard logs in."""

    async def logins(self, bot: str, since: float) -> Sequence[tuple[int, float]]:
        """Return the shard and the time of each login since a time, the oldest first."""

    async def note_shards(self, bot: str, shards: Iterable[int], at: float) -> None:
        """Write that shards are served from this database."""

    async def shard_served(self, bot: str, shard: int) -> float | None:
        """Return when a shard was last served from this database, None for never."""


class LoginGuard:
    """The logins of one process. `wall_clock` returns Unix seconds."""

    def __init__(self, journal: GatewayJournal, wall_clock: Callable[[], float]) -> None:
        self._journal = journal
        self._wall_clock = wall_clock
        self._left = self._total = 0
        self._renewed_at = 0.0

    @staticmethod
    def spendable(limit: LoginLimit) -> int:
        """Return how many logins are left but for the reserve."""
        return limit.remaining - RESERVE

    async def wait(self, bot: str, limit: LoginLimit, shards: Collection[int]) -> float:
        """Return for how many seconds these shards may not log in, 0 if they may; obey `limit` from now on."""
        now = self._wall_clock()
        self._total = limit.total - RESERVE
        self._left, self._renewed_at = self.spendable(limit), now + limit.reset_after
        if self._left < len(shards):
            return max(1.0, limit.reset_after)
        times: dict[int, list[float]] = {shard: [] for shard in shards}
        for shard, at in await self._journal.logins(bot, now - HOUR):
            times.get(shard, []).append(min(at, now))  # not after now: the clock may have been set back
        return max((_spacing(each, now) for each in times.values()), default=0.0)

    async def count(self, bot: str, shard: int) -> None:
        """Count one login, just before it is made. Raise LoginsSpent."""
        now = self._wall_clock()
        if now >= self._renewed_at:
            self._left, self._renewed_at = self._total, now + RENEWAL
        if self._left <= 0:
            raise LoginsSpent
        self._left -= 1
        await self._journal.note_login(bot, shard, now)


def _spacing(times: Sequence[float], now: float) -> float:
    """Return how long a shard that has logged in at these times of the last hour has to wait."""
    if len(times) < FREE:
        return 0.0
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (len(times) - FREE))
    return max(0.0, times[-1] + wait - now)
