"""What somebody chooses who wants a game to end: no more than they must do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Choice = TypeVar("Choice")


def least(choices: list[Choice], label: Callable[[Choice], str], board: str) -> list[Choice]:
    """Choose among a board's buttons: no more cards; a refuge for those who run, else a cell; a guess, not a look.

    Nobody enters a house, which brings a hunt to its end (N47).
    """
    fleeing = "run!" in board
    in_town = any(label(each).isdecimal() for each in choices)
    return (
        [each for each in choices if "Done" in label(each)]
        or [each for each in choices if in_town and label(each).isdecimal() is not fleeing]
        or [each for each in choices if "👁" not in label(each)]
        or choices
    )
