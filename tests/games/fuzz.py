"""Random play of every game: `python -m tests.games.fuzz [GAMES] [FIRST_SEED]`, 10,000 of each if nothing is said.

Options, seats, starter and every action are drawn at random. After each action all invariants of the game's state
machine hold, nobody but the seat to act may act, and every view is plain data. A failure names the seed that repeats
it.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any

import msgspec
from hypothesis.stateful import RuleBasedStateMachine

from bot.engine.rules import Rules
from bot.games.registry import GAMES


def machine_of(game: str) -> type[Any]:
    """Return the state machine that a game's `test_machine` defines."""
    found = vars(import_module(f"tests.games.{game}.test_machine")).values()
    [machine] = [each for each in found if isinstance(each, type) and RuleBasedStateMachine in each.__bases__]
    return machine


MACHINES: dict[str, tuple[Rules[Any], type[Any]]] = {game.key: (game.rules, machine_of(game.key)) for game in GAMES}
LONGEST = 50_000
"""Actions after which a game is taken for endless: far beyond any that chance makes."""


def play_one(name: str, seed: int) -> int:
    """Play one game to its end; return the number of actions. Raises AssertionError naming the seed."""
    rules, machine_type = MACHINES[name]
    rng = random.Random(seed)
    seats = rng.choice(rules.seats)
    options = {option.name: rng.choice(option.choices) for option in rules.options}
    machine = machine_type()
    machine.sit_down(options, seats, rng.randrange(seats), rng.randbytes(32))
    try:
        for action in range(LONGEST):
            if rules.outcome(machine.state) is not None:
                return action
            _act(rules, machine, seats, rng)
    except AssertionError as error:
        raise AssertionError(f"{name}, seed {seed}, {options}, {seats} seats: {error}") from error
    raise AssertionError(f"{name}, seed {seed}, {options}, {seats} seats: no end after {LONGEST} actions")


def _act(rules: Rules[Any], machine: Any, seats: int, rng: random.Random) -> None:
    acting = rules.to_act(machine.state)
    assert acting is not None
    legal = rules.legal(machine.state, acting)
    assert legal, "whoever is to act can act"
    assert not any(rules.legal(machine.state, seat) for seat in range(seats) if seat != acting)
    machine.play(rng.choice(legal))
    for held in machine.invariants:
        held.function(machine)
    for viewer in (None, *range(seats)):
        msgspec.json.encode(rules.view(machine.state, viewer))


def _stretch(name: str, seeds: range) -> list[int]:
    return [play_one(name, seed) for seed in seeds]


def _run(games: int, first: int) -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in MACHINES:
            began = time.monotonic()
            stretches = [range(seed, min(seed + 50, first + games)) for seed in range(first, first + games, 50)]
            lengths = [length for part in pool.map(_stretch, [name] * len(stretches), stretches) for length in part]
            took = time.monotonic() - began
            sys.stdout.write(
                f"{name}: {len(lengths)} games ended after {min(lengths)} to {max(lengths)} actions, "
                f"median {statistics.median(lengths):.0f}; {took:.0f} s\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    wanted = [int(argument) for argument in sys.argv[1:]]
    _run((wanted or [10_000])[0], (wanted[1:] or [0])[0])
