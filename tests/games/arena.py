"""Computers against each other and against random play: `python -m tests.games.arena [GAME] [--games N]`.

Every pairing of the levels is played: with two seats and with four of all levels where seats are alike, else one side
against the other. A seat is given its view and its own events and nothing else. Each deal is played once with every
turn of the seats, and all is drawn from fixed seeds, so that a run can be repeated. `--write docs/computers.md` puts
the table between the marks `<!-- arena -->` and `<!-- /arena -->`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from bot.engine.computer import LEVELS, Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.randomness import CommittedRandom
from bot.games import registry
from tests.games.arena_report import Record, report
from tests.helpers.marks import put_between

GAMES = {game.key: game for game in registry.GAMES}
RANDOM = "random"
ALL_LEVELS = (RANDOM, *LEVELS)
LONGEST = 5_000
"""Actions after which a game counts as not finished, and as won by nobody."""
STRETCH = 20
"""Games that one process plays before it reports."""
MARKS = ("<!-- arena -->", "<!-- /arena -->")


ROLES = {"invisible_man": ("the Invisible Man", "a police")}
"""What the first seat and the others are called, in games where seats are not alike."""


@dataclass(frozen=True)
class Pairing:
    """Who plays whom: the level of each part. Where seats are alike the parts go round the table from game to game."""

    game: str
    levels: tuple[str, ...]
    turning: bool

    @property
    def seats(self) -> int:
        return len(self.levels)


@dataclass
class Stretch:
    """What some games of one pairing came to: by part each game's shares, and by level what its moves took."""

    shares: list[tuple[float, ...]] = field(default_factory=list)
    unfinished: int = 0
    moves: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    longest: dict[str, float] = field(default_factory=dict)

    def took(self, level: str, seconds: float) -> None:
        self.moves[level] = self.moves.get(level, 0) + 1
        self.seconds[level] = self.seconds.get(level, 0.0) + seconds
        self.longest[level] = max(self.longest.get(level, 0.0), seconds)


def pairings(game: str, levels: Sequence[str] = ALL_LEVELS) -> Iterator[Pairing]:
    """List every pairing of a game."""
    if game in ROLES:
        for policemen in (1, 2, 3):
            for one in levels:
                yield from (Pairing(game, (one, *[other] * policemen), turning=False) for other in levels)
        return
    for place, better in enumerate(levels):
        yield from (Pairing(game, (better, worse), turning=True) for worse in levels[:place])
    if len(levels) == 4:
        yield Pairing(game, tuple(levels), turning=True)


def by_kind(legal: Sequence[Any], rng: random.Random) -> Any:
    """Choose at random, first what sort of action, so that a sort with many of them is not chosen for that."""
    sorts = sorted({type(action).__name__ for action in legal})
    sort = rng.choice(sorts)
    return rng.choice([action for action in legal if type(action).__name__ == sort])


def play(pairing: Pairing, number: int, stretch: Stretch) -> None:
    """Play the game of this number, and add to the stretch what it came to."""
    rules, computer = GAMES[pairing.game].rules, GAMES[pairing.game].computer
    deal, turn = divmod(number, pairing.seats) if pairing.turning else (number, 0)
    parts = [(seat + turn) % pairing.seats for seat in range(pairing.seats)]
    rng = CommittedRandom(hashlib.sha256(f"{pairing.game}/{deal}".encode()).digest())
    rngs = [ComputerRandom(f"{pairing}/{number}/{part}") for part in parts]
    step = rules.begin({}, pairing.seats, 0, rng)
    seen: list[list[Any]] = [[] for _ in parts]
    for _ in range(LONGEST):
        for viewer, events in enumerate(seen):
            events += (event for event in step.events if event.audience in (None, viewer))
        seat = rules.to_act(step.state)
        if seat is None:
            break
        level, legal = pairing.levels[parts[seat]], rules.legal(step.state, seat)
        view = rules.view(step.state, seat)
        began = time.thread_time()
        if level == RANDOM:
            action = by_kind(legal, rngs[seat].of(f"choice/{len(seen[seat])}"))
        else:
            action = computer.choose(cast("Level", level), view, seen[seat], legal, rngs[seat])
        stretch.took(level, time.thread_time() - began)
        step = rules.play(step.state, seat, action, rng)
    outcome = rules.outcome(step.state)
    stretch.unfinished += outcome is None
    winners = outcome.winners if outcome is not None else ()
    shares = {parts[seat]: 1 / len(winners) for seat in winners}
    stretch.shares.append(tuple(shares.get(part, 0.0) for part in range(pairing.seats)))


def _stretch(pairing: Pairing, numbers: range) -> Stretch:
    stretch = Stretch()
    for number in numbers:
        play(pairing, number, stretch)
    return stretch


def play_all(game: str, levels: Sequence[str], games: int, pool: ProcessPoolExecutor) -> list[Record]:
    """Play every pairing of a game."""
    wanted = list(pairings(game, levels))
    parts = [range(first, min(first + STRETCH, games)) for first in range(0, games, STRETCH)]
    jobs = [[pool.submit(_stretch, pairing, part) for part in parts] for pairing in wanted]
    records = []
    for pairing, jobs_of_one in zip(wanted, jobs, strict=True):
        record = Record(pairing.levels)
        for job in jobs_of_one:
            done = job.result()
            record.add(done.shares, done.unfinished, done.moves, done.seconds, done.longest)
        sys.stderr.write(f"{game}: {record.line()}\n")
        records.append(record)
    return records


def main(arguments: Sequence[str]) -> int:
    """Play, print, and write where asked; 2 for a game that is not there."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.arena", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=400, help="games of each pairing")
    parser.add_argument("--levels", default=",".join(ALL_LEVELS), help="levels that play, the weakest first")
    parser.add_argument("--write", type=Path, metavar="FILE.md", help="put the table between the marks in this file")
    asked = parser.parse_args(arguments)
    levels = [level for level in asked.levels.split(",") if level in ALL_LEVELS]
    chapters = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in [asked.game] if asked.game else GAMES:
            records = play_all(game, levels, asked.games, pool)
            chapters.append(report(game, ROLES.get(game), records, levels))
    text = "\n".join(chapters)
    sys.stdout.write(text)
    if asked.write is not None:
        put_between(asked.write, MARKS, text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
