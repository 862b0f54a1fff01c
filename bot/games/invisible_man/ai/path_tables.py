"""The town as numbers, made once from the map, for players who think ahead and ask for paths all the time (N17-N24).

Cells and buildings go by their index in `CELLS`, sets of buildings by a bit each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

from bot.games.invisible_man.rules.paths import Paths, distances, exactly, longest, within
from bot.games.invisible_man.rules.town import TOWN, Town

DICE = range(1, 7)
PLACES: tuple[str, ...] = tuple(TOWN.places)
CELLS: tuple[str, ...] = tuple(TOWN.at)
INDEX: dict[str, int] = {cell: index for index, cell in enumerate(CELLS)}
BIT: dict[str, int] = {building: 1 << n for n, building in enumerate((*PLACES, TOWN.laboratory))}

Ends: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""Cells by start and die."""
Masks: TypeAlias = tuple[tuple[int, ...], ...]
"""A set of buildings by start and die."""

_CLOSED = frozenset({TOWN.station})
_FAR = 99
_SWEEPS = 8
_BITS_SET = bytes(byte.bit_count() for byte in range(256))

STEPS: tuple[tuple[int, ...], ...] = tuple(
    tuple(distances(TOWN, start).get(end, _FAR) for end in CELLS) for start in CELLS
)
"""Steps of the shortest path between two cells, by their indices. A policeman gets anywhere within his roll."""


def _ends(closed: frozenset[str]) -> Ends:
    return tuple(
        ((), *(tuple(INDEX[cell] for cell in longest(TOWN, start, die, closed)) for die in DICE)) for start in CELLS
    )


POLICE_ENDS = _ends(frozenset())
"""Where a policeman's full roll can end in the open."""
FLIGHT_ENDS = _ends(_CLOSED)
"""The same for the Invisible Man, to whom the Station is closed (N24)."""


def bits(buildings: Iterable[str]) -> int:
    whole = 0
    for building in buildings:
        whole |= BIT[building]
    return whole


class Entrances:
    """How the Invisible Man gets into buildings."""

    def __init__(self, masks: Masks) -> None:
        self.masks = masks
        self._leads = [self._lead(1 << n) for n in range(len(BIT))]
        self.into = lru_cache(maxsize=4096)(self._into)

    def _lead(self, building: int) -> int:
        """Return a byte for each cell, in it a bit for each die that leads into a building."""
        faces = (sum(1 << die for die in DICE if row[die] & building) for row in self.masks)
        return int.from_bytes(bytes(faces), "little")

    def _into(self, refuges: int) -> tuple[bytes, bytes]:
        """Return by cell the faces that lead into one of these buildings, a bit each, and how many faces these are."""
        whole = 0
        for n, lead in enumerate(self._leads):
            if refuges >> n & 1:
                whole |= lead
        faces = whole.to_bytes(len(CELLS), "little")
        return faces, faces.translate(_BITS_SET)


def _entrances(paths: Callable[[Town, str, int, frozenset[str]], Paths]) -> Entrances:
    return Entrances(
        tuple((0, *(bits(BIT.keys() & paths(TOWN, start, die, _CLOSED).keys()) for die in DICE)) for start in CELLS)
    )


EXACT, SHORT = _entrances(exactly), _entrances(within)
"""By exact roll, or where he may stop short (N38, option `stop_short`)."""


@lru_cache(maxsize=64)
def turns_to(place: str) -> tuple[float, ...]:
    """Return how many turns a policeman needs on average, from every cell, until he can enter a place, going well.

    One turn if his roll is enough, else one more than from the best end of the roll (value iteration, near enough).
    """
    goal = INDEX[place]
    turns = [1 + steps[goal] / 3.5 for steps in STEPS]
    for _ in range(_SWEEPS):
        turns = [_expected(start, goal, turns) for start in range(len(CELLS))]
    return tuple(turns)


def _expected(start: int, goal: int, turns: list[float]) -> float:
    ends = POLICE_ENDS[start]
    missed = [1 + min((turns[end] for end in ends[die]), default=_FAR) for die in DICE if die < STEPS[start][goal]]
    return (6 - len(missed) + sum(missed)) / 6
