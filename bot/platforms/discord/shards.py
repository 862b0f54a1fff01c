"""The shards of one bot, shared by all processes on one PostgreSQL: each is served by the process that has its lease.

All processes have the same quota of shards, give or take one. When a process comes later, the others release what is
above their quota one by one, and each shard goes on at once in the new process, which resumes its session: that costs
no login (IDENTIFY), and Discord sends again what came in between. It is the same when a process stops or is killed:
then what it had done in its last second comes twice, which does no more harm than a broken connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Protocol

import structlog

from bot.concurrency.tasks import cancel
from bot.errors import StoreError
from bot.platforms.discord.shard_run import ShardRun
from storage.leases import Leases
from storage.shared import ShardServer, ShardSession

TICK = 0.5
"""How often a process looks for shards that nobody serves, in seconds."""
NOTED_SECONDS = 1.0
"""How often the state of sessions is written down, at most."""
OWN_FIRST_SECONDS = 3.0
"""For so long after all leases were lost at once, as when the database was restarted, each process may only take back
its own."""
SURE_SECONDS = 1.0
"""A process that seems to be gone is looked for again after so long, before it counts as gone."""
_LOG = structlog.get_logger(__name__)


class ShardJournal(Protocol):
    """What all processes write down of their shards (`storage.gateway`)."""

    async def join_gateway(self, bot: str, server: ShardServer, count: int, gone: Collection[str]) -> int:
        """Write that a process serves shards, and forget those that are gone. Return how many shards there are."""

    async def leave_gateway(self, bot: str, process: str) -> None:
        """Forget a process that serves no shards any more."""

    async def gateway_state(self, bot: str) -> tuple[Sequence[ShardServer], Mapping[int, str]]:
        """Return the processes that serve shards, in the order in which they came, and which had which shard last."""

    async def hold_shard(self, bot: str, shard: int, process: str, at: float) -> ShardSession | None:
        """Write that a process has taken a shard over. Return the session that was left, None where there is none."""

    async def note_sessions(
        self, bot: str, process: str, sessions: Iterable[tuple[int, ShardSession | None]], at: float
    ) -> None:
        """Write what resumes the sessions of shards that a process still has, None where nothing does."""

    async def release_shard(self, bot: str, shard: int, process: str, session: ShardSession | None, at: float) -> None:
        """Write that a process has given a shard up, and what resumes its session."""


def quota(count: int, servers: Sequence[ShardServer], me: str) -> tuple[Collection[int], int]:
    """Return which of so many shards a process may serve, and how many of them at most.

    What cannot be divided evenly goes to the processes that came first, so that as few shards as possible move when one
    comes or goes.
    """
    mine = next(each for each in servers if each.process == me)
    if mine.shards:
        return mine.shards, len(mine.shards)
    free = sorted({*range(count)} - {shard for each in servers for shard in each.shards})
    sharing = [each.process for each in servers if not each.shards]
    each_one, over = divmod(len(free), len(sharing))
    return free, each_one + (sharing.index(me) < over)


class SharedShards:
    """The shards of this process. `wall_clock` returns Unix seconds.

    `start` is called with a shard, how many shards there are, the session to resume, if one was left, and what tells
    whether the shard is ours for certain. `only` lists the shards that this process serves and no other does; empty: it
    serves its quota of the rest.
    """

    def __init__(
        self,
        bot: str,
        leases: Leases,
        journal: ShardJournal,
        start: Callable[[int, int, ShardSession | None, Callable[[], bool]], ShardRun],
        wall_clock: Callable[[], float],
        only: Sequence[int] = (),
    ) -> None:
        self._bot = bot
        self._leases = leases
        self._journal = journal
        self._start = start
        self._wall_clock = wall_clock
        self._server = ShardServer(leases.me, tuple(only))
        self._runs: dict[int, ShardRun] = {}
        self._noted: dict[int, ShardSession | None] = {}
        self._unwritten: dict[int, ShardSession | None] = {}
        """The shards that were given up, and what resumes their sessions, until that is written."""
        self._note_at = self._others_at = 0.0
        self._lost, self._is_balanced = False, True
        self._woken = asyncio.Event()
        self._count = 0
        self._leaving = False
        self._rebalancing = asyncio.Lock()

    @property
    def count(self) -> int:
        """How many shards the bot has, as the first process has written; 0 before that is known."""
        return self._count

    @property
    def runs(self) -> Mapping[int, ShardRun]:
        """The shards that are ours."""
        return self._runs

    async def join(self, count: int) -> None:
        """Begin to take part; `count` is how many shards there are if we are the first. Raise StoreError."""
        servers, _ = await self._journal.gateway_state(self._bot)
        gone = {each.process for each in servers} - {self._server.process}
        gone -= await self._leases.alive(gone)
        if gone:  # one that has lost its connection to the database has another in a moment
            await asyncio.sleep(SURE_SECONDS)
            gone -= await self._leases.alive(gone)
        self._count = await self._journal.join_gateway(self._bot, self._server, count, gone)
        if self._count != count:
            _LOG.warning("shard_count_agreed", count=self._count, wanted=count)
            for shard in [*self._runs]:  # we were taken for dead for so long that others have changed the number
                await self._give_up(shard)

    async def run(self) -> None:
        """Take shards and give them up, until all are released. Raise what ends one for good (SettingError)."""
        while not self._leaving:
            try:
                async with self._rebalancing:
                    if not self._leaving:
                        await self._rebalance()
            except StoreError as error:
                if self._is_balanced:
                    _LOG.warning("shards_unsettled", error=str(error))
                self._is_balanced = False
            else:
                self._is_balanced = True
            for each in self._runs.values():
                if each.ended.done():
                    await each.ended
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._woken.wait()
            self._woken.clear()

    async def release(self) -> None:
        """Leave all shards to other processes, at a stop. They bring nothing more after that."""
        self._leaving = True
        self._woken.set()
        runs = [*self._runs.values()]
        try:
            async with self._rebalancing:
                await asyncio.gather(*(self._give_up(shard) for shard in [*self._runs]))
                with suppress(StoreError):
                    await self._journal.leave_gateway(self._bot, self._server.process)
        finally:
            await cancel(*(run.ended for run in runs))

    def lose(self) -> None:
        """Note that all leases are lost: whoever is faster has them next."""
        self._lost = True
        for run in self._runs.values():
            run.lose()
        self._woken.set()

    async def _rebalance(self) -> None:
        """Compare once who serves what with the quotas, and give up and acquire what follows from that."""
        if self._lost:
            await self._reacquire()
        await self._write_given_up()
        await self._note_sessions()
        servers, holders = await self._journal.gateway_state(self._bot)
        names = {each.process for each in servers} | {*holders.values()} - {""}
        alive = await self._leases.alive(names) | {self._server.process}
        servers = [each for each in servers if each.process in alive]
        if self._server not in servers:
            await self.join(self._count)  # we were taken for dead
            return
        for shard, holder in holders.items():
            if holder == self._server.process and shard not in self._runs:
                # The database went away before it said whether this row was written.
                self._unwritten.setdefault(shard, None)
        may, most = quota(self._count, servers, self._server.process)
        unserved = [shard for shard in may if shard not in self._runs and holders.get(shard) not in alive]
        await self._release_surplus(may, most, one_is_free=bool(unserved))
        if asyncio.get_running_loop().time() >= self._others_at:
            await self._acquire_free(unserved, most)

    async def _release_surplus(self, may: Collection[int], most: int, *, one_is_free: bool) -> None:
        """Give up what is above our quota: at once what is not connected yet, else one, and only if none is free."""
        above = [shard for shard in self._runs if shard not in may]
        ours = sorted(shard for shard in self._runs if shard in may)
        above += ours[most:] if len(ours) > most else []
        for shard in [each for each in above if self._runs[each].session is None]:
            await self._give_up(shard)
        if not one_is_free and (left := [each for each in above if each in self._runs]):
            await self._give_up(left[-1])

    async def _acquire_free(self, unserved: Sequence[int], most: int) -> None:
        for shard in unserved:
            if len(self._runs) >= most:
                return
            await self._acquire(shard)

    async def _acquire(self, shard: int) -> None:
        """Acquire a shard and serve it, if nobody was faster."""
        if not await self._leases.acquire(self._name(shard)):
            return
        try:
            session = await self._journal.hold_shard(self._bot, shard, self._server.process, self._wall_clock())
        except BaseException:
            with suppress(StoreError):
                await self._leases.release(self._name(shard))
            raise
        _LOG.info("shard_taken", shard=shard, resumes=session is not None)
        self._runs[shard] = self._start(shard, self._count, session, partial(self._leases.holds, self._name(shard)))
        self._noted[shard] = session

    async def _give_up(self, shard: int) -> None:
        """End the connection of a shard, and let others have it."""
        run = self._runs.pop(shard)
        self._unwritten[shard] = await run.end()
        with suppress(StoreError):
            await self._write_given_up()
        with suppress(StoreError):
            await self._leases.release(self._name(shard))
        _LOG.info("shard_given_up", shard=shard)

    async def _write_given_up(self) -> None:
        """Write which shards were given up; as long as that is not done, they count as ours."""
        for shard, session in [*self._unwritten.items()]:
            await self._journal.release_shard(self._bot, shard, self._server.process, session, self._wall_clock())
            self._unwritten.pop(shard, None)

    async def _reacquire(self) -> None:
        """Acquire the leases again that were lost all at once; drop the shards that another process has by now."""
        self._lost = False
        self._others_at = asyncio.get_running_loop().time() + OWN_FIRST_SECONDS
        try:
            for shard, run in [*self._runs.items()]:
                if await self._leases.acquire(self._name(shard)):
                    run.regain()
                else:
                    del self._runs[shard]
                    await run.end()
                    _LOG.info("shard_lost", shard=shard)
        except StoreError:
            self._lost = True
            raise

    async def _note_sessions(self) -> None:
        now = asyncio.get_running_loop().time()
        news = {shard: run.session for shard, run in self._runs.items() if run.session != self._noted.get(shard)}
        if news and now >= self._note_at:
            await self._journal.note_sessions(self._bot, self._server.process, news.items(), self._wall_clock())
            self._noted.update(news)
            self._note_at = now + NOTED_SECONDS

    def _name(self, shard: int) -> str:
        return f"discord/shard/{self._bot}/{shard}"
