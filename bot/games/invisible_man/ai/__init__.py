"""Computer players of The Invisible Man, on both sides: they are given a view and what their seat has seen.

easy plays by whim and forgets; normal by rules of thumb; hard samples what is hidden and thinks ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from bot.engine.computer import ComputerPlayer, Level
from bot.engine.computer_random import ComputerRandom
from bot.games.invisible_man.ai import easy, hard, normal
from bot.games.invisible_man.ai.knowledge import Knowledge, remembered, stops_short
from bot.games.invisible_man.rules.moves import InvisibleAction

if TYPE_CHECKING:
    from bot.games.invisible_man.rules.view import InvisibleManView


class InvisibleManComputer(ComputerPlayer):
    """Plays both sides. `effort` scales how much the hard level tries out; 1 is as at a table."""

    def __init__(self, effort: float = 1.0) -> None:
        self._effort = effort

    @override
    def choose(
        self,
        level: Level,
        view: InvisibleManView,
        seen: Sequence[Any],
        legal: Sequence[InvisibleAction],
        rng: ComputerRandom,
    ) -> InvisibleAction:
        if len(legal) == 1:
            return legal[0]
        assert view.to_act is not None, "somebody is to choose"
        known = Knowledge(view, remembered(level, view.to_act, seen, rng), stops_short(view, seen))
        dice = rng.of(f"move/{len(seen)}")
        if level == "easy":
            return easy.choose(known, legal, dice)
        if level == "normal":
            return normal.choose(known, legal)
        return hard.choose(known, seen, legal, dice, self._effort)
