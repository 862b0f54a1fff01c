"""The computer players of The Vanished Animal: they are given what their seat has seen, and remember it as they can."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.computer import Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Event
from bot.games.vanished_animal.ai import hard, normal
from bot.games.vanished_animal.rules.moves import Name, VanishedAction
from bot.games.vanished_animal.rules.view import VanishedAnimalView

__all__ = ["AnimalComputer"]

PATIENCE = 60
"""Turns of one round after which any computer names, so that no round of computers lasts for ever (D15)."""


class VanishedAnimalComputer:
    """A player of The Vanished Animal (`bot.engine.computer.Computer`)."""

    def choose(
        self,
        level: Level,
        view: VanishedAnimalView,
        seen: Sequence[Event],
        legal: Sequence[VanishedAction],
        luck: ComputerRandom,
        effort: float = 1.0,
    ) -> VanishedAction:
        """Choose one of the legal actions for the seat to act; even with `effort` 1 that takes a few milliseconds."""
        assert view.to_act is not None, "somebody is to act"
        del effort  # the race is solved to its end in less than the least a move may take
        names = tuple(action for action in legal if isinstance(action, Name))
        allowed = names if names and view.turns >= PATIENCE else tuple(legal)
        if level == "hard":
            return hard.choose(view, seen, allowed, luck)
        return normal.choose(level, view, seen, allowed, luck)
