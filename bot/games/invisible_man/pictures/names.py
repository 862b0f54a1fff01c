"""What the places of the map are called, in the reader's language: each drawing with its whole name beside it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.invisible_man.pictures.model import NamedPlace, PlaceNames
from bot.games.invisible_man.pictures.town_map import GROUND, building
from bot.games.invisible_man.rules.town import TOWN
from bot.pictures.canvas import SMALLEST_TYPE, WIDTH, Canvas, panel
from bot.pictures.palette import COLOURS
from bot.pictures.typography import text

COLUMNS, ROW, MARGIN = 2, 92, 14
PICTURE, LINE = 76, 38
"""The size of a drawing; the distance of two lines of a long name."""
START, END, APART = 92, 12, 8
"""Where a name begins, what is behind the label of its cell, and what is between both at least."""


def draw_names(names: PlaceNames) -> bytes:
    """Draw the list as PNG, two places to a row; a name too long for its column takes two lines and is never cut."""
    shown = [place for place in names.places if place.cell in TOWN.buildings or place.cell == TOWN.station]
    rows = -(-len(shown) // COLUMNS)
    canvas = Canvas(WIDTH, 2 * MARGIN + rows * ROW, GROUND["grass"])
    wide = WIDTH // COLUMNS
    for number, place in enumerate(shown):
        column, row = divmod(number, rows)
        _place(canvas, place, column * wide + MARGIN, MARGIN + row * ROW, wide - 2 * MARGIN)
    return canvas.png("town")


def _place(canvas: Canvas, place: NamedPlace, left: int, top: int, width: int) -> None:
    middle = top + ROW / 2
    canvas.paste(panel(width, ROW - 8, COLOURS["parchment"], radius=18, weight=3), left, top + 4)
    canvas.centre(building(place.cell, PICTURE), left + 48, middle)
    room = width - START - END - APART - _width(place.label)
    lines = list(_lines(place.name, room))
    too_long = len(lines) == 1 and _width(lines[0]) > room
    for number, line in enumerate(lines):
        y = middle - LINE / 2 if too_long else middle + LINE * (number - (len(lines) - 1) / 2)
        canvas.write(line, left + START, y, SMALLEST_TYPE, align="left")
    y = middle + LINE / 2 if too_long else middle
    canvas.write(place.label, left + width - END, y, SMALLEST_TYPE, "bark-shade", align="right")


def _lines(name: str, room: int) -> Iterator[str]:
    """Break a name between its words where it is longer than the room."""
    line = ""
    for word in name.split():
        longer = f"{line} {word}".strip()
        if line and _width(longer) > room:
            yield line
            longer = word
        line = longer
    yield line


def _width(line: str) -> int:
    drawn = text(line, SMALLEST_TYPE)
    return 0 if drawn is None else drawn.width
