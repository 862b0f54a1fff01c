"""A seat's plate: who, as what, and all that is open of it: charges and how many cards of each kind."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import pieces, town_map
from bot.games.invisible_man.pictures.model import TownSitting
from bot.games.invisible_man.rules.view import TownSeat
from bot.pictures.canvas import Canvas
from bot.pictures.plates import Area, abreast, framed, greyed

GAP, TOP, HEIGHT = 8, 874, 80
PORTRAIT = 52


def draw_plates(canvas: Canvas, seats: tuple[TownSitting, ...], acting: Seat | None) -> None:
    """Draw all plates side by side; whose choice it is has a golden frame and an arrow."""
    columns = abreast(len(seats), town_map.WIDTH, GAP)
    for seat, (sitting, (left, wide)) in enumerate(zip(seats, columns, strict=True)):
        plate(canvas, seat, sitting, (left, TOP, wide, HEIGHT), acting=seat == acting)


def plate(canvas: Canvas, seat: Seat, sitting: TownSitting, area: Area, *, acting: bool) -> None:
    left, top, width, height = area
    framed(canvas, area, golden=acting, weight=6)
    canvas.centre(pieces.pawn(seat, hidden=sitting.hidden, width=PORTRAIT), left + 40, top + height / 2)
    x = left + 76
    if acting:
        canvas.icon("turn", x + 16, top + 24, 34)
        x += 38
    canvas.icon(f"seat-{seat}", x + 16, top + 24, 32)
    room = left + width - (x + 38) - (54 if not sitting.present else 12)
    canvas.write(sitting.name, x + 40, top + 24, 28, align="left", width=room)
    if sitting.open is not None:
        counts(canvas, sitting.open, (left + 74, top + 40, width - 84, height - 40), hidden=sitting.hidden)
    if not sitting.present:
        greyed(canvas, area)
        canvas.icon("away", left + width - 32, top + 26, 38)


def counts(canvas: Canvas, seat: TownSeat, area: Area, *, hidden: bool) -> None:
    """Write how many cards of each kind a seat holds, before them a policeman's charges."""
    left, top, _, height = area
    held = seat.cards
    shown = [("no", held.no), ("cloak", held.cloaks)]
    if not hidden:
        shown = [("charge", seat.charges), ("signal", held.signals), ("yes", held.yes)]
    x, y = left, top + height / 2 - 3
    for name, count in shown:
        canvas.centre(pieces.sign(name, 34), x + 18, y)
        canvas.write(count, x + 37, y, 30, align="left")
        x += 44 + 19 * len(str(count))
