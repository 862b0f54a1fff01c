"""What many stored games cost: at a press, at a start; and what a press writes."""

from __future__ import annotations

import asyncio
import bisect
import contextlib
import random
import shutil
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from bot.playground.feed import Toast
from bot.playground.model import Message, User
from bot.playground.world import World
from tests.bench import on_telegram
from tests.bench.figures import Ratio, Run, at_most, named
from tests.bench.filling import filled
from tests.bench.load import Side, alternate
from tests.bench.on_telegram import FREE, Product, TableGroup
from tests.bench.traced_bot import LOG, TRACE
from tests.helpers.outside import telegram

STORED = (10, 1_000, 100_000)
RUNNING = 10_000
PAUSE = (0.05, 0.15)
STARTS = 3
QUIET = 1.5
"""Seconds after which everything that a press asked for is written."""


async def a_press(run: Run) -> Sequence[Ratio]:
    """Measure a press beside so many stored games, and beside few; the databases take turns."""
    counts = STORED[:2] if run.short else STORED
    rng, sides = random.Random(3), list[Side]()
    async with contextlib.AsyncExitStack() as stack:
        for count in counts:
            database = await filled(run, stored=count)
            opened = on_telegram.product(run, 1, words=["hats"], database=database)
            sides.append((await stack.enter_async_context(opened))[0])
        await alternate(sides, run.pick(5.0, 1.0), int(run.pick(4, 1)), lambda: rng.uniform(*PAUSE))
        first, *others = sides
        return [
            Ratio(side.answered_ms(50), first.answered_ms(50), "ms", f"{count:,} games stored")
            for side, count in zip(others, counts[1:], strict=True)
        ]


async def a_start(run: Run) -> Sequence[Ratio]:
    """Measure the seconds until updates are asked for, of a start with many games and of one with none, in turn."""
    few, many = await filled(run), await filled(run, stored=STORED[-1] - RUNNING, running=RUNNING)
    times: dict[Path, list[float]] = {few: [], many: []}
    for _ in range(STARTS):
        for database in (few, many):
            times[database].append(await _started(run, database))
    return [Ratio(min(times[many]), min(times[few]), "s", differs=True)]


async def _started(run: Run, database: Path) -> float:
    folder = run.new_folder()
    shutil.copy(database, folder / "bot.db")
    async with telegram(slower=1) as (world, url):
        process = Product(world, url, folder, **FREE)
        began = time.monotonic()
        await process.start()
        try:
            while not any(call.method == "getUpdates" for call in world.calls):  # noqa: ASYNC110 - in another process
                await asyncio.sleep(0.01)
            return time.monotonic() - began
        finally:
            await process.kill()


async def transactions(run: Run) -> Sequence[Ratio]:
    """Count the transactions of a press: those before its answer, and those after it for each delivery.

    A delivery is a call that shows something or takes it away. SQLite itself tells of each transaction that writes.
    """
    found = []
    words = on_telegram.WORDS[:1] if run.short else on_telegram.WORDS
    for word in words:
        async with _traced(run, word) as (side, world, log):
            group = side.pressers[0]
            assert isinstance(group, SlowGroup)
            for _ in range(int(run.pick(15, 3))):
                await group.turn()
                await asyncio.sleep(QUIET)
            moments = [*group.moments, time.time()]
            calls = [(call.at, call.method) for call in world.calls if call.method != "getUpdates"]
            written = sorted(float(line) for line in log.read_text(encoding="ascii").split())
        before = after = deliveries = 0
        for begin, end in pairwise(moments):
            own = [(at, method) for at, method in calls if begin <= at < end]
            [answered] = [at for at, method in own if method == "answerCallbackQuery"]
            begun, early, total = (bisect.bisect(written, at) for at in (begin, answered, end))
            before += early - begun
            after += total - early
            deliveries += len(own) - 1
        presses = len(group.moments)
        found += named([Ratio(before / presses, note=f"before the answer, {presses} presses")], word)
        found += named(
            [Ratio(after / deliveries, note=f"after it, for each of {deliveries} deliveries", bound=at_most(1.0))], word
        )
    return found


class SlowGroup(TableGroup):
    """People who press when all is written that the press before has asked for."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.moments: list[float] = []

    async def think(self) -> None:
        """Wait until the first half of a move is written."""
        await asyncio.sleep(QUIET)

    async def _pressed(self, person: User, board: Message, token: str) -> Toast:
        self.moments.append(time.time())
        return await super()._pressed(person, board, token)


@contextlib.asynccontextmanager
async def _traced(run: Run, word: str) -> AsyncIterator[tuple[Side, World, Path]]:
    log = run.new_folder() / LOG
    log.touch()
    traced = on_telegram.product(
        run, 1, words=[word], kind=SlowGroup, command=("-m", "tests.bench.traced_bot"), settings={TRACE: str(log)}
    )
    async with traced as (side, world, _):
        world.call_log.calls = deque()
        await asyncio.sleep(QUIET)
        yield side, world, log
