"""The part `secrets`: evenings of chance in two worlds, each with another script, other roles and another secret.

In one of four evenings the worlds are alike: there everything must be the same to the end. What differs is an error of
the harness, and would be taken for a leak, or hide one.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from bot.engine.computer import LEVELS
from bot.games.registry import GAMES
from bot.logs import set_up_logs
from tests.helpers.memory import remember_files
from tests.noninterference.twins import PLATFORMS, play_twice, questions
from tests.soak.summary import Run

ALIKE = 0.25
"""The part of the evenings whose worlds are alike."""


async def secrets(run: Run) -> None:
    """Play one evening after the other, of each game on each platform in turn."""
    set_up_logs("ERROR", "json", ())
    remember_files()
    number = run.seed
    while True:
        rng = random.Random(number)
        alike = rng.random() < ALIKE
        game, platform = GAMES[number % len(GAMES)], PLATFORMS[number // len(GAMES) % len(PLATFORMS)]
        with tempfile.TemporaryDirectory() as folder:
            twins = await play_twice(
                game, platform, number, Path(folder),
                moves=rng.randint(3, 20), asides=rng.randint(1, 6),
                asked=questions(rng.randrange(1000), turned=rng.randrange(2)), levels=[rng.choice(LEVELS)],
                pictures=rng.choice(("own", "blank", "blank")), alike=alike,
            )  # fmt: skip
        run.did("games", 2)
        run.did("presses", 2 * sum(step.kind == "press" for step in twins.played.steps))
        for leak in twins.leaks:
            where = f"evening {number}, {game.key} on {platform}"
            if alike:
                run.summary.errors.append(f"{where}, twice alike: {leak}")
            else:
                run.leak(f"{where}: {leak}")
        number += 1
        if run.over:
            return
