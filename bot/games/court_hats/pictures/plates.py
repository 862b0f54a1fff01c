"""A seat's plate: badge, name, pairs won, and the numbers that make the score (H21, H23)."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.court_hats.pictures import cards
from bot.games.court_hats.pictures.model import CourtSitting
from bot.games.court_hats.rules.moves import MAGIC
from bot.games.court_hats.rules.score import points
from bot.games.court_hats.rules.view import CourtSeat
from bot.pictures.canvas import SMALLEST_TYPE, Canvas
from bot.pictures.plates import Area, framed, greyed, name_line

LOW = 150
"""A plate lower than this has its numbers beside its pairs and not below."""
NAME, LINE = 54, 50
"""The heights of the line with the name and of a line of numbers, in pixels."""
EDGE = 20
"""Between the end of a line of numbers and that of its plate."""
SMALL = 42
"""A pair's card lower than twice this is as wide as high."""
MAGIC_ROOM, CHIPS_ROOM, SCORE = 76, 100, 124
"""The room for magic hats, one digit wide, for chips, two wide, and for a trophy and the score, three wide."""


def seat_plate(canvas: Canvas, seat: Seat, sitting: CourtSitting, area: Area, *, acting: bool) -> None:
    left, top, width, height = area
    framed(canvas, area, golden=acting)
    low = height < LOW
    room = width - 28 - (SCORE if low and sitting.kept is not None else 0)
    name_line(canvas, seat, sitting, (left + 14, top + 2, room, NAME), acting=acting)
    if sitting.kept is not None:
        if low:
            _low(canvas, sitting.kept, area)
        else:
            pairs(canvas, sitting.kept.pairs, (left + 16, top + NAME + 4, width - 32, height - NAME - LINE - 18))
            tally(canvas, sitting.kept, (left + 10, top + height - LINE - 10, width - 20, LINE))
    if not sitting.present:
        greyed(canvas, area)


def _low(canvas: Canvas, kept: CourtSeat, area: Area) -> None:
    """Write the score at the end of the first line; in the second lie the pairs and what else counts."""
    left, top, width, height = area
    right = left + width - EDGE
    ended(canvas, "score", signed(points(kept)), right, top + 2 + NAME / 2)
    pairs_and_counts(canvas, kept, (left + 14, top + height - LINE - 4, width - 14 - EDGE, LINE - 2))


def pairs_and_counts(canvas: Canvas, kept: CourtSeat, area: Area) -> None:
    """Lay the pairs won in an area, and at its end, along the lower edge, magic hats and penalty chips."""
    left, top, width, height = area
    y, numbers = top + height - LINE / 2 + 1, left + width - MAGIC_ROOM - CHIPS_ROOM
    pairs(canvas, kept.pairs, (left, top, numbers - 12 - left, height))
    _count(canvas, "magic", kept.magic, numbers, y)
    ended(canvas, "chip", str(kept.chips), left + width, y)


def ended(canvas: Canvas, icon: str, number: str, right: float, y: float, *, size: int = SMALLEST_TYPE) -> None:
    """Write a number that ends at `right`, its icon before it, so that one stands below the other."""
    wide = canvas.write(number, right, y, size, align="right")
    canvas.icon(icon, right - wide - 6 - size / 2, y, size + 2)


def pairs(canvas: Canvas, kinds: tuple[str, ...], area: Area) -> None:
    """Lay the pairs won in a row, in two where there are many; more than fit overlap like a fan, the latest on top."""
    left, top, width, height = area
    if not kinds:
        return
    wide, rows = round(height * 0.82), 1
    if height > 2 * SMALL and len(kinds) * (wide + 6) > 1.4 * width:
        rows, height = 2, (height - 4) // 2
    if height < 2 * SMALL:
        wide = height
    long = -(-len(kinds) // rows)
    step = min(wide + 6.0, (width - wide) / max(1, long - 1))
    for place, kind in enumerate(kinds):
        row, column = divmod(place, long)
        canvas.paste(cards.worn(kind, wide, height), left + column * step, top + row * (height + 4))


def tally(canvas: Canvas, kept: CourtSeat, area: Area, *, total: bool = True) -> None:
    """Write magic hats, penalty chips and, if `total`, the score that they make, from end to end of a line."""
    left, top, width, height = area
    y, spare = top + height / 2, max(0, width - MAGIC_ROOM - CHIPS_ROOM - SCORE)
    right = left + width - min(EDGE // 2, spare // 2)
    _count(canvas, "magic", kept.magic, left + min(4, spare // 2), y)
    if total:
        _count(canvas, "chip", kept.chips, left + MAGIC_ROOM + spare / 2, y)
        ended(canvas, "score", signed(points(kept)), right, y)
    else:
        ended(canvas, "chip", str(kept.chips), right, y)


def _count(canvas: Canvas, name: str, count: int, x: float, y: float) -> None:
    if name == "magic":
        canvas.centre(cards.loose_hat(MAGIC, 58), x + 23, y)
    else:
        canvas.icon(name, x + 22, y, 42)
    canvas.write(count, x + 46, y, SMALLEST_TYPE, align="left")


def signed(points: int) -> str:
    return str(points).replace("-", "−")
