"""A chart as plain values, made by `bot.table` and drawn by `bot.pictures.chart`, which do not know each other."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.messaging import Picture


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a chart: a person in a standing, or one of a person's games.

    `number` is the rank, 0 for none; `emblem` shows the game. `computer_games` and `computer_wins` count games with
    computers, which are counted apart.
    """

    number: int = 0
    name: str = ""
    emblem: Picture | None = None
    games: int = 0
    wins: int = 0
    points: int | None = None
    rating: int | None = None
    computer_games: int = 0
    computer_wins: int = 0


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Lines under a head that shows whose they are: the emblem of a game, or the name of a person."""

    lines: tuple[Line, ...]
    emblem: Picture | None = None
    name: str = ""


ChartRenderer = Callable[[Chart], Picture]
"""Draws a chart; the caller adds the picture's alternative text."""
