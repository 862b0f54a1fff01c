"""The map of the town: where everything stands on it, and its ground, which is rastered once.

All lengths are pixels of the map alone, 1000 wide; a board puts it between the strip on top and the seats' plates
below. Cells stand where town.toml says, buildings near their point, cards in lots beside them. Letters along the top
and numbers at the left are those by which texts call a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from PIL import Image

from bot.games.invisible_man.rules.town import TOWN, Point
from bot.pictures import sprites
from bot.pictures.canvas import SMALLEST_TYPE, WIDTH, Canvas
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, GROUNDS, OUTLINE, PLACES

Spot: TypeAlias = tuple[float, float]
"""A point of the picture."""
Leg: TypeAlias = tuple[str, str]
Row: TypeAlias = tuple[int, int, int]
"""A row of a lot: left, top, width."""

HEIGHT = 848
ORIGIN: Spot = (4, 80)
STEP: Spot = (72, 66)
"""One unit of town.toml; streets lie three units apart from north to south, so a unit is shorter there."""
LETTERS_AT, NUMBERS_AT = 20, 5
"""The middle of the letters of the columns, from the top, and where the numbers of the rows begin, from the left."""
GROUND = PLACES["town"]

BUILDING = 80
STANDS: dict[str, Spot] = {
    "school": (738, 80),
    "bank": (302, 284),
    "bakery": (422, 206),
    TOWN.station: (508, 210),
    "museum": (594, 206),
    "hospital": (712, 284),
    "factory": (212, 421),
    "tailor": (712, 482),
    "market": (304, 602),
    "cinema": (424, 602),
    "hotel": (592, 602),
    "depot": (186, 806),
    "park": (452, 806),
    "stadium": (712, 806),
}
"""Buildings that stand a little off their point, so that cards have room and nothing hides the other.

The Station's house stands north of its cell: in front of it there is room for the police.
"""
ROW_HEIGHT = 40
LOTS: dict[str, tuple[Row, ...]] = {
    "library": ((264, 46, 200), (264, 88, 200)),
    "theatre": ((550, 46, 148), (550, 88, 148)),
    "school": ((782, 46, 146), (782, 88, 146)),
    "observatory": ((890, 322, 92), (890, 364, 92)),
    "post": ((36, 254, 92), (36, 296, 92), (36, 338, 92)),
    "bank": ((168, 248, 92), (168, 206, 92), (168, 164, 178)),
    "museum": ((530, 248, 104), (530, 288, 104)),
    "bakery": ((382, 248, 104), (382, 288, 104)),
    "hospital": ((756, 248, 94), (672, 204, 178), (672, 162, 178)),
    "factory": ((256, 366, 90), (256, 408, 90)),
    "barber": ((890, 584, 102), (890, 460, 102)),
    "market": ((168, 604, 92), (168, 562, 92), (168, 646, 176)),
    "circus": ((36, 590, 92), (36, 548, 92), (36, 506, 92)),
    "cinema": ((382, 643, 104), (382, 684, 104)),
    "depot": ((230, 764, 90), (230, 806, 90)),
    "park": ((322, 764, 90), (322, 806, 90)),
    "hotel": ((532, 643, 102), (532, 684, 102)),
    "tailor": ((756, 478, 92), (756, 436, 92)),
    "stadium": ((756, 764, 130), (756, 806, 130)),
    "firehouse": ((890, 718, 102), (890, 760, 102)),
}
"""Where a place's cards lie, the rows in the order in which they are filled."""
SQUARE = (760, 641)
"""The middle of the free block, the town's square, where the dice lie."""

LEGS: dict[Leg, tuple[Point, ...]] = {
    ("w1", "w2"): ((2.5, 6.1), (3.2, 6.46), (4, 6.42), (5, 6.05), (6, 5.6)),
    ("w2", "w3"): ((8, 5.4), (9, 5.1), (10, 4.8), (11, 4.95)),
    ("w2", "w4"): ((7.42, 6.2), (7.5, 7.1), (7.2, 8.2)),
    ("w3", "w5"): ((13.1, 5.35), (13.95, 4.6), (14.05, 3), (13.8, 1.9)),
}
"""How the river runs between its cells."""
STREAM_TAILS: tuple[tuple[Point, ...], ...] = (
    ((-0.4, 5.3), (0.8, 5.6), TOWN.at["w1"]),
    (TOWN.at["w5"], (13.6, 0), (13.9, -1), (14, -2)),
    (TOWN.at["w4"], (7, 10), (7.5, 11), (7.6, 12)),
)
"""How the river comes into the picture and leaves it."""

