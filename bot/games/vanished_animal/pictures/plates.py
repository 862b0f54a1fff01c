"""A seat's plate: badge, robot, name, hat token and wand, and whether it is out of the round (D4, D12, D16)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rules import Seat
from bot.games.vanished_animal.pictures import figures
from bot.games.vanished_animal.pictures.model import VanishedSitting
from bot.games.vanished_animal.rules.view import VanishedSeat
from bot.pictures.canvas import Canvas, dashed
from bot.pictures.palette import COLOURS
from bot.pictures.plates import Area, framed, greyed, name_line

GAP, PAD = 8, 14
TOKEN = 58


def seat_plates(canvas: Canvas, seats: Sequence[VanishedSitting], area: Area, to_act: Seat | None) -> None:
    """Draw the plates of all seats in an area, two to a row."""
    for seat, (sitting, place) in enumerate(zip(seats, places(len(seats), area), strict=True)):
        seat_plate(canvas, seat, sitting, place, acting=seat == to_act)


def places(count: int, area: Area) -> list[Area]:
    """Divide an area among the plates of two to four seats."""
    left, top, width, height = area
    rows = (count + 1) // 2
    wide, high = (width - GAP) // 2, (height - GAP * (rows - 1)) // rows
    return [(left + seat % 2 * (wide + GAP), top + seat // 2 * (high + GAP), wide, high) for seat in range(count)]


def seat_plate(canvas: Canvas, seat: Seat, sitting: VanishedSitting, area: Area, *, acting: bool) -> None:
    left, top, width, height = area
    out = sitting.held is not None and sitting.held.out
    framed(canvas, area, golden=acting)
    line = min(height, 76)
    room = 2 * TOKEN + 24 if sitting.held is not None and height == line else 0
    hushed = TOKEN + 8 if out and sitting.present else 0
    name_line(canvas, seat, sitting, (left + PAD, top + 1, width - 2 * PAD - room - hushed, line), acting=acting)
    if sitting.held is not None:
        x = left + width - room + TOKEN / 2 if room else left + PAD + 46
        tokens(canvas, sitting.held, x, top + line / 2 if room else top + (height + line) / 2 - 6, TOKEN)
    if out or not sitting.present:
        greyed(canvas, area)
    if hushed:
        canvas.centre(figures.icon("hush", TOKEN), left + width - room - PAD - hushed / 2, top + line / 2)


def tokens(canvas: Canvas, held: VanishedSeat, x: float, y: float, size: int, *, apart: int = 0) -> None:
    """Lay the hat token and the wand side by side, the first with its middle at x; where one is wanting, its place.

    Their middles are `apart` pixels from each other, if that is given.
    """
    for place, (name, there) in enumerate((("token", held.hat), ("wand", held.wand))):
        middle = x + place * (apart or size + 8)
        sprite = figures.icon(name, size) if there else dashed(size - 6, size - 6, radius=size // 2, colour=COLOURS["steel-shade"])
        canvas.centre(sprite, middle, y)
