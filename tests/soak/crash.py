"""The part `crash`: the crash matrix, as much of it as there is time for."""

from __future__ import annotations

import random
import sys

from tests.crash import matrix
from tests.soak.summary import Run

AGAIN = 0.2
"""How often the process is killed once more while it comes back."""


async def crash(run: Run) -> None:
    """Kill the bot around its calls and commits, at random cells of all games and platforms, none of them twice."""

    def done(made: matrix.Transcript) -> None:
        run.did("presses", made.presses)
        run.did("kills", made.kills)

    every = await matrix.run(run.loss, done, rng=random.Random(run.seed), over=lambda: run.over, again=AGAIN)
    sys.stdout.write(f"crash: {matrix.told(every)}\n")
    sys.stdout.flush()
