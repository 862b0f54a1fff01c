"""The part `limits`: processes that share a PostgreSQL call as often as they may, and never once more."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

from storage.postgres import Connection
from tests.helpers.counts import opened
from tests.helpers.postgres import postgres
from tests.platforms.callers import callers, trouble
from tests.soak.summary import Run
from tests.telegram.virtual import run as in_virtual_time

PLATFORMS = ("telegram", "discord")
SECONDS = 300.0
"""How long a round lasts, by the clock of the test."""


async def limits(run: Run) -> None:
    """Have some processes call a platform, each round with other latencies, killed and cut off now and then."""
    calls = await asyncio.to_thread(_rounds, run)
    run.note(", ".join(f"{number:,} calls of {platform}" for platform, number in calls.items()))


def _rounds(run: Run) -> Counter[str]:
    calls: Counter[str] = Counter()
    with postgres() as server:
        connection = opened(server.url(server.fresh()))
        seed = run.seed
        while True:
            for platform in PLATFORMS:
                calls[platform] += limits_of(run, connection, platform, seed)
            seed += 1
            if run.over:
                break
        connection.close()
    return calls


def limits_of(run: Run, connection: Connection, platform: str, seed: int, seconds: float = SECONDS) -> int:
    """Play one round; return how many calls were made."""
    chance = random.Random(seed)
    slowest, lag = chance.choice((0.2, 1.5, 9.0)), chance.choice((0.005, 0.2))
    processes = chance.randint(2, 4)

    async def scene() -> int:
        async with callers(
            platform,
            connection,
            processes=processes,
            lasts=lambda each: each.uniform(0.02, slowest),
            lag=lag,
            seed=seed,
        ) as made:
            run.did("faults", await trouble(made, seconds))
            for at, where in made.server.refused:
                run.loss(f"seed {seed}: a call of {platform} was one too many for {where} after {at:.2f} s")
            return made.server.calls

    return in_virtual_time(scene())
