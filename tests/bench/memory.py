"""What the product holds in memory: idle, with many games, after a day."""

from __future__ import annotations

import asyncio
import statistics
import sys
from collections.abc import Sequence

from tests.bench import on_telegram
from tests.bench.figures import Ratio, Run
from tests.bench.filling import filled
from tests.bench.load import Side
from tests.bench.processes import cpu_seconds, megabytes
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import until
from tests.helpers.discord.process import on_loopback

RUNNING = 1_000
HOURS = 24
FULL = 10_000
"""Presses after which the rooms for what was drawn and for the numbers of finished updates are full."""
A_DAY = 100.0
"""Seconds in which a day passes."""
LATELY = 10.0
"""Seconds of which the median counts: what is held at one moment depends on what is being drawn."""
GROUPS = 8
CONNECTED = 120.0
"""Seconds within which Discord has the bot's commands, on a busy machine."""
CALM = 0.02
"""Seconds of CPU in a second below which a process is idle."""
_BARE = "import telegram, discord, sys; sys.stdin.read()"


async def idle(run: Run) -> Sequence[Ratio]:
    """Measure the processes of the product when nothing happens on either platform, and one with both libraries."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _BARE, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        async with on_loopback(Limits.none(), slower=1) as (world, server):
            settings = {"DISCORD_TOKEN": world.token, "DISCORD_API_URL": server.api}
            async with on_telegram.product(run, 0, settings=settings) as (side, _, _):
                await until(lambda: world.gateway.identifies and world.commands.registered, CONNECTED)
                await _calm(side.pid)
                await _calm(process.pid)
                held, bare = megabytes(side.pid), megabytes(process.pid)
        return [Ratio(held, bare, "MB", differs=not run.short)]
    finally:
        process.kill()
        await process.wait()


async def games(run: Run) -> Sequence[Ratio]:
    """Measure what a thousand running games add."""
    taken = []
    for count in (0, RUNNING):
        database = await filled(run, running=count)
        async with on_telegram.product(run, 0, database=database) as (side, _, _):
            await _calm(side.pid)
            taken.append(megabytes(side.pid))
    return [Ratio((taken[1] - taken[0]) / RUNNING * 1000, unit="MB")]


async def day(run: Run) -> Sequence[Ratio]:
    """Measure the memory after a day of play, against that after a third of it.

    Before it begins, so much is played that what is kept to be shown again has reached its limits.
    """
    # A lobby that closes after half an hour would be gone before the second person has sat down.
    settings = {"BENCH_TIMES": str(HOURS * 3600 / A_DAY), "LOBBY_MINUTES": str(10 * HOURS * 60)}
    hurried = on_telegram.product(run, GROUPS, command=("-m", "tests.bench.hurried_bot"), settings=settings)
    async with hurried as (side, _, _):
        while len(side.presses) < FULL:
            await side.stretch(5.0, None)
        early = await _held(side, A_DAY / 3)
        late = await _held(side, A_DAY * 2 / 3)
    note = f"a day in {A_DAY:.0f} s, {GROUPS} groups that play without a pause, {len(side.presses):,} presses"
    return [Ratio(late, early, "MB", note=note)]


async def _held(side: Side, seconds: float) -> float:
    """Play for so long; return what was held in the last of it."""
    playing = asyncio.create_task(side.stretch(seconds, None))
    try:
        await asyncio.sleep(seconds - LATELY)
        held = []
        while not playing.done():
            held.append(await asyncio.to_thread(megabytes, side.pid))
            await asyncio.sleep(0.5)
        await playing
    finally:
        playing.cancel()
    return statistics.median(held)


async def _calm(pid: int) -> None:
    """Wait until a process has done what it does at its start."""
    while True:
        before = cpu_seconds(pid)
        await asyncio.sleep(1.0)
        if cpu_seconds(pid) - before < CALM:
            return
