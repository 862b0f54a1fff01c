"""How fast presses are answered while many groups play.

    python -m tests.outside.load [GROUPS] [SECONDS] [PAUSE] [--hard TABLES]

The bot runs as a process of its own; the people and their Telegram are another. Prints the answer times and who waited.
With `--hard` it measures twice, the second time while so many other tables wait for the moves of hard computers, of
each game in turn, and says how much longer the same people waited.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bot.playground.world import World
from tests.helpers.ledger import Ledger
from tests.helpers.outside import RandomGame, bot_process, telegram
from tests.outside.solo import GAMES, Solo

HARD = ("hard", "hard", "hard")
QUICK = {"hats": "po", "animal": "lsk", "invisible": "rdmx"}
"""How the codes of moves begin that take one press."""
AGAIN = 0.05
"""How often somebody presses once more who sees no change."""
SETTINGS: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}


@dataclass(frozen=True)
class Answers:
    """Seconds from press to answer: of all, sorted, and the medians of the fastest and the slowest group."""

    times: list[float]
    best: float
    worst: float
    unanswered: int
    took: float

    @property
    def p99(self) -> float:
        """Return the time in which 99 of 100 are answered."""
        return statistics.quantiles(self.times, n=100)[98]

    def __str__(self) -> str:
        """Return the report in three lines."""
        count = len(self.times)
        return (
            f"{count} presses in {self.took:.0f} s ({count / self.took:.0f} a second), {self.unanswered} unanswered\n"
            f"press to answer: median {1000 * statistics.median(self.times):.0f} ms, p99 {1000 * self.p99:.0f} ms, "
            f"longest {1000 * self.times[-1]:.0f} ms\n"
            f"median of the fastest group {1000 * self.best:.0f} ms, of the slowest {1000 * self.worst:.0f} ms"
        )


async def measure(groups: int, seconds: float, pause: float, hard: int = 0) -> str:
    """Play in several groups at once for a while; return a report of a few lines."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        async with telegram(slower=1) as (world, url), bot_process(world, url, folder, **SETTINGS) as process:
            games = [RandomGame(world, number, 2 + number % 3, seed=number) for number in range(groups)]
            await asyncio.gather(*(game.open() for game in games))
            alone = await _answers(games, seconds, pause)
            report = f"{groups} groups, {alone}"
            if hard:
                report += await _beside(world, Ledger(folder), games, alone, hard, seconds, pause)
            assert await process.stop() == 0, process.log()
            assert not process.log(), process.log()
            return report


async def _answers(games: list[RandomGame], seconds: float, pause: float) -> Answers:
    """Press as these people for a while and take the times; who has ended a game begins another."""
    for game in games:
        game.latencies.clear()
        game.unanswered = 0
    began = time.monotonic()
    await asyncio.gather(*(_play(game, began + seconds, pause) for game in games))
    medians = [statistics.median(game.latencies) for game in games if game.latencies]
    times = sorted(taken for game in games for taken in game.latencies)
    unanswered = sum(game.unanswered for game in games)
    return Answers(times, min(medians), max(medians), unanswered, time.monotonic() - began)


async def _play(game: RandomGame, until: float, pause: float) -> None:
    await asyncio.sleep(game.rng.uniform(0, 2 * pause))  # people in fifty groups do not press on a signal
    while time.monotonic() < until and not game.over():
        await game.press_at_random(pause=pause)


async def _beside(
    world: World, ledger: Ledger, games: list[RandomGame], alone: Answers, hard: int, seconds: float, pause: float
) -> str:
    tables = [Solo(world, 1000 + n, GAMES[n % len(GAMES)], levels=HARD, private=False) for n in range(hard)]
    await asyncio.gather(*(table.open() for table in tables))
    waiting: list[int] = []
    playing = [asyncio.create_task(_against(table)) for table in tables]
    playing.append(asyncio.create_task(_count(tables, ledger, waiting)))
    beside = await _answers(games, seconds, pause)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return (
        f"\nbeside {hard} tables of hard computers, of which {statistics.mean(waiting):.0f} waited at a time:\n"
        f"{beside}\np99 is {beside.p99 / alone.p99:.1f} times that without them"
    )


async def _against(table: Solo) -> None:
    """Play against hard computers, one game after the other, by moves of one press, soon after the board has come."""
    moved = ""
    while True:
        if table.over():
            await table.press(table.person, "Rematch")
            await table.press(table.person, "Start")
        tokens = [token for token in table.tokens() if token.rpartition(".")[2][0] in QUICK[table.word]]
        decision = tokens[0].rpartition(".")[0] if tokens else ""
        board = table.board()
        if board is not None and tokens and (decision != moved or table.rng.random() < AGAIN):
            await table.world.press(table.person, table.group, board.id, table.rng.choice(tokens))
            moved = decision
        await asyncio.sleep(table.rng.uniform(0.1, 0.5))


async def _count(tables: list[Solo], ledger: Ledger, waiting: list[int]) -> None:
    """Count, twice a second, the tables at which a computer is to move: nobody's time runs there."""
    while True:
        rows = await asyncio.to_thread(
            ledger.rows,
            "SELECT chat FROM tables JOIN deadlines ON key = id WHERE kind = 'lapse' AND status = 'playing'",
        )
        awaited = {chat for (chat,) in rows}
        waiting.append(sum(str(table.group.id) not in awaited and not table.over() for table in tables))
        await asyncio.sleep(0.5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How fast presses are answered while many groups play.")
    parser.add_argument("groups", type=int, nargs="?", default=50)
    parser.add_argument("seconds", type=float, nargs="?", default=30.0)
    parser.add_argument("pause", type=float, nargs="?", default=1.0)
    parser.add_argument("--hard", type=int, default=0, metavar="TABLES", help="tables that wait for hard computers")
    asked = parser.parse_args()
    sys.stdout.write(asyncio.run(measure(asked.groups, asked.seconds, asked.pause, asked.hard)) + "\n")
