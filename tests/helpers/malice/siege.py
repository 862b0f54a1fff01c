"""One process of the bot under attack on both platforms, while games of each kind go on.

    attacked = await attack(folder, lambda so_far: so_far.sent >= 1_000, seed=7)

The updates go through the loopback servers, as if the platforms had sent them.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import pairwise
from pathlib import Path

from tests.helpers.discord.people import until
from tests.helpers.discord.process import on_loopback
from tests.helpers.ledger import Ledger
from tests.helpers.malice.fronts import DiscordFront, TelegramFront
from tests.helpers.malice.laws import Laws
from tests.helpers.malice.log_watch import LogWatch
from tests.helpers.malice.scene import Attempts
from tests.helpers.outside import BotProcess, telegram

SETTINGS: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
ROOM, ROOM_PER_UPDATE = 6 << 20, 128
"""Bytes by which memory may grow steadily in the second half of an attack: so many, and so many for each update of it.

Measured: some 20 MB in the first 800 updates, then 0.5 kB for each until 20,000, when the largest of the bounded caches
is full (the last 10,000 updates of Telegram), and a tenth of that from there on. So a run of 100,000 is judged when all
are full, and a shorter one has the room.
"""
STEPS = 64 << 20
"""Bytes by which memory may grow at once in that half: for what is loaded when it is first used, a replay or a film."""
WARM_UP = 1_000
"""Updates in which the parts that are loaded when they are first used are loaded: what grows then is not judged."""
BATCH = 400
"""Updates between two looks at the games: on Telegram two full answers to getUpdates."""


class Siege:
    """The bot's process, both fronts, and what must hold."""

    def __init__(
        self, process: BotProcess, log: LogWatch, fronts: Sequence[TelegramFront | DiscordFront], laws: Laws
    ) -> None:
        self.process = process
        self.log = log
        self.fronts = fronts
        self.laws = laws
        self.sent = 0
        self.games = 0
        self.memory: list[tuple[int, int]] = []
        """How many updates were sent, and how many bytes the process had then."""

    async def open(self) -> None:
        """Begin games on both sides, and watch them."""
        await asyncio.gather(*(front.open() for front in self.fronts))
        await self._watch(self.fronts)

    async def _watch(self, fronts: Sequence[TelegramFront | DiscordFront]) -> None:
        for front in fronts:
            self.games += len(front.games)
            await asyncio.to_thread(self.laws.watch, front.tables)

    async def storm(self, count: int, seed: int) -> None:
        """Send about so many updates, half of them on each side, and move on between them."""
        for front in self.fronts:
            if front.over():
                await front.open()
                await self._watch([front])
        made = await asyncio.gather(*(self._strike(front, count // 2, seed) for front in self.fronts))
        self.sent += sum(made)
        self.memory.append((self.sent, resident(self.process)))

    async def _strike(self, front: TelegramFront | DiscordFront, count: int, seed: int) -> int:
        await front.move()
        return await front.send(count, seed)

    async def check(self) -> None:
        """Hold games, database and log against what may be. Raise AssertionError."""
        assert self.process.running, "the process has ended"
        await asyncio.to_thread(self.laws.check)
        self.log.check()

    def check_memory(self) -> None:
        """Check that memory is level between the halves."""
        check_level(self.memory)


def check_level(memory: Sequence[tuple[int, int]]) -> None:
    """Check that memory, as it was after so many updates, hardly grows from the middle on. Raise AssertionError.

    What grows by update does so all the time: the greatest steps, one in ten, are left out, and judged by themselves.
    """
    total, last = memory[-1]
    warm = [(sent, kept) for sent, kept in memory if sent >= max(total / 2, WARM_UP)] or [memory[-1]]
    at, middle = warm[0]
    steps = sorted(later - sooner for (_, sooner), (_, later) in pairwise(warm))
    grown, allowed = sum(steps[: len(steps) - len(warm) // 10]), ROOM + ROOM_PER_UPDATE * (total - at)
    told = f"{middle >> 10} kB in the middle, {last >> 10} kB at the end of {total} updates"
    assert grown <= allowed, f"{told}: steadily more by {grown >> 10} kB, which is more than {allowed >> 10} kB"
    assert last - middle <= allowed + STEPS, f"{told}: more than {(allowed + STEPS) >> 10} kB"


def resident(process: BotProcess) -> int:
    """Return the memory of a process in bytes."""
    assert process.pid
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(process.pid)], capture_output=True, text=True, check=True)
    return 1024 * int(told.stdout)


@contextlib.asynccontextmanager
async def siege(folder: Path, plant: Callable[[], object] | None = None) -> AsyncIterator[Siege]:
    """Run the bot with games of each kind on both platforms for the length of a block; at its end it must stop well.

    `plant` breaks something in it before it starts.
    """
    async with telegram() as (world, url), on_loopback() as (discord, server):
        world.call_log.calls = type(world.call_log.calls)(maxlen=10_000)
        both = {"DISCORD_TOKEN": discord.token, "DISCORD_API_URL": server.api}
        process = BotProcess(world, url, folder, **SETTINGS, **both)
        process.blank, process.plant = True, plant
        await process.start()
        attempts, ledger, log = Attempts(), Ledger(folder), LogWatch(process)
        try:
            await until(lambda: discord.gateway.identifies and discord.commands.registered, 120, "it never connects")
            laws = Laws(folder / "bot.db", attempts)
            made = Siege(
                process,
                log,
                (TelegramFront(world, log, ledger, attempts, laws), DiscordFront(discord, ledger, attempts, laws)),
                laws,
            )
            await made.open()
            yield made
            assert await process.stop() == 0, "the process failed"
        except AssertionError as error:
            if wrong := log.wrong():
                raise AssertionError("\n".join(wrong[:3])) from error
            raise
        finally:
            if process.running:
                await process.kill()


async def attack(
    folder: Path,
    enough: Callable[[Siege], bool],
    seed: int,
    *,
    plant: Callable[[], object] | None = None,
    batch: int = BATCH,
) -> Siege:
    """Send updates in batches until it is enough, checking the games after each. Raise AssertionError."""
    async with siege(folder, plant) as attacked:
        while not enough(attacked):
            await attacked.storm(batch, seed + attacked.sent)
            await attacked.check()
        attacked.check_memory()
    return attacked
