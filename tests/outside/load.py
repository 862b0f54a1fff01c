"""How fast presses are answered while many groups play: `python -m tests.outside.load [GROUPS] [SECONDS] [PAUSE]`.

The bot runs as a process of its own; the people and their Telegram are another. Prints the answer times and who waited.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.helpers.outside import RandomGame, bot_process, telegram

__all__ = ["measure"]


async def measure(groups: int, seconds: float, pause: float) -> str:
    """Let groups play at once for a while; give a report of a few lines."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            telegram() as (world, url),
            bot_process(
                world, url, Path(folder), TELEGRAM_GROUP_PER_MINUTE=0, TELEGRAM_PER_SECOND=0, LOG_LEVEL="WARNING"
            ) as process,
        ):
            games = [RandomGame(world, number, 2 + number % 3, seed=number) for number in range(groups)]
            await asyncio.gather(*(game.open() for game in games))
            for game in games:
                game.latencies.clear()
                game.presses = 0
            began = time.monotonic()
            await asyncio.gather(*(_play(game, began + seconds, pause) for game in games))
            took = time.monotonic() - began
            assert await process.stop() == 0, process.log()
            return _report(games, took)


async def _play(game: RandomGame, until: float, pause: float) -> None:
    await asyncio.sleep(game.rng.uniform(0, 2 * pause))  # people in fifty groups do not press on a signal
    while time.monotonic() < until and not game.over():
        await game.press_at_random(pause=pause)


def _report(games: list[RandomGame], took: float) -> str:
    times = sorted(t for game in games for t in game.latencies)
    worst = max(statistics.median(game.latencies) for game in games)
    best = min(statistics.median(game.latencies) for game in games)
    hundredths = statistics.quantiles(times, n=100)
    return (
        f"{len(games)} groups, {len(times)} presses in {took:.0f} s ({len(times) / took:.0f} a second), "
        f"{sum(game.unanswered for game in games)} unanswered\n"
        f"press to answer: median {1000 * hundredths[49]:.0f} ms, p99 {1000 * hundredths[98]:.0f} ms, "
        f"longest {1000 * times[-1]:.0f} ms\n"
        f"median of the fastest group {1000 * best:.0f} ms, of the slowest {1000 * worst:.0f} ms"
    )


if __name__ == "__main__":
    wanted = [float(argument) for argument in sys.argv[1:]] or [50.0]
    report = asyncio.run(measure(int(wanted[0]), (wanted[1:] or [30.0])[0], (wanted[2:] or [1.0])[0]))
    sys.stdout.write(report + "\n")
