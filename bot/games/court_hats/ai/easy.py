"""How the easy computer plays Court Hats: on a whim now and then, else sensibly by what a child remembers."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Swap
from bot.games.court_hats.ai import normal
from bot.games.court_hats.ai.memory import childlike
from bot.games.court_hats.rules.moves import CourtAction, CourtEvent
from bot.games.court_hats.rules.view import CourtHatsView

RASH = 0.12
"""How often it opens a hat it knows nothing of."""
IDLE = 0.1
"""How often it swaps two hats for no reason."""


def choose(
    view: CourtHatsView, seen: Sequence[CourtEvent], legal: Sequence[CourtAction], rng: ComputerRandom
) -> CourtAction:
    dice = rng.of(f"choice/{len(seen)}")
    whim = dice.random()
    if whim < RASH:
        return normal.rash(legal, dice)
    swaps = [action for action in legal if isinstance(action, Swap)]
    if swaps and whim < RASH + IDLE:
        return dice.choice(swaps)
    return normal.sensible(view, childlike(seen, rng, len(view.seats)), legal, dice)
