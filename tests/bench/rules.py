"""How many games of chance the rules alone play."""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from collections.abc import Iterator, Sequence

from bot.engine.presentation import Game
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event
from bot.games.registry import GAMES
from tests.bench.figures import Ratio, Run, at_least

WANTED = {"court_hats": 60, "vanished_animal": 2000, "invisible_man": 30}
"""Games a second and core."""
SECONDS = 6.0
LONGEST = 50_000
"""Actions after which a game is taken for endless."""


def walk(game: Game, seed: int) -> Iterator[tuple[object, tuple[Event, ...]]]:
    """Play one game at random with the default options; yield each state and what happened on the way to it."""
    rules, chance = game.rules, random.Random(seed)
    rng = CommittedRandom(hashlib.sha256(f"{game.key}/{seed}".encode()).digest())
    seats = rules.seats[seed % len(rules.seats)]
    step = rules.begin({option.name: option.choices[0] for option in rules.options}, seats, 0, rng)
    for _ in range(LONGEST):
        yield step.state, step.events
        seat = rules.to_act(step.state)
        if seat is None:
            return
        step = rules.play(step.state, seat, chance.choice(rules.legal(step.state, seat)), rng)
    raise AssertionError(f"{game.key}, seed {seed}: no end after {LONGEST} actions")


async def games_a_second(run: Run) -> Sequence[Ratio]:
    """Count games of each kind in a second of one core."""
    return await asyncio.to_thread(_games_a_second, run)


def _games_a_second(run: Run) -> list[Ratio]:
    found = []
    for game in GAMES:
        began, played, actions = time.thread_time(), 0, 0
        while time.thread_time() - began < run.pick(SECONDS, 0.5):
            actions += sum(1 for _ in walk(game, played))
            played += 1
        took = time.thread_time() - began
        note = f"{actions / played:,.0f} actions each"
        found.append(Ratio(played / took, unit="a second", part=game.key, note=note, bound=at_least(WANTED[game.key])))
    return found
