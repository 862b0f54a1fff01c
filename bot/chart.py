"""A chart as plain values: tables count, `bot.pictures.chart` draws, and neither knows the other."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.messaging import Picture


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a chart: a person in a standing, or one of a person's games.

    `number` is the place in the standing, 0 for none; `emblem` stands for the game. None `points` or `rating` are not
    there. `robot_games` and `robot_wins` are those with computers, which are counted apart.
    """

    number: int = 0
    name: str = ""
    emblem: Picture | None = None
    games: int = 0
    wins: int = 0
    points: int | None = None
    rating: int | None = None
    robot_games: int = 0
    robot_wins: int = 0


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Lines under a head, which shows whose they are: a game's by its emblem, a person's by the name."""

    lines: tuple[Line, ...]
    emblem: Picture | None = None
    name: str = ""


ChartRenderer = Callable[[Chart], Picture]
"""Draws a chart; the picture's text is for the caller to add."""
