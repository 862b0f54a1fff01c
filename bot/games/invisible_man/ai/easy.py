"""An easy player: it plays as a child does, often what comes to mind, and does not keep track."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.games.invisible_man.ai import normal
from bot.games.invisible_man.ai.knowledge import Knowledge
from bot.games.invisible_man.rules.moves import EndCards, InvisibleAction, MovePawn, PlaceCard, ShiftCard
from bot.games.invisible_man.rules.town import TOWN

WHIM = 0.85
"""How often it does what comes to mind."""
SPOTTED = 0.4
"""How often it sees that it can go in, or catch somebody."""


def choose(known: Knowledge, legal: Sequence[InvisibleAction], rng: random.Random) -> InvisibleAction:
    """Enter a building or catch the pawn if that is noticed, else follow a whim, else play as a normal player."""
    goals = {*TOWN.buildings, known.view.pawn}
    inside = [action for action in legal if isinstance(action, MovePawn) and action.cell in goals]
    if inside and rng.random() < SPOTTED:
        return rng.choice(inside)
    if rng.random() >= WHIM:
        return normal.choose(known, legal)
    return _whim(known, legal, rng)


def _whim(known: Knowledge, legal: Sequence[InvisibleAction], rng: random.Random) -> InvisibleAction:
    """Lay any card, a policeman's where he holds the Signal, else do anything but move cards or end them."""
    laid = [action for action in legal if isinstance(action, PlaceCard)]
    own = [action for action in laid if action.place in known.hand.signals]
    if own or laid:
        return rng.choice(own or laid)
    others = [action for action in legal if not isinstance(action, ShiftCard | EndCards)]
    return rng.choice(others or list(legal))