STONE, HATCHED, DECK = 11, 19, 21
"""Radius of a cell, of a hatched cell, half the side of a bridge's or a pier's planks."""
STREAM, STREET = 44, 30
VIADUCTS = frozenset(
    {("r5_4", "r5_5"), ("r5_5", "r5_6"), ("r5_6", "r5_7"), ("r9_4", "r9_5"), ("r9_5", "r9_6"), ("r9_6", "r9_7")}
)
TREES = (
    (66, 62), (110, 92), (60, 128), (340, 66), (946, 56), (925, 96), (930, 192), (830, 186), (810, 222), (186, 186),
    (60, 466), (400, 396), (430, 420), (590, 388), (620, 380), (780, 382), (812, 376), (400, 494), (590, 496),
    (620, 482), (190, 696), (600, 776), (630, 808), (600, 832), (940, 822), (976, 808), (910, 834), (282, 796),
    (692, 586), (828, 586), (692, 696), (828, 696),
)  # fmt: skip


def on_map(point: Point) -> Spot:
    """Return the spot of a point of town.toml."""
    return (ORIGIN[0] + STEP[0] * point[0], ORIGIN[1] + STEP[1] * point[1])


def spot(cell: str) -> Spot:
    return on_map(TOWN.at[cell])


def building_spot(cell: str) -> Spot:
    return STANDS.get(cell) or spot(cell)


def leg(one: str, other: str) -> tuple[Spot, ...]:
    """Return the line of one step, both ends included: straight, but along the river where it runs."""
    if (other, one) in LEGS:
        return tuple(reversed(leg(other, one)))
    ends = tuple(building_spot(cell) if cell in TOWN.buildings else spot(cell) for cell in (one, other))
    return (ends[0], *map(on_map, LEGS.get((one, other), ())), ends[1])


@kept
def ground() -> Image.Image:
    """Return the map as an RGB image, with the names of columns and rows. It is shared: never draw on it."""
    drawing = "".join((_meadow(), _blocks(), _river(), _streets(), _court(), _cells(), _trees(), _buildings()))
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.paste(sprites.drawn(drawing, (0, 0, WIDTH, HEIGHT), WIDTH, HEIGHT), 0, 0)
    columns = {TOWN.label(cell)[0]: spot(cell)[0] for cell in TOWN.road}
    rows = {TOWN.label(cell)[1:]: spot(cell)[1] for cell in TOWN.road}
    for letter, x in columns.items():
        canvas.write(letter, x, LETTERS_AT, SMALLEST_TYPE, "bark-shade")
    for number, y in rows.items():
        canvas.write(number, NUMBERS_AT, y, SMALLEST_TYPE, "bark-shade", align="left")
    return canvas.image


@kept
def building(cell: str, size: int) -> Image.Image:
    return sprites.drawn(sprites.art(_art(cell)), (0, 0, 96, 96), size, size)


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


def _meadow() -> str:
    return f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND["grass"]}"/>'


