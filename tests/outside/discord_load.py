"""How fast Discord's presses are acknowledged under load: `python -m tests.outside.discord_load [CHANNELS] [SECONDS]`.

30 channels for 30 seconds where nothing is said, with Discord's own rate limits. The bot runs as a process of its own;
the people and their Discord are another. Prints how long the first answers took and how many interactions failed.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.helpers.discord.process import discord_bot, on_loopback
from tests.helpers.discord.table import RandomTable
from tests.helpers.discord.witness import check_calls

_WORDS = ("hats", "animal", "invisible")
_PAUSE = 1.0
"""Seconds that somebody thinks before they press, on average."""


async def measure(channels: int, seconds: float, folder: Path, *, slower: int = 1) -> tuple[list[float], int]:
    """Play in so many channels at once for a while; return how long every first answer took, in ms, and the 429s.

    A first answer may take so many times as long as Discord allows.
    """
    async with on_loopback(slower=slower) as (world, server), discord_bot(world, server, folder) as process:
        tables = [RandomTable(world, n, 2 + n % 3, seed=n, word=_WORDS[n % 3]) for n in range(channels)]
        await asyncio.gather(*(table.open() for table in tables))
        for table in tables:
            table.used.clear()
        until = time.monotonic() + seconds
        await asyncio.gather(*(_play(table, until) for table in tables))
        assert await process.stop() == 0, process.log()
        floods = check_calls(world, limited=True)
        return [used.milliseconds for table in tables for used in table.used], floods


async def _play(table: RandomTable, until: float) -> None:
    await asyncio.sleep(table.rng.uniform(0, 2 * _PAUSE))  # people in thirty channels do not press on a signal
    while time.monotonic() < until and not table.over():
        await table.press_anything(pause=_PAUSE)


def report(channels: int, seconds: float, answers: list[float], floods: int) -> str:
    """Put the numbers into two lines."""
    parts = statistics.quantiles(answers, n=100)
    return (
        f"{channels} channels, {len(answers)} presses in {seconds:.0f} s, none failed, {floods} calls put off\n"
        f"press to first answer: median {parts[49]:.0f} ms, p99 {parts[98]:.0f} ms, longest {max(answers):.0f} ms"
    )


if __name__ == "__main__":
    wanted = [float(argument) for argument in sys.argv[1:]] or [30.0]
    count, length = int(wanted[0]), (wanted[1:] or [30.0])[0]
    with tempfile.TemporaryDirectory() as place:
        taken = asyncio.run(measure(count, length, Path(place)))
    sys.stdout.write(report(count, length, *taken) + "\n")
