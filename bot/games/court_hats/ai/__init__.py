"""The computer players of Court Hats."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from bot.engine.computer import ComputerPlayer, Level
from bot.engine.computer_random import ComputerRandom
from bot.games.court_hats.ai import easy, hard, normal
from bot.games.court_hats.rules.moves import CourtAction, CourtEvent
from bot.games.court_hats.rules.view import CourtHatsView

_LEVELS = {"easy": easy.choose, "normal": normal.choose, "hard": hard.choose}


class CourtHatsComputer(ComputerPlayer):
    @override
    def choose(
        self,
        level: Level,
        view: CourtHatsView,
        seen: Sequence[CourtEvent],
        legal: Sequence[CourtAction],
        rng: ComputerRandom,
    ) -> CourtAction:
        return _LEVELS[level](view, seen, legal, rng)