def _blocks() -> str:
    """Pave what lies between the streets; a little square stands free in the south-east."""
    blocks = (("r2_1", "r12_4"), ("r2_7", "r12_10"))
    drawn = []
    for one, other in blocks:
        (x, y), (far_x, far_y) = spot(one), spot(other)
        size = f'x="{x:g}" y="{y:g}" width="{far_x - x:g}" height="{far_y - y:g}"'
        drawn.append(f'<rect {size} fill="{COLOURS["parchment"]}"/>')
    x, y = SQUARE
    style = f'fill="{GROUNDS["sand"]}" stroke="{COLOURS["steel"]}" stroke-width="4"'
    drawn.append(f'<rect x="{x - 78}" y="{y - 66}" width="156" height="132" rx="30" {style}/>')
    stone = f'stroke="{OUTLINE}" stroke-width="4"'
    drawn.append(
        f'<ellipse cx="{x}" cy="{y + 14}" rx="45" ry="24" fill="{COLOURS["steel"]}" {stone}/>'
        f'<ellipse cx="{x}" cy="{y + 11}" rx="34" ry="15" fill="{GROUND["water"]}" {stone}/>'
        f'<path d="M{x - 7} {y + 14}V{y - 12}H{x + 7}V{y + 14}Z" fill="{COLOURS["steel"]}" {stone}/>'
        f'<path d="M{x} {y - 14}Q{x - 4} {y - 52} {x - 26} {y - 12}M{x} {y - 14}Q{x + 4} {y - 52} {x + 26} {y - 12}"'
        f' fill="none" stroke="{COLOURS["blue"]}" stroke-width="5" stroke-linecap="round"/>'
    )
    return "".join(drawn)


def _river() -> str:
    """Draw the water, then a dotted boat's way along each step on it."""
    legs = [curve(leg(one, other)) for one, other in TOWN.edges if {one, other} <= set(TOWN.river)]
    tails = [curve([on_map(point) for point in tail]) for tail in STREAM_TAILS]
    banks = "".join(_line(data, COLOURS["steel-shade"], STREAM + 6) for data in legs + tails)
    water = "".join(_line(data, GROUND["water"], STREAM) for data in legs + tails)
    boats = "".join(_line(data, COLOURS["blue"], 5, 'stroke-dasharray=".1 13"') for data in legs)
    return banks + water + boats


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
            *_lines(streets, GROUND["road"], STREET),
            *_lines(doors, COLOURS["bark"], 6, 'stroke-dasharray=".1 10"'),
        )
    )


def _lines(ways: Iterable[str], colour: str, width: float, more: str = "") -> list[str]:
    return [_line(way, colour, width, more) for way in ways]


def _court() -> str:
    """Pave the way from the Station's house to its cell."""
    x, y = spot(TOWN.station)
    top = building_spot(TOWN.station)[1] + 20
    style = f'fill="{GROUNDS["ice"]}" stroke="{COLOURS["steel-shade"]}" stroke-width="3"'
    return (
        f'<path d="M{x - 20:g} {top:g}H{x + 20:g}V{y - 26:g}H{x + 40:g}A 26 26 0 0 1 {x + 40:g} {y + 26:g}'
        f'H{x - 40:g}A 26 26 0 0 1 {x - 40:g} {y - 26:g}H{x - 20:g}Z" {style}/>'
    )


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
    for shift in (-13, -4.5, 4.5, 13):
        half = (HATCHED**2 - shift**2) ** 0.5 * 0.7071
        middle_x, middle_y = x + shift * 0.7071, y + shift * 0.7071
        stripes.append(f"M{middle_x - half:.1f} {middle_y + half:.1f}L{middle_x + half:.1f} {middle_y - half:.1f}")
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="{HATCHED}"'
    return (
        f'{circle} fill="{COLOURS["lemon"]}"/>'
        + _line("".join(stripes), COLOURS["bark-shade"], 4)
        + f'{circle} fill="none" stroke="{OUTLINE}" stroke-width="3"/>'
    )


def _planks(x: float, y: float) -> str:
    side = 2 * DECK
    style = f'fill="{COLOURS["skin-shade"]}" stroke="{COLOURS["bark-shade"]}" stroke-width="4"'
    return f'<rect x="{x - DECK:g}" y="{y - DECK:g}" width="{side}" height="{side}" rx="6" {style}/>'


def _trees() -> str:
    art = sprites.art("invisible_man/tree")
    return "".join(_at(art, spot, 34) for spot in TREES)


def _buildings() -> str:
    cells = (TOWN.station, *sorted(TOWN.buildings))
    return "".join(_at(sprites.art(_art(cell)), building_spot(cell), BUILDING) for cell in cells)


def _at(art: str, middle: Spot, size: int) -> str:
    corner = f'x="{middle[0] - size / 2:g}" y="{middle[1] - size / 2:g}"'
    return f'<svg {corner} width="{size}" height="{size}" viewBox="0 0 96 96">{art}</svg>'
