"""The part `alike`: whoever watches an evening cannot tell whether one process serves it or three."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from tests.helpers.alike import differences, seen_by_one_and_several, wander
from tests.helpers.evening import play_evening
from tests.helpers.postgres import Postgres, postgres
from tests.soak.summary import Run

WORDS = ("hats", "animal", "invisible", "")
"""The games, and an evening of whatever there is to say and to press."""
STEPS = 150


async def alike(run: Run) -> None:
    """Spend evenings twice, each with another seed."""
    lines = 0
    with postgres() as server:
        seed = run.seed
        while True:
            lines += await one_evening(run, server, WORDS[seed % len(WORDS)], seed)
            seed += 1
            if run.over:
                break
    run.note(f"{lines:,} views compared")


async def one_evening(run: Run, server: Postgres, word: str, seed: int) -> int:
    """Spend one evening twice; return how many views were compared."""
    evening = partial(play_evening, word=word, seed=seed) if word else partial(wander, steps=STEPS, seed=seed)
    name = server.fresh()
    with tempfile.TemporaryDirectory() as folder:
        one, several = await seen_by_one_and_several(server.url(name), Path(folder), evening, seed=seed)
    server.drop(name)
    run.did("games", 2 if word else 0)
    if told := differences(one, several):
        run.loss(f"seed {seed}: " + " | ".join(told))
    return len(one.lines)
