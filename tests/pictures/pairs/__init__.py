"""What must be told apart by its colour, or stand out from its ground: each game declares its own.

`STAND_OUT` are a colour and its ground by name: their contrast must be at least 3:1. Where a thing has an edge, the
edge counts: an arrow in any colour stands out if its light line does or its dark one. `APART` are groups of colours by
name, of which every two must differ by more than 20 (CIEDE2000) for all eyes.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bot.games.registry import GAMES

StandOut = dict[str, tuple[str, str]]
Apart = dict[str, tuple[str, ...]]

DECLARING = ("kit", *(game.key for game in GAMES))


def stand_out() -> list[tuple[str, str, str]]:
    """List name, colour and ground of all that must stand out."""
    return [(f"{name}: {what}", *colours) for name in DECLARING for what, colours in _module(name).STAND_OUT.items()]


def apart() -> list[tuple[str, tuple[str, ...]]]:
    """List name and colours of all groups that must be told apart."""
    return [(f"{name}: {what}", colours) for name in DECLARING for what, colours in _module(name).APART.items()]


def _module(name: str) -> Any:
    return import_module(f"{__name__}.{name}")
