"""Easy and normal: they play from what they remember, and easy is rash at times."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Event, Seat, Swap
from bot.games.vanished_animal.ai.memory import Memory, remember
from bot.games.vanished_animal.rules.moves import ANIMALS, Look, Name, VanishedAction
from bot.games.vanished_animal.rules.view import VanishedAnimalView

RASH = {1: 1.0, 2: 0.6, 3: 0.4, 4: 0.2, 5: 0.1, 6: 0.04}
"""How likely easy names, by the animals that it thinks may be missing."""
PRESSING = {2: (6, 7), 3: (8, 9), 4: (11, 12)}
"""When normal gambles, by the animals left: after so many looks of another, or so many of its own."""


def choose(
    level: Literal["easy", "normal"],
    view: VanishedAnimalView,
    seen: Sequence[Event],
    legal: Sequence[VanishedAction],
    luck: ComputerRandom,
) -> VanishedAction:
    """Choose an action from memory; what is not remembered is as good as never seen."""
    assert view.to_act is not None, "somebody is to act"
    memory = remember(level, view.to_act, seen, luck)
    dice = luck.of(f"turn/{len(seen)}")
    if view.phase != "turn":
        return _swap(level, legal, memory, dice)
    left = [animal for animal in ANIMALS if animal not in memory.lies and animal not in memory.vain]
    names = [action for action in legal if isinstance(action, Name) and action.animal in (left or ANIMALS)]
    looks = [action for action in legal if isinstance(action, Look)]
    rash = RASH.get(len(left), 0) if level == "easy" else _pressed(memory, view.to_act, len(left))
    if not looks or dice.random() < rash:
        return dice.choice(names)
    unknown = [look for look in looks if look.hat not in memory.lies.values()]
    return dice.choice(unknown or looks)


def _pressed(memory: Memory, seat: Seat, left: int) -> float:
    """Tell whether it is time to name: when sure, or when others have looked so often that they soon will be."""
    if left <= 1:
        return 1.0
    theirs, own = PRESSING.get(left, (99, 99))
    others = max((looks for other, looks in memory.looks.items() if other != seat), default=0)
    return float(others >= theirs or memory.looks.get(seat, 0) >= own)


def _swap(
    level: Literal["easy", "normal"], legal: Sequence[VanishedAction], memory: Memory, dice: random.Random
) -> VanishedAction:
    """Swap at random; normal prefers a hat into which somebody has just looked."""
    swaps = [action for action in legal if isinstance(action, Swap)]
    if level == "normal":
        for place in reversed(memory.last):
            touching = [swap for swap in swaps if place in (swap.a, swap.b)]
            if touching:
                return dice.choice(touching)
    return dice.choice(swaps or legal)
