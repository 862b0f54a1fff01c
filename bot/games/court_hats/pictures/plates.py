"""A seat's plate: badge, name, pairs won, and the numbers that make the score (H21, H23)."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.court_hats.pictures import cards
from bot.games.court_hats.pictures.model import CourtSitting
from bot.games.court_hats.rules.moves import MAGIC
from bot.games.court_hats.rules.score import points
from bot.games.court_hats.rules.view import CourtSeat
from bot.pictures.canvas import Canvas
from bot.pictures.plates import Area, framed, greyed

PAIR_WIDTH, PAIR_HEIGHT = 62, 82


def seat_plate(canvas: Canvas, seat: Seat, sitting: CourtSitting, area: Area, *, acting: bool) -> None:
    left, top, width, height = area
    framed(canvas, area, golden=acting)
    x = left + 18
    if acting:
        canvas.icon("turn", x + 18, top + 34, 40)
        x += 46
    canvas.icon(f"seat-{seat}", x + 20, top + 34, 42)
    room = width - (x - left) - 62 - (0 if sitting.present else 48)
    canvas.write(sitting.name, x + 50, top + 34, 32, align="left", width=room)
    if sitting.kept is not None:
        pairs(canvas, sitting.kept.pairs, (left + 16, top + 60, width - 32, PAIR_HEIGHT))
        tally(canvas, sitting.kept, (left + 10, top + height - 60, width - 20, 56))
    if not sitting.present:
        greyed(canvas, area)
        canvas.icon("away", left + width - 36, top + 34, 42)


def pairs(canvas: Canvas, kinds: tuple[str, ...], area: Area) -> None:
    """Lay the pairs won in a row; more than fit overlap like a fan, the latest on top."""
    left, top, width, height = area
    if not kinds:
        return
    step = min(PAIR_WIDTH + 6.0, (width - PAIR_WIDTH) / max(1, len(kinds) - 1))
    for place, kind in enumerate(kinds):
        canvas.paste(cards.worn(kind, PAIR_WIDTH, height), left + place * step, top)


def tally(canvas: Canvas, kept: CourtSeat, area: Area, *, total: bool = True) -> None:
    """Write magic hats, penalty chips and, if `total`, the score that they make."""
    left, top, width, height = area
    y = top + height / 2
    magic, chips, score = (left + width * share for share in ((0.09, 0.385, 0.68) if total else (0.2, 0.6, 0)))
    canvas.centre(cards.loose_hat(MAGIC, 58), magic, y)
    canvas.write(kept.magic, magic + 28, y, 34, align="left")
    canvas.icon("chip", chips, y, 42)
    canvas.write(kept.chips, chips + 27, y, 34, align="left")
    if total:
        canvas.icon("score", score, y, 46)
        canvas.write(signed(points(kept)), score + 28, y, 38, align="left")


def signed(points: int) -> str:
    return str(points).replace("-", "−")
