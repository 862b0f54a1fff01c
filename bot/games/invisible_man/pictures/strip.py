"""The bar on top, with what is counted and the piles, and under it what was told as pills, the newest last.

What more was told than three lines hold is in the text.
"""

from __future__ import annotations

from bot.games.invisible_man.pictures import pieces
from bot.games.invisible_man.pictures.model import TownBoard
from bot.games.invisible_man.pictures.pills import Pill, Sign
from bot.games.invisible_man.pictures.town_map import building
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import CardCounts
from bot.pictures.canvas import SMALLEST_TYPE, WIDTH, Canvas, panel
from bot.pictures.marks import FLAG_DIGIT, FLAG_ROOM, flag
from bot.pictures.palette import COLOURS
from bot.pictures.ribbon import ground

BAR = 58
"""Height of the bar."""
LEFT, GAP = 8, 7
LINE_WIDTH = WIDTH - 2 * LEFT
"""Of the pills, in pixels: the widest pill fits."""
LINES, PITCH = 3, 54
"""How many lines there may be, and how far apart they are."""
PILL_HEIGHT = 50
DIGIT = 25
"""Room for one digit."""
PILE = 112
"""Room for one pile of the bar."""


def height(pills: tuple[Pill, ...]) -> int:
    """Return how high bar and lines are together."""
    return BAR + PITCH * len(lines(pills)) + (4 if pills else 0)


def draw_strip(canvas: Canvas, board: TownBoard) -> None:
    """Draw how many Signals lie open, near the end the chief's patience (N47, N53), the piles, and what was told."""
    left = _gauge(canvas, "opened", (len(board.opened), len(TOWN.places)), 12)
    if board.quiet:
        _gauge(canvas, "patience", board.quiet, left + 22)
    _piles(canvas, board.piles)
    for place, row in enumerate(lines(board.pills)):
        left = LEFT
        for pill in row:
            newest = pill is board.pills[-1] and len(board.pills) > 1
            _pill(canvas, pill, left, BAR + PITCH * place + PILL_HEIGHT // 2, newest=newest)
            left += width(pill) + GAP


def lines(pills: tuple[Pill, ...]) -> list[list[Pill]]:
    """Break what was told into lines in order; where not all have room, the oldest are left out."""
    found: list[list[Pill]] = []
    for pill in pills:
        if not found or _length([*found[-1], pill]) > LINE_WIDTH:
            found.append([])
        found[-1].append(pill)
    if len(found) <= LINES:
        return found
    left, found = list(pills), []
    while left and len(found) < LINES:
        row = [left.pop()]
        while left and _length([left[-1], *row]) <= LINE_WIDTH:
            row.insert(0, left.pop())
        found.insert(0, row)
    return found


def _length(row: list[Pill]) -> int:
    return sum(width(pill) + GAP for pill in row) - GAP


def width(pill: Pill) -> int:
    """Measure a pill in pixels, in steps of eight, so that few plates have to be rastered."""
    exact = FLAG_ROOM + FLAG_DIGIT * len(str(pill.number)) + 12 + sum(_room(sign) for sign in pill.signs)
    return -(-exact // 8) * 8


def _room(sign: Sign) -> int:
    match sign.sort:
        case "value":
            return 70 + (58 if sign.many > 1 else 0)
        case "pile":
            return 50 if sign.value == 1 else 54 + DIGIT * len(str(sign.value))
        case "laid":
            return 18 + DIGIT * len(str(sign.value))
        case "sum":
            return 28 + DIGIT * len(str(sign.value))
        case "digits":
            return 6 + 35 * len(sign.name)
        case "icon":
            return 44
        case "seat":
            return 42
        case _:
            return 46


def _pill(canvas: Canvas, pill: Pill, left: int, y: int, *, newest: bool) -> None:
    canvas.paste(panel(width(pill), PILL_HEIGHT, ground(newest=newest), radius=23), left, y - PILL_HEIGHT // 2)
    x = left + flag(canvas, pill.number, pill.seat, left, y, align="left") + 2
    for sign in pill.signs:
        _sign(canvas, sign, x, y)
        x += _room(sign)


def _sign(canvas: Canvas, sign: Sign, left: int, y: int) -> None:
    middle = left + _room(sign) / 2
    match sign.sort:
        case "seat":
            canvas.icon(f"seat-{sign.value}", middle, y, 36)
        case "invisible":
            canvas.centre(pieces.pawn(0, hidden=True, width=34), middle, y)
        case "icon":
            canvas.icon(sign.name, middle, y, 40)
        case "sign":
            canvas.centre(pieces.sign(sign.name, 40), middle, y)
        case "place":
            canvas.centre(building(sign.name, 44), middle, y)
        case "die":
            canvas.centre(pieces.die(sign.value, 42), middle, y)
        case "laid":
            canvas.centre(pieces.blank(sign.name, 14 + DIGIT * len(str(sign.value)), 42), middle, y)
            canvas.write(sign.value, middle, y, SMALLEST_TYPE, pieces.INKS[sign.name])
        case "value":
            canvas.centre(pieces.blank(sign.name, 66, 44), left + 35, y)
            canvas.write(f"+{sign.value}", left + 35, y, SMALLEST_TYPE, pieces.INKS[sign.name])
            if sign.many > 1:
                canvas.write(f"×{sign.many}", left + 71, y, SMALLEST_TYPE, align="left")
        case "pile":
            canvas.centre(pieces.mini(sign.name, 42), left + 24, y)
            if sign.value > 1:
                canvas.write(sign.value, left + 48, y, SMALLEST_TYPE, align="left")
        case "sum":
            canvas.write(f"={sign.value}", middle - 2, y, SMALLEST_TYPE)
        case "digits":
            for place, digit in enumerate(sign.name):
                x = left + 20 + 35 * place
                canvas.centre(panel(34, 44, COLOURS["paper"], radius=6, weight=3), x, y)
                canvas.write(digit, x, y, SMALLEST_TYPE)


def _gauge(canvas: Canvas, name: str, share: tuple[int, int], left: int) -> int:
    """Draw a count of so many; return where it ends."""
    canvas.centre(pieces.sign(name, 48), left + 24, BAR / 2)
    return left + 56 + canvas.write(f"{share[0]}/{share[1]}", left + 56, BAR / 2, SMALLEST_TYPE, "paper", align="left")


def _piles(canvas: Canvas, piles: CardCounts) -> None:
    """Lay the four piles side by side at the right, each with its count."""
    shown = (("signal", piles.signals), ("yes", piles.yes), ("no", piles.no), ("cloak", piles.cloaks))
    left = WIDTH - PILE * len(shown)
    for kind, count in shown:
        for sheet in range(min(3, count) - 1, -1, -1):
            canvas.centre(pieces.mini(kind, 44), left + 22 + 3 * sheet, BAR / 2 - 2 * sheet + 2)
        if count == 0:
            canvas.centre(pieces.faded(kind, 44), left + 22, BAR / 2 + 2)
        canvas.write(count, left + 54, BAR / 2, SMALLEST_TYPE, "paper", align="left")
        left += PILE
