"""The town as numbers, made once from the map: who thinks ahead asks for ways all the time. RULINGS N17-N24.

Cells and buildings go by their index in `CELLS`, sets of buildings by a bit each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

from bot.games.invisible_man.rules.town import TOWN, Town
from bot.games.invisible_man.rules.ways import Ways, distances, exactly, longest, within

DICE = range(1, 7)
PLACES: tuple[str, ...] = tuple(TOWN.places)
CELLS: tuple[str, ...] = tuple(TOWN.at)
AT: dict[str, int] = {cell: index for index, cell in enumerate(CELLS)}
BIT: dict[str, int] = {building: 1 << n for n, building in enumerate((*PLACES, TOWN.laboratory))}

_CLOSED = frozenset({TOWN.station})
_FAR = 99

STEPS: tuple[tuple[int, ...], ...] = tuple(
    tuple(distances(TOWN, start).get(end, _FAR) for end in CELLS) for start in CELLS
)
"""Steps of the shortest way between two cells, by their indices. A policeman gets anywhere within his roll."""


def _indices(cells: Iterable[str]) -> tuple[int, ...]:
    return tuple(AT[cell] for cell in cells)


ENDS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    ((), *(_indices(longest(TOWN, start, die)) for die in DICE)) for start in CELLS
)
"""Where a policeman's full roll can end in the open, by start and die."""
FLIGHT: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    ((), *(_indices(longest(TOWN, start, die, _CLOSED)) for die in DICE)) for start in CELLS
)
"""The same for the Invisible Man, to whom the Station is closed (N24)."""


def bits(buildings: Iterable[str]) -> int:
    """Make a set of buildings."""
    whole = 0
    for building in buildings:
        whole |= BIT[building]
    return whole


Masks: TypeAlias = tuple[tuple[int, ...], ...]
"""By start and die, a set of buildings."""


class Entrances:
    """How the Invisible Man gets into buildings: `masks` by start and die."""

    def __init__(self, masks: Masks) -> None:
        self.masks = masks
        self._leads = [self._lead(1 << n) for n in range(len(BIT))]
        self._kept: dict[int, tuple[bytes, bytes]] = {}

    def _lead(self, building: int) -> int:
        """Give a byte for each cell, in it a bit for each die that leads into a building."""
        faces = (sum(1 << die for die in DICE if row[die] & building) for row in self.masks)
        return int.from_bytes(bytes(faces), "little")

    def into(self, refuges: int) -> tuple[bytes, bytes]:
        """Give by cell the faces that lead into one of these buildings, a bit each, and how many faces these are."""
        kept = self._kept.get(refuges)
        if kept is None:
            whole = 0
            for n, lead in enumerate(self._leads):
                if refuges >> n & 1:
                    whole |= lead
            faces = whole.to_bytes(len(CELLS), "little")
            if len(self._kept) > _KEPT:
                self._kept.clear()
            kept = self._kept[refuges] = faces, faces.translate(_COUNTED)
        return kept


_KEPT = 4096
_COUNTED = bytes(face.bit_count() for face in range(256))


def _masks(ways: Callable[[Town, str, int, frozenset[str]], Ways]) -> Masks:
    return tuple((0, *(bits(BIT.keys() & ways(TOWN, start, die, _CLOSED).keys()) for die in DICE)) for start in CELLS)


EXACT, SHORT = Entrances(_masks(exactly)), Entrances(_masks(within))
"""By exact roll, or where he may stop short (N38, option `stop_short`)."""

_SWEEPS = 8


@lru_cache(maxsize=64)
def turns_to(place: str) -> tuple[float, ...]:
    """Give how many turns a policeman needs on average, from every cell, until he can enter a place, going well.

    One turn if his roll is enough, else one more than from the best end of the roll (value iteration, near enough).
    """
    goal = AT[place]
    turns = [1 + steps[goal] / 3.5 for steps in STEPS]
    for _ in range(_SWEEPS):
        turns = [_expected(start, goal, turns) for start in range(len(CELLS))]
    return tuple(turns)


def _expected(start: int, goal: int, turns: list[float]) -> float:
    near = STEPS[start][goal]
    ends = ENDS[start]
    missed = [1 + min((turns[end] for end in ends[die]), default=_FAR) for die in DICE if die < near]
    return (6 - len(missed) + sum(missed)) / 6
