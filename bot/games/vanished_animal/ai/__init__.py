"""The computer players of The Vanished Animal."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from bot.engine.computer import ComputerPlayer, Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Event
from bot.games.vanished_animal.ai import easy, hard, normal
from bot.games.vanished_animal.rules.moves import Name, VanishedAction
from bot.games.vanished_animal.rules.view import VanishedAnimalView

PATIENCE = 60
"""Turns of one round after which any computer names, so that no round of computers lasts for ever (D15)."""
_LEVELS = {"easy": easy.choose, "normal": normal.choose, "hard": hard.choose}


class VanishedAnimalComputer(ComputerPlayer):
    @override
    def choose(
        self,
        level: Level,
        view: VanishedAnimalView,
        seen: Sequence[Event],
        legal: Sequence[VanishedAction],
        rng: ComputerRandom,
    ) -> VanishedAction:
        names = tuple(action for action in legal if isinstance(action, Name))
        allowed = names if names and view.turns >= PATIENCE else tuple(legal)
        return _LEVELS[level](view, seen, allowed, rng)
