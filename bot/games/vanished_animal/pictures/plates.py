"""A seat's plate: badge, name, hat token and wand, and whether it is out of the round (D4, D12, D16)."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.vanished_animal.pictures import figures
from bot.games.vanished_animal.pictures.model import VanishedSitting
from bot.games.vanished_animal.rules.view import VanishedSeat
from bot.pictures.canvas import Canvas, dashed
from bot.pictures.plates import Area, framed, greyed


def seat_plate(canvas: Canvas, seat: Seat, sitting: VanishedSitting, area: Area, *, acting: bool) -> None:
    left, top, width, height = area
    out = sitting.held is not None and sitting.held.out
    framed(canvas, area, golden=acting)
    x = left + 18
    if acting:
        canvas.icon("turn", x + 20, top + 38, 44)
        x += 50
    canvas.icon(f"seat-{seat}", x + 22, top + 38, 46)
    canvas.write(sitting.name, x + 56, top + 38, 34, align="left", width=width - (x - left) - 74)
    if sitting.held is not None:
        tokens(canvas, sitting.held, left + 54, top + (68 + height) // 2 - 2, min(70, height - 76))
    if out or not sitting.present:
        greyed(canvas, area)
        name = "hush" if sitting.present else "away"
        canvas.centre(figures.icon(name, 68), left + width - 56, top + (68 + height) // 2 - 2)


def tokens(canvas: Canvas, held: VanishedSeat, x: float, y: float, size: int) -> None:
    """Lay the hat token and the wand side by side, the first with its middle at x; where one is wanting, its place."""
    for place, (name, there) in enumerate((("token", held.hat), ("wand", held.wand))):
        middle = x + place * (size + 14)
        sprite = figures.icon(name, size) if there else dashed(size - 6, size - 6, radius=size // 2)
        canvas.centre(sprite, middle, y)
