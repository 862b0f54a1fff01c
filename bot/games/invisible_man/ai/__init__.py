"""Computer players of The Invisible Man, on both sides: they are given a view and what their seat has seen.

easy plays by whim and forgets; normal by rules of thumb; hard samples what is hidden and thinks ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.engine.computer import Level
from bot.engine.computer_random import ComputerRandom
from bot.games.invisible_man.ai import chasing, easy, normal
from bot.games.invisible_man.ai.hiding import Hideout, draw
from bot.games.invisible_man.ai.known import Known, remembered, stops_short
from bot.games.invisible_man.ai.police import Search
from bot.games.invisible_man.rules.moves import InvisibleAction

if TYPE_CHECKING:
    from bot.games.invisible_man.rules.view import InvisibleManView

__all__ = ["InvisibleComputer"]


class InvisibleManComputer:
    """A player of either side (`bot.engine.computer.Computer`)."""

    def choose(
        self,
        level: Level,
        view: InvisibleManView,
        seen: Sequence[Any],
        legal: Sequence[InvisibleAction],
        luck: ComputerRandom,
        effort: float = 1.0,
    ) -> InvisibleAction:
        """Choose one of the legal actions for the seat to act."""
        if len(legal) == 1:
            return legal[0]
        assert view.to_act is not None, "somebody is to choose"
        known = Known(view, remembered(level, view.to_act, seen, luck), stops_short(view, seen))
        rng = luck.of(f"move/{len(seen)}")
        if level == "easy":
            return easy.choose(known, legal, rng)
        if level == "normal":
            return normal.choose(known, legal, rng)
        hidden, chase = known.me == view.invisible, view.seats[view.invisible].cell is not None
        match view.phase:
            case "draw":
                return draw(known)
            case "cards" if hidden:
                return Hideout(known, seen, rng, effort).cards(legal)
            case "cards":
                return Search(known).cards(legal)
            case "appear":
                return chasing.appear(known, legal, rng, effort)
            case "cloak":
                return chasing.shed(legal)
            case "move" if chase:
                return (chasing.flee if hidden else chasing.pursue)(known, legal, rng, effort)
            case _:
                return Search(known).walk(legal)
