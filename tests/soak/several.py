"""The part `several`: three processes on one PostgreSQL, one of them killed every 20 s, and the database restarted."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.helpers.postgres import postgres
from tests.outside.several import EVERY, play
from tests.outside.troubled import games_of_each_kind
from tests.soak.summary import Run

TROUBLES = ("kill", "kill", "stop_database", "kill", "crash_database", "kill", "kill", "kill")
"""In an evening, in any order."""
PLATFORMS = ("telegram", "discord")


async def several(run: Run) -> None:
    """Play one evening after the other, by polling and by webhook in turn, with all games on both platforms."""
    seed = run.seed
    words = [(platform, word) for platform in PLATFORMS for word in games_of_each_kind()]
    with postgres() as server:
        while True:
            await play(run, seed, server, words, _troubles(run, seed), every=EVERY, webhook=bool(seed % 2))
            seed += 1
            if run.over:
                return


def _troubles(run: Run, seed: int) -> Iterator[str]:
    """Yield the troubles of an evening in some order, two at least, and no more when the time is up."""
    for number, name in enumerate(random.Random(seed).sample(TROUBLES, len(TROUBLES))):
        if number >= 2 and run.over:
            return
        yield name
