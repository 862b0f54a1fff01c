"""The part `secrets`: evenings of chance in two worlds, each with another script, other roles and another secret."""

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


async def secrets(run: Run) -> None:
    """Play one evening after the other, of each game on each platform in turn."""
    set_up_logs("ERROR", "json", ())
    remember_files()
    number = run.seed
    while True:
        rng = random.Random(number)
        game, platform = GAMES[number % len(GAMES)], PLATFORMS[number // len(GAMES) % len(PLATFORMS)]
        with tempfile.TemporaryDirectory() as folder:
            twins = await play_twice(
                game, platform, number, Path(folder),
                moves=rng.randint(3, 20), asides=rng.randint(1, 6),
                asked=questions(rng.randrange(1000), turned=rng.randrange(2)), levels=[rng.choice(LEVELS)],
                pictures=rng.choice(("own", "blank", "blank")),
            )  # fmt: skip
        run.did("games", 2)
        run.did("presses", 2 * sum(step.kind == "press" for step in twins.played.steps))
        for leak in twins.leaks:
            run.leak(f"evening {number}, {game.key} on {platform}: {leak}")
        number += 1
        if run.over:
            return
