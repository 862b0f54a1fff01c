"""The map of the town: where everything stands on it, and its ground, which is rastered once.

All lengths are pixels of a 1280 x 960 picture; the map lies between the strip on top and the seats' plates below. Cells
and buildings stand where town.toml says, cards in lots beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from PIL import Image

from bot.games.invisible_man.rules.town import TOWN, Point
from bot.pictures import sprites
from bot.pictures.palette import COLOURS, GROUNDS, OUTLINE

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

STONE, HATCHED, DECK = 13, 16, 20
"""Radius of a cell, of a hatched cell, half the side of a bridge's or a pier's planks."""
STREAM, STREET = 46, 30
VIADUCTS = frozenset(
    {("r5_4", "r5_5"), ("r5_5", "r5_6"), ("r5_6", "r5_7"), ("r9_4", "r9_5"), ("r9_5", "r9_6"), ("r9_6", "r9_7")}
)
TREES = (
    (0.75, 0.1), (1.35, -0.2), (2.0, 0.25), (5.75, 0.1), (13.1, -0.1), (3.7, 1.75), (4.55, 1.8), (9.45, 1.75),
    (9.5, 2.35), (6.1, 4.85), (5.6, 4.9), (7.9, 4.75), (8.4, 4.8), (11.3, 4.5), (6.2, 6.4), (8.2, 6.2), (8.5, 6.4),
    (12.5, 8.0), (13.1, 6.0), (0.7, 6.35), (3.75, 9.35), (4.5, 9.2), (2.2, 11.35), (8.4, 11.2), (9.0, 11.4),
    (6.45, 6.6), (9.45, 6.45), (1.5, 10.2), (12.45, 1.9), (12.8, 1.6), (8.1, 11.5),
)  # fmt: skip


def on_map(point: Point) -> Spot:
    """Return the spot of a point of town.toml."""
    return (ORIGIN[0] + STEP[0] * point[0], ORIGIN[1] + STEP[1] * point[1])


def spot(cell: str) -> Spot:
    return on_map(TOWN.at[cell])


def building_spot(cell: str) -> Spot:
    x, y = spot(cell)
    return (x, y - LIFTS.get(cell, 0))


def leg(one: str, other: str) -> tuple[Spot, ...]:
    """Return the line of one step, both ends included: straight, but along the river where it runs."""
    if (other, one) in LEGS:
        return tuple(reversed(leg(other, one)))
    return tuple(map(on_map, (TOWN.at[one], *LEGS.get((one, other), ()), TOWN.at[other])))


def lot(place: str) -> tuple[Spot, ...]:
    """List the middles of the slots where a place's cards lie."""
    return tuple(slot for _, slot in _lot(place))


def slots(place: str, count: int) -> tuple[Spot, ...]:
    """Return the slots for so many cards, in reading order: each grid in turn is filled from the building outwards."""
    x, y = building_spot(place)
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


@lru_cache(maxsize=1)
def ground() -> Image.Image:
    """Return the map as an RGB image of the whole picture. It is shared: never draw on it."""
    drawing = "".join((_paper(), _river(), _streets(), _yard(), _cells(), _trees(), _buildings()))
    whole = sprites.raster(drawing, (0, 0, WIDTH, HEIGHT), WIDTH, HEIGHT)
    return whole.convert("RGB")


@lru_cache(maxsize=64)
def building(cell: str, size: int) -> Image.Image:
    return sprites.raster(sprites.art(_art(cell)), (0, 0, 96, 96), size, size)


