"""How the normal computer plays Court Hats: open what fits, swap to make it fit, else look for more."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Swap
from bot.games.court_hats.ai.memory import lately
from bot.games.court_hats.rules.moves import MAGIC, CourtAction, CourtEvent, OpenHat, Peek
from bot.games.court_hats.rules.view import CourtHatsView

PATIENCE = 40
"""After so many turns without an opened hat somebody gambles, lest nobody ever does (H26)."""


def choose(
    view: CourtHatsView, seen: Sequence[CourtEvent], legal: Sequence[CourtAction], rng: ComputerRandom
) -> CourtAction:
    return sensible(view, lately(seen), legal, rng.of(f"choice/{len(seen)}"))


def sensible(
    view: CourtHatsView, known: Mapping[int, str], legal: Sequence[CourtAction], dice: random.Random
) -> CourtAction:
    """Choose by what is remembered: a pair, a magic hat, a swap that makes a pair, a peek at what is not remembered."""
    if view.unopened >= PATIENCE:
        return rash(legal, dice)
    for wishes in (_pairs(view, known), _magic(known), _swaps(view, known), _peeks(view, known)):
        wanted = [action for action in wishes if action in legal]
        if wanted:
            return dice.choice(wanted)
    return dice.choice([action for action in legal if not isinstance(action, OpenHat)])


def rash(legal: Sequence[CourtAction], dice: random.Random) -> CourtAction:
    return dice.choice([action for action in legal if isinstance(action, OpenHat)])


def _pairs(view: CourtHatsView, known: Mapping[int, str]) -> Iterator[OpenHat]:
    return (OpenHat(slot) for slot, hat in known.items() if hat == view.row[slot])


def _magic(known: Mapping[int, str]) -> Iterator[OpenHat]:
    return (OpenHat(slot) for slot, hat in known.items() if hat == MAGIC)


def _swaps(view: CourtHatsView, known: Mapping[int, str]) -> Iterator[Swap]:
    return (Swap(slot, to) for slot, hat in known.items() for to, kind in enumerate(view.row) if hat == kind)


def _peeks(view: CourtHatsView, known: Mapping[int, str]) -> Iterator[Peek]:
    return (Peek(slot) for slot, kind in enumerate(view.row) if kind is not None and slot not in known)
