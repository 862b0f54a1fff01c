"""How the normal computer plays The Vanished Animal: from what it remembers, gambling when others soon will be sure."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Event, Seat, Swap
from bot.games.vanished_animal.ai.memory import Memory, candidates, name_or_look, remember
from bot.games.vanished_animal.rules.moves import VanishedAction
from bot.games.vanished_animal.rules.view import VanishedAnimalView

PRESSING = {2: (6, 7), 3: (8, 9), 4: (11, 12)}
"""When it gambles, by the animals left: after so many looks of another, or so many of its own."""


def choose(
    view: VanishedAnimalView, seen: Sequence[Event], legal: Sequence[VanishedAction], rng: ComputerRandom
) -> VanishedAction:
    assert view.to_act is not None, "somebody is to act"
    memory = remember("normal", view.to_act, seen, rng)
    dice = rng.of(f"turn/{len(seen)}")
    if view.phase != "turn":
        return _swap(legal, memory, dice)
    return name_or_look(memory, legal, dice, float(_pressed(memory, view.to_act)))


def _pressed(memory: Memory, seat: Seat) -> bool:
    """Return whether it is time to name: when sure, or when others have looked so often that they soon will be."""
    left = len(candidates(memory))
    if left <= 1:
        return True
    theirs, own = PRESSING.get(left, (99, 99))
    others = max((looks for other, looks in memory.looks.items() if other != seat), default=0)
    return others >= theirs or memory.looks.get(seat, 0) >= own


def _swap(legal: Sequence[VanishedAction], memory: Memory, dice: random.Random) -> VanishedAction:
    """Swap at random, rather a hat into which somebody has just looked."""
    swaps = [action for action in legal if isinstance(action, Swap)]
    for place in reversed(memory.last):
        touching = [swap for swap in swaps if place in (swap.a, swap.b)]
        if touching:
            return dice.choice(touching)
    return dice.choice(swaps or legal)
