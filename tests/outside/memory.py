"""What memory the bot takes while many games are played: `python -m tests.outside.memory [GAMES]`, 960 by default.

Each game is played to its end in a group of its own by people who know how to end it, so many groups at a time; the
kinds of games take turns. Pictures are left out, for they are drawn in a process of its own: what is measured is the
process that holds tables, people and chats. After each twelfth of the games it says what that process holds in memory,
and at the end by how much each hundred games of the last half have raised it. Needs /proc, so Linux.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from bot.playground.world import World
from tests.helpers.ledger import Ledger
from tests.helpers.outside import BotProcess, blank_bot, telegram
from tests.outside.troubled import TelegramGroup, games_of_each_kind

AT_ONCE = 16
READINGS = 12
SETTINGS: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}


def megabytes(process: BotProcess) -> float:
    """Return what a process holds in memory now (its resident set)."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(count: int) -> None:
    """Play so many games, and say what they did to the memory."""
    readings: list[float] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        async with telegram(slower=1) as (world, url), blank_bot(world, url, folder, **SETTINGS) as process:
            world.call_log.calls = deque(maxlen=1000)
            numbers = iter(range(count))
            for part in range(READINGS + 1):
                played = count * part // READINGS
                batch = iter(list(itertools.islice(numbers, played - count * max(part - 1, 0) // READINGS)))
                await asyncio.gather(*(_play(world, Ledger(folder), batch) for _ in range(AT_ONCE)))
                readings.append(megabytes(process))
                _say(f"{played} games: {readings[-1]:.1f} MB")
            assert await process.stop() == 0, process.log()
            assert not process.log(), process.log()
    half = readings[READINGS // 2 :]
    slope, _ = statistics.linear_regression(range(len(half)), half)
    _say(f"in the last half, each hundred games add {slope * READINGS / count * 100:.2f} MB")


async def _play(world: World, ledger: Ledger, numbers: Iterator[int]) -> None:
    """Play the next games, one after the other, until none is left."""
    kinds = games_of_each_kind()
    for number in numbers:
        game = TelegramGroup(world, ledger, number, kinds[number % len(kinds)])
        game.hurries = True
        await game.open()
        while not game.over():
            await game.turn()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(measure(int((sys.argv[1:] or ["960"])[0])))
