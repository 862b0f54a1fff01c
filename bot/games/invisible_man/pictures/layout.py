"""Where everything stands on the picture of the town: cells and buildings as town.toml says, cards in lots beside them.

All lengths are pixels of a 1280 x 960 picture; the map lies between the strip on top and the seats' plates below.
"""

from __future__ import annotations

from typing import TypeAlias

from bot.games.invisible_man.rules.town import TOWN, Point

Spot: TypeAlias = tuple[float, float]
"""A point of the picture."""
Leg: TypeAlias = tuple[str, str]

WIDTH, HEIGHT = 1280, 960
MAP_TOP, MAP_BOTTOM = 114, 868
ORIGIN: Spot = (-34, 160)
STEP: Spot = (92, 60)
"""One unit of town.toml; streets lie three units apart from north to south, so a unit is shorter there."""

BUILDING = 90
LIFTS = {TOWN.station: 48, "tailor": 14}
"""Buildings that stand a little behind their point, so that neither they nor pawns hide the other."""
CARD: tuple[int, int] = (40, 42)
SLOT: tuple[int, int] = (42, 44)
PLAZA: tuple[int, int, int, int] = (826, 606, 212, 128)
"""Left, top, width, height of the free block where the piles lie."""

LOTS: dict[str, tuple[tuple[float, float, int, int], ...]] = {
    "library": ((3.8, -0.4, 3, 2),),
    "theatre": ((7.8, -0.4, 3, 2),),
    "school": ((10.8, -0.4, 3, 2),),
    "observatory": ((12.66, 4.1, 2, 2),),
    "post": ((0.77, 3.14, 2, 3),),
    "bank": ((2.66, 1.72, 2, 3),),
    "museum": ((7.68, 3.12, 3, 1), (7.26, 1.72, 1, 1)),
    "bakery": ((5.4, 3.12, 3, 1), (6.72, 1.72, 1, 1)),
    "hospital": ((10.8, 1.72, 2, 3),),
    "factory": ((3.8, 4.72, 2, 2),),
    "barber": ((13.7, 6.3, 1, 4),),
    "market": ((2.66, 7.72, 2, 3),),
    "circus": ((0.77, 7.0, 2, 2),),
    "cinema": ((5.42, 9.13, 3, 1),),
    "depot": ((3.8, 10.7, 3, 2),),
    "park": ((5.18, 10.7, 1, 2), (6.76, 10.7, 1, 2)),
    "hotel": ((7.6, 9.13, 3, 1),),
    "tailor": ((10.8, 5.6, 2, 2),),
    "stadium": ((10.8, 10.7, 3, 2),),
    "firehouse": ((12.66, 10.16, 3, 2),),
}
"""Where a place's cards lie: grids of slots, each by its first slot in units of the map, its columns and its rows."""

LEGS: dict[Leg, tuple[Point, ...]] = {
    ("w1", "w2"): ((2.5, 6.1), (3.2, 6.42), (4, 6.42), (5, 6.0), (6, 5.55)),
    ("w2", "w3"): ((8, 5.4), (9, 5.1), (10, 4.86), (11, 5.0)),
    ("w2", "w4"): ((7.42, 6.2), (7.46, 7.0), (7.06, 7.9)),
    ("w3", "w5"): ((13, 5.52), (13.7, 4.7), (13.84, 3), (13.72, 2)),
}
"""How the river runs between its cells."""
STREAM_TAILS: tuple[tuple[Point, ...], ...] = (
    ((-0.4, 5.3), (0.8, 5.8), TOWN.at["w1"]),
    (TOWN.at["w5"], (13.5, 0), (13.8, -1)),
    (TOWN.at["w4"], (7, 10), (7.5, 11), (7.5, 12)),
)
"""How the river comes into the picture and leaves it."""


def on_map(point: Point) -> Spot:
    """Give the spot of a point of town.toml."""
    return (ORIGIN[0] + STEP[0] * point[0], ORIGIN[1] + STEP[1] * point[1])


def spot(cell: str) -> Spot:
    """Give the middle of a cell or a building."""
    return on_map(TOWN.at[cell])


def house(cell: str) -> Spot:
    """Give the middle of a building's drawing."""
    x, y = spot(cell)
    return (x, y - LIFTS.get(cell, 0))


def leg(one: str, other: str) -> tuple[Spot, ...]:
    """Give the way of one step, both ends included: straight, but along the river where it runs."""
    if (other, one) in LEGS:
        return tuple(reversed(leg(other, one)))
    return tuple(map(on_map, (TOWN.at[one], *LEGS.get((one, other), ()), TOWN.at[other])))


def lot(place: str) -> tuple[Spot, ...]:
    """List the middles of the slots where a place's cards lie."""
    return tuple(slot for _, slot in _lot(place))


def slots(place: str, count: int) -> tuple[Spot, ...]:
    """Give the slots for so many cards, in reading order: each grid in turn is filled from the building outwards."""
    x, y = house(place)
    whole = _lot(place)
    nearest = sorted(whole, key=lambda slot: (slot[0], (slot[1][0] - x) ** 2 + (slot[1][1] - y) ** 2))[:count]
    return tuple(slot[1] for slot in whole if slot in nearest)


def _lot(place: str) -> list[tuple[int, Spot]]:
    """List the slots of a lot, each with the number of its grid."""
    found = []
    for grid, (x, y, columns, rows) in enumerate(LOTS[place]):
        left, top = on_map((x, y))
        spots = [(left + SLOT[0] * column, top + SLOT[1] * row) for row in range(rows) for column in range(columns)]
        found += [(grid, spot) for spot in spots]
    return found
