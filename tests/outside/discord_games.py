"""Whole games in Discord of people who press at random: `python -m tests.outside.discord_games [WORD] [GAMES]`.

WORD is `hats`, `animal` or `invisible` (all three where nothing is said), GAMES 10. The bot runs as a process of its
own that is given only a token, an address and a database. All games of a kind go on at once, with 2, 3 and 4 people in
turn, of whom one takes no direct messages and so sees their secrets in ephemeral answers alone. A board changes about
once a second, as Discord's limits want, and random presses may need thousands of moves: so after 120 presses each is
brought to its end by people who see through everything. Afterwards a witness reads again what every person's client was
sent: no interaction failed, no call was refused, every move was told, and nobody got what was another's. Prints a line
for each game.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.clairvoyant import next_presses
from tests.helpers.discord.people import Discord
from tests.helpers.discord.process import DiscordProcess, discord_bot, on_loopback
from tests.helpers.discord.table import RandomTable
from tests.helpers.discord.witness import check_calls, check_known, check_moves_shown, check_pings, check_secrets
from tests.helpers.ledger import Ledger

_ALL = 1_000_000


@dataclass(frozen=True)
class DiscordGame:
    """One game: how many people, moves told and presses, seconds, and how long its first answers took, in ms."""

    word: str
    people: int
    moves: int
    presses: int
    seconds: float
    over: bool
    answers: tuple[float, ...]


async def play(words: Sequence[str], folder: Path, *, presses: int = _ALL, at_random: int = 120) -> list[DiscordGame]:
    """Play a game of each of these words, all at once, and check them; a word may stand there many times.

    Each goes on to its end or for so many presses, of which so many are `at_random`.
    """
    async with on_loopback() as (world, server), discord_bot(world, server, folder) as process:
        tables = [RandomTable(world, n, 2 + n % 3, seed=n, word=word) for n, word in enumerate(words)]
        ledger = Ledger(folder)
        seconds = await asyncio.gather(*(_play(each, ledger, presses, at_random) for each in tables))
        await check(world, process, tables, ledger)
        return [_played(table, took) for table, took in zip(tables, seconds, strict=True)]


async def check(world: Discord, process: DiscordProcess, tables: list[RandomTable], ledger: Ledger) -> None:
    """Stop the bot, and hold everything that anybody was shown against what may be."""
    assert await process.stop() == 0
    assert not process.complaints(), process.complaints()[:20]
    check_calls(world)
    check_pings(world, tables)
    for table in tables:
        check_secrets(world, table)
        assert check_moves_shown(world, table)
        check_known(world, table, ledger)


async def _play(table: RandomTable, ledger: Ledger, presses: int, at_random: int) -> float:
    began = time.monotonic()
    await table.open()
    while not table.over() and len(table.used) < presses:
        if len(table.used) > at_random:
            number = ledger.table_at(table.channel.id)
            await table.play_turn(next_presses(table.word, ledger, number, table.codes()))
        else:
            await table.press_anything()
    return time.monotonic() - began


def _played(table: RandomTable, seconds: float) -> DiscordGame:
    answers = tuple(each.milliseconds for each in table.used)
    moves = check_moves_shown(table.world, table)
    return DiscordGame(table.word, len(table.people), moves, len(table.used), seconds, table.over(), answers)


def report(played: list[DiscordGame]) -> str:
    """Return a line for each game, and one for all."""
    lines = [
        f"{p.word}: {p.people} people, {p.moves} moves, {p.presses} presses, {'over' if p.over else 'going on'}, "
        f"{p.seconds:.0f} s, longest answer {max(p.answers):.0f} ms"
        for p in played
    ]
    answers = [each for p in played for each in p.answers]
    hundredths = statistics.quantiles(answers, n=100)
    total = f"{len(played)} games, {len(answers)} presses, none failed; median {hundredths[49]:.0f} ms, "
    return "\n".join([*lines, f"{total}p99 {hundredths[98]:.0f} ms"])


def _main(words: list[str], count: int) -> None:
    for word in words:
        with tempfile.TemporaryDirectory() as place:
            sys.stdout.write(report(asyncio.run(play([word] * count, Path(place)))) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    wanted = [word for word in arguments if not word.isdecimal()] or ["hats", "animal", "invisible"]
    _main(wanted, next((int(each) for each in arguments if each.isdecimal()), 10))
