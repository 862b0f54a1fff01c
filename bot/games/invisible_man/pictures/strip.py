"""The strip on top: the last dice large, and what was told as pills in two lines, the newest last.

When more is told than two lines hold, as when computers move in a row, the picture grows by lines on top.
"""

from __future__ import annotations

from bot.games.invisible_man.pictures import pieces, town_map
from bot.games.invisible_man.pictures.model import TownBoard
from bot.games.invisible_man.pictures.pills import Dice, Pill, Sign
from bot.games.invisible_man.pictures.town_map import building
from bot.games.invisible_man.rules.town import TOWN
from bot.pictures.canvas import Canvas, panel
from bot.pictures.palette import COLOURS

LEFT, GAP = 124, 8
LINES = (30, 84)
"""The middles of the two lines."""
PITCH = LINES[1] - LINES[0]
MORE = 4
"""Lines that may be added on top."""
PILL_HEIGHT = 50
DIGIT = 20
"""Room for one digit of type size 30."""
GAUGE_WIDTH = 172
LINE_WIDTH = town_map.WIDTH - LEFT - GAUGE_WIDTH - 16
"""Of the pills, in pixels: the widest pill fits."""
FIRST, WHOLE_WIDTH = 12, town_map.WIDTH - 24
"""Where the lines on top begin, and how long they are: no die and no count stands beside them."""


def draw_strip(canvas: Canvas, board: TownBoard) -> None:
    """Draw dice, pills, and at the right how many places are closed and, near the end, the chief's patience (N47)."""
    _dice(canvas, board.dice)
    for middle, row in zip(LINES, lines(board.pills), strict=True):
        _row(canvas, row, LEFT, middle)
    _gauge(canvas, "closed", (len(board.opened), len(TOWN.places)), LINES[0])
    if board.quiet:
        _gauge(canvas, "patience", board.quiet, LINES[1])


def lines(pills: tuple[Pill, ...]) -> tuple[list[Pill], list[Pill]]:
    """Fill the lower line with the newest pills, the upper one with those before."""
    left = list(pills)
    lower, upper = _newest(left, LINE_WIDTH), _newest(left, LINE_WIDTH)
    return (upper, lower) if upper else (lower, [])


def more_lines(pills: tuple[Pill, ...]) -> list[list[Pill]]:
    """Return the lines on top, the oldest first: what two lines do not hold; what is older still has no room."""
    shown = sum(map(len, lines(pills)))
    left, added = list(pills[: len(pills) - shown]), list[list[Pill]]()
    while left and len(added) < MORE:
        added.insert(0, _newest(left, WHOLE_WIDTH))
    return added


def _newest(left: list[Pill], room: int) -> list[Pill]:
    """Take the newest pills off the list, as many as fit a line."""
    row: list[Pill] = []
    while left and sum(width(pill) + GAP for pill in [left[-1], *row]) - GAP <= room:
        row.insert(0, left.pop())
    return row


def draw_more(canvas: Canvas, added: list[list[Pill]]) -> None:
    for place, row in enumerate(added):
        _row(canvas, row, FIRST, LINES[0] + PITCH * place)


def _row(canvas: Canvas, row: list[Pill], left: int, middle: int) -> None:
    for pill in row:
        _pill(canvas, pill, left, middle)
        left += width(pill) + GAP


def width(pill: Pill) -> int:
    """Measure a pill in pixels, in steps of eight, so that few plates have to be rastered."""
    exact = 36 + DIGIT * len(str(pill.number)) + sum(_room(sign) for sign in pill.signs)
    return -(-exact // 8) * 8


def _room(sign: Sign) -> int:
    match sign.sort:
        case "value":
            return 58 + (38 if sign.many > 1 else 0)
        case "pile":
            return 58 if sign.value == 1 else 80
        case "laid":
            return town_map.CARD[0] + 6
        case "sum":
            return 28 + DIGIT * len(str(sign.value))
        case "digits":
            return 8 + (DIGIT + 8) * len(sign.name)
        case _:
            return 48


def _pill(canvas: Canvas, pill: Pill, left: int, y: int) -> None:
    canvas.paste(panel(width(pill), PILL_HEIGHT, COLOURS["parchment"], radius=23), left, y - PILL_HEIGHT // 2)
    canvas.write(pill.number, left + 16, y, 28, "bark-shade", align="left")
    x = left + 24 + DIGIT * len(str(pill.number))
    for sign in pill.signs:
        _sign(canvas, sign, x, y)
        x += _room(sign)


def _sign(canvas: Canvas, sign: Sign, left: int, y: int) -> None:
    middle = left + _room(sign) / 2
    match sign.sort:
        case "seat":
            canvas.icon(f"seat-{sign.value}", middle, y, 36)
        case "invisible":
            canvas.centre(pieces.pawn(0, hidden=True, width=32), middle, y)
        case "icon":
            canvas.icon(sign.name, middle, y, 40)
        case "sign":
            canvas.centre(pieces.sign(sign.name, 38), middle, y)
        case "place":
            canvas.centre(building(sign.name, 42), middle, y)
        case "die":
            canvas.centre(pieces.die(sign.value, 40), middle, y)
        case "laid":
            pieces.card(canvas, sign.name, sign.value, middle, y)
        case "value":
            canvas.centre(pieces.blank(sign.name, 54, 40), left + 29, y)
            canvas.write(f"+{sign.value}", left + 29, y, 28, "paper")
            if sign.many > 1:
                canvas.write(f"×{sign.many}", left + 60, y, 28, align="left")
        case "pile":
            canvas.centre(pieces.blank(sign.name, 40, 42), left + 25, y)
            canvas.centre(pieces.emblem(sign.name, 28), left + 25, y)
            if sign.value > 1:
                canvas.write(sign.value, left + 50, y, 28, align="left")
        case "sum":
            canvas.write(f"={sign.value}", middle - 2, y, 30)
        case "digits":
            for place, digit in enumerate(sign.name):
                x = left + 18 + (DIGIT + 8) * place
                canvas.centre(panel(27, 38, COLOURS["paper"], radius=6, weight=3), x, y)
                canvas.write(digit, x, y, 28)


def _dice(canvas: Canvas, dice: Dice) -> None:
    top, side = 5, 104
    canvas.paste(panel(side, side, COLOURS["felt-shade"], radius=20, edge=COLOURS["felt-shade"]), 8, top)
    if len(dice) == 1:
        canvas.centre(pieces.die(dice[0][1], 88), 60, top + 52)
        canvas.icon(f"seat-{dice[0][0]}", 98, top + 90, 34)
    for place, (seat, value) in enumerate(dice if len(dice) > 1 else ()):
        y = top + 27 + 50 * place
        canvas.centre(pieces.die(value, 50), 78, y)
        canvas.icon(f"seat-{seat}", 32, y, 34)


def _gauge(canvas: Canvas, name: str, share: tuple[int, int], y: int) -> None:
    written = canvas.write(f"{share[0]}/{share[1]}", town_map.WIDTH - 20, y, 32, "paper", align="right")
    canvas.centre(pieces.sign(name, 40), town_map.WIDTH - 50 - written, y)