def curve(points: Sequence[Spot]) -> str:
    """Draw a smooth line through points (Catmull-Rom as cubic curves), as SVG path data."""
    padded = (points[0], *points, points[-1])
    data = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        data.append("C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in (one, two, end)))
    return "".join(data)


def _art(cell: str) -> str:
    kind = TOWN.kind(cell)
    return f"invisible_man/places/{cell}" if kind == "place" else f"invisible_man/{kind}"


def _line(data: str, colour: str, width: float, more: str = "") -> str:
    style = f'stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{data}" fill="none" {style} {more}/>'


def _paper() -> str:
    top, height = MAP_TOP, MAP_BOTTOM - MAP_TOP
    felt = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{COLOURS["felt"]}"/>'
    return f'{felt}<rect y="{top}" width="{WIDTH}" height="{height}" fill="{COLOURS["parchment"]}"/>'


def _river() -> str:
    """Draw the water, then a dotted boat's way along each step on it."""
    legs = [curve(leg(one, other)) for one, other in TOWN.edges if {one, other} <= set(TOWN.river)]
    tails = [curve([on_map(point) for point in tail]) for tail in STREAM_TAILS]
    window = f'y="{MAP_TOP}" width="{WIDTH}" height="{MAP_BOTTOM - MAP_TOP}"'
    clip = f'<clipPath id="map"><rect {window}/></clipPath>'
    banks = "".join(_line(data, COLOURS["steel-shade"], STREAM + 6) for data in legs + tails)
    water = "".join(_line(data, COLOURS["sky"], STREAM) for data in legs + tails)
    boats = "".join(_line(data, COLOURS["blue"], 5, 'stroke-dasharray=".1 13"') for data in legs)
    return f'{clip}<g clip-path="url(#map)">{banks}{water}{boats}</g>'


def _streets() -> str:
    """Draw all ways on land and over water; the way into a building is a dotted one."""
    streets, bridges, doors = [], [], []
    for one, other in TOWN.edges:
        data = curve(leg(one, other))
        if {one, other} & TOWN.buildings:
            doors.append(data)
        elif (one, other) in VIADUCTS or len({one, other} & set(TOWN.river)) == 1:
            bridges.append(data)
        elif not {one, other} <= set(TOWN.river):
            streets.append(data)
    return "".join(
        (
            *_lines(bridges, COLOURS["bark-shade"], STREET + 8),
            *_lines(bridges, COLOURS["skin-shade"], STREET),
            *_lines(streets, COLOURS["steel"], STREET + 6),
            *_lines(streets, COLOURS["paper"], STREET),
            *_lines(doors, COLOURS["bark"], 6, 'stroke-dasharray=".1 10"'),
        )
    )


def _lines(ways: Iterable[str], colour: str, width: float, more: str = "") -> list[str]:
    return [_line(way, colour, width, more) for way in ways]


def _yard() -> str:
    x, y = spot(TOWN.station)
    style = f'fill="{GROUNDS["ice"]}" stroke="{COLOURS["steel-shade"]}" stroke-width="3"'
    return f'<rect x="{x - 62:g}" y="{y - 24:g}" width="124" height="48" rx="24" {style}/>'


def _cells() -> str:
    hatched = set(TOWN.hatched.values())
    drawn = []
    for cell in (*TOWN.road, *TOWN.river):
        x, y = spot(cell)
        if cell in TOWN.river:
            drawn.append(_planks(x, y))
        drawn.append(_hatched(x, y) if cell in hatched else _stone(x, y))
    return "".join(drawn)


def _stone(x: float, y: float) -> str:
    style = f'fill="{GROUNDS["sand"]}" stroke="{COLOURS["steel-shade"]}" stroke-width="3"'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{STONE}" {style}/>'


def _hatched(x: float, y: float) -> str:
    """Draw a cell with stripes from lower left to upper right, cut to the circle by their ends."""
    stripes = []
    for shift in (-12, -6, 0, 6, 12):
        half = (HATCHED**2 - shift**2) ** 0.5 * 0.7071
        middle_x, middle_y = x + shift * 0.7071, y + shift * 0.7071
        stripes.append(f"M{middle_x - half:.1f} {middle_y + half:.1f}L{middle_x + half:.1f} {middle_y - half:.1f}")
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="{HATCHED}"'
    return (
        f'{circle} fill="{COLOURS["lemon"]}"/>'
        + _line("".join(stripes), COLOURS["orange-shade"], 2.5)
        + f'{circle} fill="none" stroke="{OUTLINE}" stroke-width="3"/>'
    )


def _planks(x: float, y: float) -> str:
    side = 2 * DECK
    style = f'fill="{COLOURS["skin-shade"]}" stroke="{COLOURS["bark-shade"]}" stroke-width="4"'
    return f'<rect x="{x - DECK:g}" y="{y - DECK:g}" width="{side}" height="{side}" rx="6" {style}/>'


def _trees() -> str:
    art = sprites.art("invisible_man/tree")
    return "".join(_at(art, on_map(point), 34) for point in TREES)


def _buildings() -> str:
    cells = (TOWN.station, *sorted(TOWN.buildings))
    return "".join(_at(sprites.art(_art(cell)), building_spot(cell), BUILDING) for cell in cells)


def _at(art: str, middle: Spot, size: int) -> str:
    corner = f'x="{middle[0] - size / 2:g}" y="{middle[1] - size / 2:g}"'
    return f'<svg {corner} width="{size}" height="{size}" viewBox="0 0 96 96">{art}</svg>'
