"""A seat's plate: who, as what, and all that is open of it: charges and how many cards of each kind."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import pieces
from bot.games.invisible_man.pictures.model import TownSitting
from bot.games.invisible_man.rules.view import TownSeat
from bot.pictures.canvas import SMALLEST_TYPE, WIDTH, Canvas
from bot.pictures.plates import Area, abreast, framed, greyed, name_line

GAP, HEIGHT = 8, 88
PORTRAIT = 54
ABREAST = 2
"""Plates side by side: a third and a fourth stand below."""


def height(count: int) -> int:
    """Return how high the plates of so many seats are together."""
    return GAP + (HEIGHT + GAP) * -(-count // ABREAST)


def draw_plates(canvas: Canvas, seats: tuple[TownSitting, ...], acting: Seat | None, top: int) -> None:
    """Draw all plates in rows; whose choice it is has a golden frame and an arrow."""
    columns = abreast(ABREAST, WIDTH, GAP)
    for seat, sitting in enumerate(seats):
        row, column = divmod(seat, ABREAST)
        left, wide = columns[column]
        plate(canvas, seat, sitting, (left, top + GAP + (HEIGHT + GAP) * row, wide, HEIGHT), acting=seat == acting)


def plate(canvas: Canvas, seat: Seat, sitting: TownSitting, area: Area, *, acting: bool) -> None:
    left, top, width, height = area
    framed(canvas, area, golden=acting, weight=6)
    canvas.centre(pieces.pawn(seat, hidden=sitting.hidden, width=PORTRAIT), left + 40, top + height / 2)
    name_line(canvas, seat, sitting, (left + 78, top + 4, width - 92, 40), acting=acting, size=36)
    if sitting.open is not None:
        counts(canvas, sitting.open, (left + 78, top + 46, width - 84, height - 46), hidden=sitting.hidden)
    if not sitting.present:
        greyed(canvas, area)


def counts(canvas: Canvas, seat: TownSeat, area: Area, *, hidden: bool) -> None:
    """Write how many cards of each kind a seat holds, before them a policeman's charges."""
    left, top, _, height = area
    held = seat.cards
    shown = [("no", held.no), ("cloak", held.cloaks)]
    if not hidden:
        shown = [("charge", seat.charges), ("signal", held.signals), ("yes", held.yes)]
    x, y = left, top + height / 2 - 3
    for name, count in shown:
        canvas.centre(pieces.mini(name, 36), x + 18, y)
        canvas.write(count, x + 42, y, SMALLEST_TYPE, align="left")
        x += 62 + 25 * len(str(count))
