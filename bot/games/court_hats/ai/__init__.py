"""The computer players of Court Hats: from what a seat has seen to its next move (`bot.engine.computer.Computer`)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.computer import Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Swap
from bot.games.court_hats.ai import hard, memory, normal
from bot.games.court_hats.rules.moves import CourtAction, CourtEvent
from bot.games.court_hats.rules.view import CourtHatsView

__all__ = ["CourtComputer"]

RASH = 0.12
"""How often the easy computer opens a hat it knows nothing of."""
IDLE = 0.1
"""How often the easy computer swaps two hats for no reason."""


class CourtHatsComputer:
    """Plays Court Hats at three levels (`bot.engine.computer.Computer`)."""

    def choose(
        self,
        level: Level,
        view: CourtHatsView,
        seen: Sequence[CourtEvent],
        legal: Sequence[CourtAction],
        luck: ComputerRandom,
        effort: float = 1.0,
    ) -> CourtAction:
        """Choose one of the legal actions. Each level is done in a few milliseconds, whatever `effort` would allow."""
        del effort
        rng = luck.of(f"choice/{len(seen)}")
        match level:
            case "easy":
                return _childish(view, seen, legal, luck)
            case "normal":
                return normal.sensible(view, memory.lately(seen), legal, rng)
            case "hard":
                return hard.best(view, seen, legal, luck)


def _childish(
    view: CourtHatsView, seen: Sequence[CourtEvent], legal: Sequence[CourtAction], luck: ComputerRandom
) -> CourtAction:
    """Play on a whim now and then, else sensibly by what a child remembers."""
    rng = luck.of(f"choice/{len(seen)}")
    whim = rng.random()
    if whim < RASH:
        return normal.rash(legal, rng)
    swaps = [action for action in legal if isinstance(action, Swap)]
    if swaps and whim < RASH + IDLE:
        return rng.choice(swaps)
    return normal.sensible(view, memory.childlike(seen, luck, len(view.seats)), legal, rng)
