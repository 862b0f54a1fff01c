"""What a flood costs the others: `python -m tests.outside.flooding [SECONDS] [PRESSES]`.

One process serves Telegram and Discord. On each, people of several groups ask what they are to do; in turn, for some
seconds each and many times over, there is no flood, one person floods, and one whole group floods, with PRESSES a
second (10 of one person, four times as many of a group; half of them are commands). So the times of the others with a
flood and without are of the same minutes of the same run. Prints ratios of their medians and ninetieth hundredths. Exit
code 1 if a median is beyond `MOST`: on a machine that does something else besides, that tells nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import until
from tests.helpers.discord.process import on_loopback
from tests.helpers.discord.table import RandomTable
from tests.helpers.outside import RandomGame, blank_bot, bot_process, telegram

SETTINGS: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
HEALTHY = 6
ROUNDS = 12
PAUSE = 0.25
MOST = 1.1
"""What a flood may make of the median time of the others' answers, in times without one."""
ANSWER = 0.05
"""Seconds that an answer takes to be sent where a breach is looked for: what the machine does besides weighs little."""
QUIET, ONE, GROUP = "without", "one person", "one group"
FACTOR = {QUIET: 0, ONE: 1, GROUP: 4}
_SETTLE = 0.5
"""Seconds after a flood has begun or ended in which nothing is measured."""

Flood = Callable[[int], Awaitable[None]]


@dataclass
class Side:
    """One platform: who plays, how they press and how long each press took, and what floods."""

    name: str
    press: Sequence[Callable[[], Awaitable[None]]]
    taken: Callable[[], list[float]]
    flood: Mapping[str, Flood]
    times: dict[str, list[float]] = field(default_factory=lambda: {QUIET: [], ONE: [], GROUP: []})

    def __str__(self) -> str:
        """Return a line for each kind of flood."""
        lines = [f"{self.name}, {_told(self.times[QUIET])} without a flood"]
        for kind in (ONE, GROUP):
            median, high = self.ratios(kind)
            lines.append(f"  beside {kind}: {_told(self.times[kind])}; ratios {median:.2f} and {high:.2f}")
        return "\n".join(lines)

    def ratios(self, kind: str) -> tuple[float, float]:
        """Return what median and ninetieth hundredth are beside a flood, in times of those without."""
        (median, high), (base, high_base) = _hundredths(self.times[kind]), _hundredths(self.times[QUIET])
        return median / base, high / high_base

    @property
    def kept(self) -> bool:
        """Whether no flood costs the others more than it may."""
        return all(self.ratios(kind)[0] <= MOST for kind in (ONE, GROUP))


def _hundredths(times: Sequence[float]) -> tuple[float, float]:
    tenths = statistics.quantiles(times, n=10)
    return tenths[4], tenths[8]


def _told(times: Sequence[float]) -> str:
    median, high = _hundredths(times)
    return f"{len(times)} presses, median {1000 * median:.1f} ms, p90 {1000 * high:.1f} ms"


async def measure(folder: Path, seconds: float, presses: int) -> list[Side]:
    """Return the times of both platforms."""
    async with telegram(slower=1) as (world, url), on_loopback(Limits.none()) as (discord, server):
        both = {"DISCORD_TOKEN": discord.token, "DISCORD_API_URL": server.api}
        async with bot_process(world, url, folder, **SETTINGS, **both):
            groups = [RandomGame(world, number, 2, seed=number) for number in range(HEALTHY + 1)]
            await asyncio.gather(*(group.open() for group in groups))
            await until(lambda: discord.gateway.identifies and discord.commands.registered)
            tables = [RandomTable(discord, number, 2, number, "hats") for number in range(HEALTHY + 1)]
            await asyncio.gather(*(table.open() for table in tables))
            sides = [_on_telegram(groups), _on_discord(tables)]
            for side in sides:
                await _compare(side, seconds, presses, ROUNDS)
            return sides


