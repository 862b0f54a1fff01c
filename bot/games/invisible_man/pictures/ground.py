"""The town without anything that moves: paper, river, streets, cells, buildings. Rastered once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image

from bot.games.invisible_man.pictures import layout
from bot.games.invisible_man.pictures.layout import Spot
from bot.games.invisible_man.rules.town import TOWN
from bot.pictures import sprites
from bot.pictures.palette import COLOURS, GROUNDS, OUTLINE

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


@lru_cache(maxsize=1)
def ground() -> Image.Image:
    """Give the map as an RGB image of the whole picture. It is shared: never draw on it."""
    drawing = "".join((_paper(), _river(), _streets(), _yard(), _cells(), _trees(), _buildings()))
    whole = sprites.raster(drawing, (0, 0, layout.WIDTH, layout.HEIGHT), layout.WIDTH, layout.HEIGHT)
    return whole.convert("RGB")


@lru_cache(maxsize=64)
def building(cell: str, size: int) -> Image.Image:
    """Give a building of the town as a square sprite."""
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
    top, height = layout.MAP_TOP, layout.MAP_BOTTOM - layout.MAP_TOP
    felt = f'<rect width="{layout.WIDTH}" height="{layout.HEIGHT}" fill="{COLOURS["felt"]}"/>'
    return f'{felt}<rect y="{top}" width="{layout.WIDTH}" height="{height}" fill="{COLOURS["parchment"]}"/>'


def _river() -> str:
    """Draw the water, then a dotted boat's way along each step on it."""
    legs = [curve(layout.leg(one, other)) for one, other in TOWN.edges if {one, other} <= set(TOWN.river)]
    tails = [curve([layout.on_map(point) for point in tail]) for tail in layout.STREAM_TAILS]
    window = f'y="{layout.MAP_TOP}" width="{layout.WIDTH}" height="{layout.MAP_BOTTOM - layout.MAP_TOP}"'
    clip = f'<clipPath id="map"><rect {window}/></clipPath>'
    banks = "".join(_line(data, COLOURS["steel-shade"], STREAM + 6) for data in legs + tails)
    water = "".join(_line(data, COLOURS["sky"], STREAM) for data in legs + tails)
    boats = "".join(_line(data, COLOURS["blue"], 5, 'stroke-dasharray=".1 13"') for data in legs)
    return f'{clip}<g clip-path="url(#map)">{banks}{water}{boats}</g>'


def _streets() -> str:
    """Draw all ways on land and over water; the way into a building is a dotted one."""
    streets, bridges, doors = [], [], []
    for one, other in TOWN.edges:
        data = curve(layout.leg(one, other))
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
    x, y = layout.spot(TOWN.station)
    style = f'fill="{GROUNDS["ice"]}" stroke="{COLOURS["steel-shade"]}" stroke-width="3"'
    return f'<rect x="{x - 62:g}" y="{y - 24:g}" width="124" height="48" rx="24" {style}/>'


def _cells() -> str:
    hatched = set(TOWN.hatched.values())
    drawn = []
    for cell in (*TOWN.road, *TOWN.river):
        x, y = layout.spot(cell)
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
    return "".join(_at(art, layout.on_map(point), 34) for point in TREES)


def _buildings() -> str:
    cells = (TOWN.station, *sorted(TOWN.buildings))
    return "".join(_at(sprites.art(_art(cell)), layout.house(cell), layout.BUILDING) for cell in cells)


def _at(art: str, middle: Spot, size: int) -> str:
    corner = f'x="{middle[0] - size / 2:g}" y="{middle[1] - size / 2:g}"'
    return f'<svg {corner} width="{size}" height="{size}" viewBox="0 0 96 96">{art}</svg>'
