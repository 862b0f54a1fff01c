"""Several processes' limiters in virtual time on one PostgreSQL, and a stand-in server that refuses what is too much.

The server counts a call at any moment between its begin and its end, in every window that slides over them.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

from bot.platforms.discord.rate_limit import DiscordRateLimiter
from bot.platforms.limits_fallback import SETTLE_SECONDS
from bot.platforms.shared_limits import Counts
from bot.platforms.telegram.rate_limit import TelegramRateLimiter
from bot.playground.rate_limits import WindowCounter
from storage.ids import Place
from storage.limits import CallAnswer, CallQuestion
from storage.postgres import Connection
from tests.helpers.counts import MovedCounts
from tests.telegram.virtual import now

PROCESSES = 3
PER_SECOND = {"telegram": 30, "discord": 50}
_BOTS = count(1)
WINDOWS = {"telegram": (20, 60.0), "discord": (5, 5.0)}
"""What the platforms allow (docs/platforms.md A9, B7): in a second for the token, and in a group or channel."""


class Lagging:
    """Counts that take a while to ask, as a database elsewhere does: `lag` seconds there and back, at most, each."""

    def __init__(self, counts: MovedCounts, chance: random.Random, lag: float) -> None:
        self.counts, self._chance, self._lag = counts, chance, lag
        self.me = counts.me

    async def ask(self, question: CallQuestion) -> CallAnswer:
        await asyncio.sleep(self._chance.uniform(0.0005, self._lag))
        try:
            return await self.counts.ask(question)
        finally:
            await asyncio.sleep(self._chance.uniform(0.0005, self._lag))


class Server:
    """What a platform sees of the calls: each that is one too many is in `refused`."""

    def __init__(self, platform: str) -> None:
        self.refused: list[tuple[float, str]] = []
        self.counted: dict[str, list[float]] = {}
        self._token = WindowCounter(1.0)
        self._windows: dict[str, WindowCounter] = {}
        self._platform = platform

    def count(self, where: str) -> None:
        """Count one call; the place has a limit of its own unless it is private."""
        most, seconds = WINDOWS[self._platform]
        window = self._windows.setdefault(where, WindowCounter(seconds))
        if self._token.wait(now(), PER_SECOND[self._platform]) > 0:
            self.refused.append((now(), "token"))
        if not where.startswith("private") and window.wait(now(), most) > 0:
            self.refused.append((now(), where))
        self._token.add(now())
        window.add(now())
        self.counted.setdefault(where, []).append(now())

    @property
    def calls(self) -> int:
        return sum(len(times) for times in self.counted.values())

    def rate(self, after: float, until: float) -> float:
        """Return how many calls were counted in a second, between two times."""
        times = [at for times in self.counted.values() for at in times if after <= at < until]
        return len(times) / (until - after)


@dataclass
class Callers:
    """The limiters of several processes, and the server that they call.

    `lasts` are the seconds of a call; `start` makes the limiter of a process that starts anew.
    """

    platform: str
    server: Server
    counts: list[MovedCounts]
    limiters: list[TelegramRateLimiter | DiscordRateLimiter]
    chance: random.Random
    lasts: Callable[[], float]
    start: Callable[[int], TelegramRateLimiter | DiscordRateLimiter]
    ended: list[tuple[float, int, str]] = field(default_factory=list)

    async def call(self, process: int, where: str, *, urgent: bool = False) -> None:
        """Make one call, as soon as it is allowed."""
        limiter = self.limiters[process]
        if isinstance(limiter, TelegramRateLimiter):
            private, _, chat = where.rpartition("/")
            async with limiter.permit(Place("telegram", chat, private=bool(private)), urgent=urgent) as permit:
                permit.calls += 1
                await self._make(where)
        else:
            async with limiter.permit(int(where), urgent=urgent) as ticket:
                ticket.count()
                await self._make(where)
        self.ended.append((now(), process, where))

    async def _make(self, where: str) -> None:
        lasts, part = self.lasts(), self.chance.random()
        await asyncio.sleep(lasts * part)
        self.server.count(where)
        await asyncio.sleep(lasts * (1 - part))

    async def keep_calling(self, process: int, wheres: Iterable[str], until: float, pause: float = 0.0) -> None:
        """Call some places over and over, one call at a time in each."""

        async def one(where: str) -> None:
            while now() < until:
                await self.call(process, where)
                await asyncio.sleep(pause)

        await asyncio.gather(*(one(where) for where in wheres))

    @property
    def statements(self) -> int:
        return sum(len(counts.questions) for counts in self.counts)


@asynccontextmanager
async def callers(
    platform: str,
    connection: Connection | None,
    *,
    processes: int = PROCESSES,
    lasts: Callable[[random.Random], float] = lambda chance: chance.uniform(0.05, 0.4),
    lag: float = 0.01,
    seed: int = 1,
) -> AsyncIterator[Callers]:
    """Run the limiters of several processes; without a connection each counts alone."""
    chance = random.Random(seed)
    bot = str(next(_BOTS))  # of whom the database knows nothing yet
    names, counts = count(1), list[MovedCounts]()

    def start(process: int) -> TelegramRateLimiter | DiscordRateLimiter:
        shared: Counts | None = None
        if connection is not None:
            counts[process : process + 1] = [MovedCounts(connection, f"process {next(names)}", now)]
            shared = Lagging(counts[process], chance, lag)
        made = TelegramRateLimiter(now, counts=shared) if platform == "telegram" else DiscordRateLimiter(now, shared)
        made.identify(bot)
        return made

    limiters = [start(process) for process in range(processes)]
    made = Callers(platform, Server(platform), counts, limiters, chance, lambda: lasts(chance), start)
    try:
        yield made
    finally:
        for limiter in limiters:
            await limiter.stop()


async def fill_windows(made: Callers, seconds: float) -> None:
    """Load groups or channels from every process with more than they take, and the token with less."""
    places = ["-1", "-2", "-3"] if made.platform == "telegram" else ["1", "2", "3"]
    until = now() + seconds
    await asyncio.gather(*(made.keep_calling(process, places * 2, until) for process in range(len(made.limiters))))


async def fill_token(made: Callers, seconds: float) -> None:
    """Load the token from every process with more than it takes, at many places that each take more."""
    until = now() + seconds
    most = PER_SECOND[made.platform]
    name = "private/{}" if made.platform == "telegram" else "{}"

    async def everybody(process: int) -> None:
        wheres = [name.format(1000 * (process + 1) + number) for number in range(3 * most)]
        await made.keep_calling(process, wheres, until)

    await asyncio.gather(*(everybody(process) for process in range(len(made.limiters))))


async def outage(made: Callers) -> tuple[float, float, float]:
    """Load groups and write to people, take the database away for five minutes; return when it was, and the end."""
    until = now() + 500.0
    calling = [
        asyncio.create_task(made.keep_calling(process, wheres, until, pause))
        for process in range(len(made.limiters))
        for wheres, pause in ((["-1", "-1"], 0.0), ([f"private/{process}"], 2.0))
    ]
    await asyncio.sleep(100.0)
    for counts in made.counts:
        counts.away = True
    began = now()
    await asyncio.sleep(300.0)
    for counts in made.counts:
        counts.away = False
    ended = now()
    await asyncio.gather(*calling)
    return began, ended, until


async def trouble(made: Callers, seconds: float) -> int:
    """Load everything from every process, take the database away now and then, and kill a process or another.

    Return how many troubles there were.
    """
    until, chance, troubles = now() + seconds, made.chance, 0
    places = ["-1", "-2"] if made.platform == "telegram" else ["1", "2"]
    name = "private/{}" if made.platform == "telegram" else "{}"

    async def calling(process: int) -> None:
        many = [name.format(1000 * (process + 1) + number) for number in range(chance.choice((1, 20)))]
        await asyncio.gather(
            made.keep_calling(process, places * 2, until), made.keep_calling(process, many, until, chance.uniform(0, 9))
        )

    tasks = [asyncio.create_task(calling(process)) for process in range(len(made.limiters))]
    while now() < until:
        await asyncio.sleep(chance.uniform(5.0, 60.0))
        troubles += 1
        if chance.random() < 0.5:
            for counts in made.counts:
                counts.away = True
            await asyncio.sleep(chance.choice((0.3, 3.0, 20.0, 150.0)))
            for counts in made.counts:
                counts.away = False
            await asyncio.sleep(2 * SETTLE_SECONDS)  # who is killed before cannot tell what it did meanwhile
        else:
            process = chance.randrange(len(tasks))
            dead, made.counts[process].away = made.limiters[process], True
            tasks[process].cancel()
            await asyncio.wait([tasks[process]])
            await dead.stop()
            made.limiters[process] = made.start(process)
            tasks[process] = asyncio.create_task(calling(process))
    await asyncio.gather(*tasks)
    return troubles


def check_kept(made: Callers) -> None:
    """No call was one too many, and none cost more than one statement."""
    refused = made.server.refused
    assert refused == [], f"{len(refused)} of {made.server.calls} calls refused, the first ones {refused[:3]}"
    assert made.statements <= made.server.calls, f"{made.statements} statements for {made.server.calls} calls"
