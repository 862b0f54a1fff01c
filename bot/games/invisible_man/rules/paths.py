"""Paths through the town: where a pawn can get with a roll (N17-N24)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from bot.games.invisible_man.rules.town import Town

Path: TypeAlias = tuple[str, ...]
"""Every cell of a walk, the start first."""
Paths: TypeAlias = Mapping[str, Path]
"""One path to each cell where a walk can end."""


@lru_cache(maxsize=4096)
def exactly(town: Town, start: str, steps: int, closed: frozenset[str] = frozenset()) -> Paths:
    """Find where a walk of exactly so many steps can end: no cell twice, the start included (N17).

    Buildings end a walk (N18); `closed` cells are neither passed nor reached. Of several paths the first by the order
    of neighbours is returned, so that the same walk is always shown the same.
    """
    found: dict[str, Path] = {}
    _walk(town, (start,), steps, closed, found)
    return MappingProxyType(found)


def _walk(town: Town, path: Path, steps: int, closed: frozenset[str], found: dict[str, Path]) -> None:
    if steps == 0:
        found.setdefault(path[-1], path)
        return
    if len(path) > 1 and path[-1] in town.buildings:
        return
    for near in town.next[path[-1]]:
        if near not in path and near not in closed:
            _walk(town, (*path, near), steps - 1, closed, found)


@lru_cache(maxsize=4096)
def within(town: Town, start: str, steps: int, closed: frozenset[str] = frozenset()) -> Paths:
    """Find where a walk of at most so many steps can end, with a shortest path to each, nearest first."""
    found: dict[str, Path] = {}
    for taken in range(1, steps + 1):
        for end, path in exactly(town, start, taken, closed).items():
            found.setdefault(end, path)
    return MappingProxyType(found)


def longest(town: Town, start: str, steps: int, closed: frozenset[str] = frozenset()) -> Paths:
    """Find where the full roll can end in the open; on a map with no path so long, the longest there is (N17)."""
    for taken in range(steps, 0, -1):
        paths = exactly(town, start, taken, closed)
        if in_the_open := {end: path for end, path in paths.items() if end not in town.buildings}:
            return in_the_open
    return {}


@lru_cache(maxsize=1024)
def distances(town: Town, start: str) -> Mapping[str, int]:
    """Count the steps of the shortest path from a cell to every other, buildings being no thoroughfare."""
    steps, edge = {start: 0}, [start]
    while edge:
        through = [cell for cell in edge if cell == start or cell not in town.buildings]
        edge = sorted({near for cell in through for near in town.next[cell]} - steps.keys())
        steps |= dict.fromkeys(edge, max(steps.values()) + 1)
    return MappingProxyType(steps)
