"""The part `several`: three processes on one PostgreSQL, one of them killed every 20 s, and the database restarted.

Once they are all replaced, one after the other, while a hundred tables play, some of them in Discord.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.helpers.postgres import Postgres, postgres
from tests.outside.rolling import deploy
from tests.outside.several import EVERY, play
from tests.outside.troubled import games_of_each_kind
from tests.soak.summary import Run

TROUBLES = ("kill", "kill", "stop_database", "kill", "crash_database", "kill", "kill", "kill")
"""In an evening, in any order."""
TABLES, CHANNELS = 80, 20
"""Of Telegram and of Discord, in the rolling deploy."""
PLATFORMS = ("telegram", "discord")


async def several(run: Run) -> None:
    """Play one evening after the other, by polling and by webhook in turn, with all games on both platforms."""
    seed = run.seed
    words = [(platform, word) for platform in PLATFORMS for word in games_of_each_kind()]
    with postgres() as server:
        while True:
            await play(run, seed, server, words, _troubles(run, seed), every=EVERY, webhook=bool(seed % 2))
            if run.over:
                return
            if seed == run.seed:
                await _deploy(run, server)
            seed += 1


async def _deploy(run: Run, server: Postgres) -> None:
    try:
        with tempfile.TemporaryDirectory() as folder:
            moves = await deploy(server, Path(folder), webhook=True, tables=TABLES, channels=CHANNELS)
    except AssertionError as error:
        run.loss(f"a rolling deploy with {TABLES + CHANNELS} tables: {error}")
    else:
        run.did("presses", moves.total())


def _troubles(run: Run, seed: int) -> Iterator[str]:
    """Yield the troubles of an evening in some order, two at least, and no more when the time is up."""
    for number, name in enumerate(random.Random(seed).sample(TROUBLES, len(TROUBLES))):
        if number >= 2 and run.over:
            return
        yield name
