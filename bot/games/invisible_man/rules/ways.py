"""Ways through the town: where a pawn can get with a roll. RULINGS N17-N24."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from bot.games.invisible_man.rules.town import Town

Way: TypeAlias = tuple[str, ...]
"""Every cell of a walk, the start first."""
Ways: TypeAlias = Mapping[str, Way]
"""One way to each cell where a walk can end."""


@lru_cache(maxsize=4096)
def exactly(town: Town, start: str, steps: int, closed: frozenset[str] = frozenset()) -> Ways:
    """Find where a walk of exactly so many steps can end: no cell twice, the start included (N17).

    Buildings end a walk (N18); `closed` cells are neither passed nor reached. Of several ways the first by the order of
    neighbours is given, so that the same walk is always shown the same.
    """
    found: dict[str, Way] = {}
    _walk(town, (start,), steps, closed, found)
    return MappingProxyType(found)


def _walk(town: Town, way: Way, steps: int, closed: frozenset[str], found: dict[str, Way]) -> None:
    if steps == 0:
        found.setdefault(way[-1], way)
        return
    if len(way) > 1 and way[-1] in town.buildings:
        return
    for near in town.next[way[-1]]:
        if near not in way and near not in closed:
            _walk(town, (*way, near), steps - 1, closed, found)


@lru_cache(maxsize=4096)
def within(town: Town, start: str, steps: int, closed: frozenset[str] = frozenset()) -> Ways:
    """Find where a walk of at most so many steps can end, with a shortest way to each, nearest first."""
    found: dict[str, Way] = {}
    for taken in range(1, steps + 1):
        for end, way in exactly(town, start, taken, closed).items():
            found.setdefault(end, way)
    return MappingProxyType(found)


def longest(town: Town, start: str, steps: int, closed: frozenset[str] = frozenset()) -> Ways:
    """Find where the full roll can end in the open; on a map with no way so long, the longest there is (N17)."""
    for taken in range(steps, 0, -1):
        ways = exactly(town, start, taken, closed)
        open_air = {end: way for end, way in ways.items() if end not in town.buildings}
        if open_air:
            return open_air
    return {}


@lru_cache(maxsize=1024)
def distances(town: Town, start: str) -> Mapping[str, int]:
    """Count the steps of the shortest way from a cell to every other, buildings being no thoroughfare."""
    steps, edge = {start: 0}, [start]
    while edge:
        through = [cell for cell in edge if cell == start or cell not in town.buildings]
        edge = sorted({near for cell in through for near in town.next[cell]} - steps.keys())
        steps |= dict.fromkeys(edge, max(steps.values()) + 1)
    return MappingProxyType(steps)
