"""The part `crash`: the crash matrix, as much of it as there is time for."""

from __future__ import annotations

import random

from tests.crash import matrix
from tests.soak.summary import Run

AGAIN = 0.2
"""How often the process is killed once more while it comes back."""


async def crash(run: Run) -> None:
    """Kill the bot around its calls and commits, in random order, but in every cell once before any a second time."""

    def done(made: matrix.Transcript) -> None:
        run.did("presses", made.presses)
        run.did("kills", made.kills)

    every = await matrix.run(run.loss, done, rng=random.Random(run.seed), over=lambda: run.over, again=AGAIN)
    run.note(matrix.told(every))
