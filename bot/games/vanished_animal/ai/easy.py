"""How the easy computer plays The Vanished Animal: by what a child remembers, swaps at random, and names rashly."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Event, Swap
from bot.games.vanished_animal.ai.memory import candidates, name_or_look, remember
from bot.games.vanished_animal.rules.moves import VanishedAction
from bot.games.vanished_animal.rules.view import VanishedAnimalView

RASH = {1: 1.0, 2: 0.6, 3: 0.4, 4: 0.2, 5: 0.1, 6: 0.04}
"""How likely it names, by the number of animals that it thinks may be missing."""


def choose(
    view: VanishedAnimalView, seen: Sequence[Event], legal: Sequence[VanishedAction], rng: ComputerRandom
) -> VanishedAction:
    assert view.to_act is not None, "somebody is to act"
    memory = remember("easy", view.to_act, seen, rng)
    dice = rng.of(f"turn/{len(seen)}")
    if view.phase != "turn":
        return dice.choice([action for action in legal if isinstance(action, Swap)] or legal)
    return name_or_look(memory, legal, dice, RASH.get(len(candidates(memory)), 0))
