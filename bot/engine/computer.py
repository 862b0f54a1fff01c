"""The contract of a game's computer players. Each game's own live in its `ai` package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeAlias, get_args

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Action

Level: TypeAlias = Literal["easy", "normal", "hard"]

LEVELS: tuple[Level, ...] = get_args(Level)


class ComputerPlayer(Protocol):
    """A player that is given what its seat may know, and nothing else. Pure: the same arguments, the same action.

    It keeps nothing between calls: what it remembers, or has forgotten, follows from what it has seen.
    """

    def choose(self, level: Level, view: Any, seen: Sequence[Any], legal: Sequence[Any], rng: ComputerRandom) -> Action:
        """Return one of the legal actions for the seat to act, in at most 300 ms of one core.

        `view` is its seat's (the seat is `view.to_act`), `seen` every event of the game so far that this seat may
        know, in order; `rng` is this seat's own, the same in every call of one game.
        """
