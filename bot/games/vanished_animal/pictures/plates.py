"""A seat's plate: badge, robot, name, hat token, and whether it is out of the round (D4, D12, D16)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rules import Seat
from bot.games.vanished_animal.pictures import figures
from bot.games.vanished_animal.pictures.model import VanishedSitting
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
    """Draw a plate of a game that runs, in which nobody has the wand yet."""
    left, top, width, height = area
    out = sitting.held is not None and sitting.held.out
    right, middle = left + width - PAD, top + height / 2
    framed(canvas, area, golden=acting)
    if sitting.held is not None:
        token(canvas, "token", right - TOKEN / 2, middle, TOKEN, there=sitting.held.hat)
        right -= TOKEN + 8
    hush = right - TOKEN / 2
    if out and sitting.present:
        right -= TOKEN + 8
    name_line(canvas, seat, sitting, (left + PAD, top, right - left - PAD, height), acting=acting)
    if out or not sitting.present:
        greyed(canvas, area)
    if out and sitting.present:
        canvas.centre(figures.icon("hush", TOKEN), hush, middle)


def token(canvas: Canvas, name: str, x: float, y: float, size: int, *, there: bool) -> None:
    """Lay a hat token or the wand with its middle at x, y; where it is wanting, its place."""
    empty = dashed(size - 6, size - 6, radius=size // 2, colour=COLOURS["bark"])
    canvas.centre(figures.icon(name, size) if there else empty, x, y)
