"""The ground of Court Hats: a throne room, its wall papered, a valance along the top, the floor in tiles below."""

from __future__ import annotations

from PIL import Image

from bot.pictures import sprites
from bot.pictures.canvas import Canvas
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, OUTLINE, PLACES, rgb

PLACE = "court"
ROOM = PLACES[PLACE]
VALANCE = 66
"""How far the valance hangs down, in pixels; its fringe hangs lower."""
SCALLOP = 100
TILE, SKIRTING = 100, 26


HIGHEST = 1300
"""The highest wall, in pixels: under more moves than are ever told at once."""


def throne_room(width: int, height: int, floor: int) -> Canvas:
    """Return a canvas with the room on it; the floor begins `floor` pixels from the top.

    It is put together from parts that are drawn once, since boards differ in height.
    """
    canvas = Canvas(width, height)
    canvas.cover(_wall(width), 0, 0)
    canvas.cover(_floor(width, height - floor), 0, floor - SKIRTING)
    return canvas


@kept
def valance(width: int) -> Image.Image:
    """Return the valance alone, to hang over what was painted on the wall."""
    height = VALANCE + 12
    return sprites.drawn(_valance(width), (0, 0, width, height), width, height)


@kept
def throne(width: int, height: int) -> Image.Image:
    """Return the throne: a high back of red velvet in a golden frame, crowned."""
    gold, shade, velvet = COLOURS["gold"], COLOURS["gold-shade"], ROOM["carpet"]
    tufts = "".join(
        f'<circle cx="{x}" cy="{y}" r="3.4" fill="{COLOURS["gold"]}"/>'
        for row, y in enumerate(range(60, 180, 26))
        for x in (range(60, 150, 40) if row % 2 else range(40, 170, 40))
    )
    drawing = (
        f'<g stroke="{OUTLINE}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="M16 220V64C16 40 40 30 60 30C76 30 84 14 100 14S124 30 140 30C160 30 184 40 184 64V220Z"'
        f' fill="{gold}"/>'
        f'<path d="M160 35C176 40 184 48 184 64V220H168V70C168 56 166 44 160 35Z" fill="{shade}" stroke="none"/>'
        f'<path d="M32 220V70C32 54 48 46 64 46C82 46 88 32 100 32S118 46 136 46C152 46 168 54 168 70V220Z"'
        f' fill="{velvet}"/>'
        f'<circle cx="18" cy="50" r="13" fill="{gold}"/><circle cx="182" cy="50" r="13" fill="{gold}"/>'
        f'<circle cx="100" cy="15" r="12" fill="{COLOURS["sky"]}"/></g>'
        f'<path d="M32 220V70C32 54 48 46 64 46C82 46 88 32 100 32S118 46 136 46C152 46 168 54 168 70V220Z"'
        f' fill="none" stroke="{OUTLINE}" stroke-width="5"/>{tufts}'
    )
    return sprites.drawn(drawing, (0, 0, 200, 220), width, height)


@kept
def _wall(width: int) -> Image.Image:
    """Return the wall as an RGB image: paper with lilies, and the valance over it. It is shared: never draw on it."""
    wall = Image.new("RGB", (width, HIGHEST), rgb(ROOM["wall"]))
    leaves = "M0 -20Q9 -8 0 8Q-9 -8 0 -20ZM-3 8Q-20 6 -16 -9Q-8 -7 -3 8ZM3 8Q20 6 16 -9Q8 -7 3 8ZM-8 10H8V14H-8Z"
    lily = sprites.drawn(f'<path d="{leaves}" fill="{ROOM["wall-shade"]}"/>', (-21, -21, 42, 36), 42, 36)
    for row, y in enumerate(range(130, HIGHEST, 76)):
        for x in range(-45 + 45 * (row % 2), width + 45, 90):
            wall.paste(lily, (x - 21, y - 21), lily)
    hanging = valance(width)
    wall.paste(hanging, (0, 0), hanging)
    return wall


@kept
def _floor(width: int, height: int) -> Image.Image:
    """Return the floor in tiles with the carpet that leads to the throne, and the skirting above it, as an RGB image.

    It is shared: never draw on it.
    """
    tiles = "".join(
        f'<rect x="{x}" y="{y}" width="{TILE}" height="{TILE / 2:g}"/>'
        for row, y in enumerate(range(0, height, TILE // 2))
        for x in range(-TILE + TILE * (row % 2), width, 2 * TILE)
    )
    carpet = "".join(
        f'<path d="M{width / 2 - near} 0h{2 * near}L{width / 2 + far} {height}h{-2 * far}Z" fill="{colour}"/>'
        for near, far, colour in ((190, 330, COLOURS["gold-shade"]), (176, 312, ROOM["carpet"]))
    )
    drawing = (
        f'<rect width="{width}" height="{height}" fill="{ROOM["floor"]}"/><g fill="{ROOM["floor-shade"]}">{tiles}</g>'
        f'{carpet}<rect width="{width}" height="6" fill="{OUTLINE}"/>'
        f'<rect y="-22" width="{width}" height="22" fill="{COLOURS["bark"]}"/>'
        f'<rect y="-26" width="{width}" height="5" fill="{COLOURS["gold-shade"]}"/>'
    )
    size = (width, height + SKIRTING)
    return sprites.drawn(drawing, (0, -SKIRTING, *size), *size).convert("RGB")


def _valance(width: int) -> str:
    """Draw a red valance that hangs in scallops, with a golden fringe."""
    count = width // SCALLOP
    cloth = f"M0 0H{width}V{VALANCE - 22}" + "".join(
        f"Q{(place + 0.5) * SCALLOP:g} {VALANCE + 22} {place * SCALLOP} {VALANCE - 22}"
        for place in reversed(range(count))
    )
    folds = "".join(
        f'<path d="M{place * SCALLOP} 0L{place * SCALLOP + 16} {VALANCE - 14}L{place * SCALLOP - 16} {VALANCE - 14}Z"/>'
        for place in range(count + 1)
    )
    tassels = "".join(f'<path d="M{place * SCALLOP - 7} {VALANCE - 20}h14l5 26h-24Z"/>' for place in range(count + 1))
    return (
        f'<path d="{cloth}Z" fill="{ROOM["carpet"]}"/><g fill="{COLOURS["red-shade"]}">{folds}</g>'
        f'<path d="{cloth}" fill="none" stroke="{OUTLINE}" stroke-width="13"/>'
        f'<path d="{cloth}" fill="none" stroke="{COLOURS["gold"]}" stroke-width="7"/>'
        f'<g fill="{COLOURS["gold"]}" stroke="{OUTLINE}" stroke-width="3">{tassels}</g>'
        f'<rect width="{width}" height="8" fill="{COLOURS["gold-shade"]}"/>'
    )