async def measure_telegram(
    folder: Path, seconds: float, presses: int, rounds: int, healthy: int, *, plant: Callable[[], object] | None = None
) -> Side:
    """Return the times of so many groups on Telegram alone, where each answer takes `ANSWER` seconds to be sent.

    The bot draws nothing; `plant` breaks something in it.
    """
    async with telegram(slower=1) as (world, url), blank_bot(world, url, folder, plant, **SETTINGS):
        groups = [RandomGame(world, number, 2, seed=number) for number in range(healthy + 1)]
        await asyncio.gather(*(group.open() for group in groups))
        world.faults.delay(ANSWER, method="answerCallbackQuery", times=None)
        side = _on_telegram(groups)
        await _compare(side, seconds, presses, rounds)
        return side


async def _compare(side: Side, seconds: float, presses: int, rounds: int) -> None:
    kinds = [QUIET, ONE, GROUP]
    for number in range(rounds):
        for kind in random.Random(number).sample(kinds, len(kinds)):  # so that no kind is always first
            flooding = asyncio.create_task(_flood(side.flood[kind], presses * FACTOR[kind]))
            await asyncio.sleep(_SETTLE)
            before = len(side.taken())
            end = time.monotonic() + seconds
            await asyncio.gather(*(_play(press, end) for press in side.press))
            side.times[kind] += side.taken()[before:]
            flooding.cancel()
            await asyncio.gather(flooding, return_exceptions=True)
            await asyncio.gather(*(press() for press in side.press))  # behind what is left of the flood, if anything
            await asyncio.sleep(_SETTLE)


async def _play(press: Callable[[], Awaitable[None]], end: float) -> None:
    while time.monotonic() < end:
        await press()
        await asyncio.sleep(PAUSE)


async def _flood(once: Flood, a_second: int) -> None:
    number, tasks = 0, set[asyncio.Task[None]]()
    while a_second:
        task = asyncio.ensure_future(once(number))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        number += 1
        await asyncio.sleep(1 / a_second)


def _on_telegram(groups: list[RandomGame]) -> Side:
    *healthy, bad = groups
    times: list[float] = []

    def asking(game: RandomGame) -> Callable[[], Awaitable[None]]:
        async def ask() -> None:
            """Ask what is to be done: an answer of the same kind each time."""
            board = game.board()
            if board is not None:
                began = time.monotonic()
                person = game.rng.choice(game.people)
                await game.world.press(person, game.group, board.id, _advice(game))
                times.append(time.monotonic() - began)

        return ask

    async def flood(number: int, people: int) -> None:
        person, board = bad.people[number % people], bad.board()
        if number % 2:
            bad.world.say(person, bad.group, "/help")
        elif board is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(bad.world.press(person, bad.group, board.id, _advice(bad)), 60)

    floods: dict[str, Flood] = {QUIET: lambda n: flood(n, 1), ONE: lambda n: flood(n, 1), GROUP: lambda n: flood(n, 2)}
    return Side("Telegram", [asking(game) for game in healthy], lambda: times, floods)


def _advice(game: RandomGame) -> str:
    return f"{game.tokens()[0].partition('.')[0]}.-.advice" if game.tokens() else "00000000.-.advice"


def _on_discord(tables: list[RandomTable]) -> Side:
    *healthy, bad = tables
    times: list[float] = []

    def asking(table: RandomTable) -> Callable[[], Awaitable[None]]:
        async def ask() -> None:
            board = table.board()
            if board is not None and board.button("What now?") is not None:
                began = time.monotonic()
                asked = await table.rng.choice(table.people).press_label(board, "What now?")
                await asked.reply(60)
                times.append(time.monotonic() - began)

        return ask

    async def flood(number: int, people: int) -> None:
        person, board = bad.people[number % people], bad.board()
        if number % 2:
            await person.slash(bad.channel, "help")
        elif board is not None and board.button("What now?") is not None:
            await person.press_label(board, "What now?")

    floods: dict[str, Flood] = {QUIET: lambda n: flood(n, 1), ONE: lambda n: flood(n, 1), GROUP: lambda n: flood(n, 2)}
    return Side("Discord", [asking(table) for table in healthy], lambda: times, floods)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.outside.flooding", description="What a flood costs others.")
    parser.add_argument("seconds", type=float, nargs="?", default=2.0, help="of each stretch (2)")
    parser.add_argument("presses", type=int, nargs="?", default=10, help="a second, of one person (10)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        sides = asyncio.run(measure(Path(place), asked.seconds, asked.presses))
    for side in sides:
        sys.stdout.write(f"{side}\n")
    sys.exit(0 if all(side.kept for side in sides) else 1)
