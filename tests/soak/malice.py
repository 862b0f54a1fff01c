"""Hostile updates of both platforms, for as long as there is time: 100,000 want some nine minutes."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from tests.helpers.malice.siege import Siege, attack
from tests.soak.summary import Run

_BATCH = 1_000
"""Updates between two looks at the games: a look takes as long as a hundred updates."""


async def malice(run: Run) -> None:
    """Attack one process for as long as there is time, so that what grows by update is seen to grow."""

    done: Counter[str] = Counter()

    def enough(so_far: Siege) -> bool:
        now = Counter(updates=so_far.sent, games=so_far.games, presses=so_far.laws.moves)
        for what, times in (now - done).items():
            run.did(what, times)
        done.update(now - done)
        return run.over and so_far.sent > 0

    with tempfile.TemporaryDirectory() as folder:
        await attack(Path(folder), enough, run.seed, batch=_BATCH)
