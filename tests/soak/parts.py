"""The parts of the soak."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tests.faults.evening import faults
from tests.games import fuzz
from tests.soak.alike import alike
from tests.soak.crash import crash
from tests.soak.data import data
from tests.soak.limits import limits
from tests.soak.malice import malice
from tests.soak.secrets import secrets
from tests.soak.several import several
from tests.soak.summary import Run


@dataclass(frozen=True)
class Part:
    """One kind of proof, its share of the time, and what runs it: rounds, until `Run.over`."""

    name: str
    proves: str
    run: Callable[[Run], Awaitable[None]]
    share: float = 1.0


async def rules(run: Run) -> None:
    """Play games of chance by the rules alone."""
    seed = run.seed
    while True:
        for game in fuzz.MACHINES:
            run.did("presses", fuzz.play_one(game, seed))
            run.did("games")
        seed += 1
        if run.over:
            return


PARTS = (
    Part("rules", "every game ends, and every invariant of its rules holds after each action", rules, 1.0),
    Part("crash", "killed around any call or commit, a game goes on as if nothing was", crash, 4.0),
    Part(
        "malice", "hostile updates of both platforms raise nothing, move nothing and leave nothing behind", malice, 11.0
    ),
    Part("secrets", "what somebody may not know changes nothing of what they get", secrets, 4.0),
    Part("faults", "whatever fails, every press is answered, every move is shown once, and the games end", faults, 3.0),
    Part("several", "nobody who plays can tell how many processes serve them, and which of them die", several, 4.0),
    Part("alike", "whoever watches cannot tell by what they see whether one process serves them or three", alike, 2.0),
    Part("limits", "several processes together call a platform no oftener than it allows", limits, 1.0),
    Part("data", "no cut of power, no kill and no restored backup loses what was told", data, 2.0),
)
