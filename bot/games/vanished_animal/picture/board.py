"""The tableau: what was told, the ring of hats, the six animals, the seats. 1280 x 720 pixels.

On top the last moves as a strip; on the left the ring, and under it the animals' cards (D2); on the right one plate a
seat.
"""

from __future__ import annotations

from bot.games.vanished_animal.moves import ANIMALS
from bot.games.vanished_animal.picture import figures
from bot.games.vanished_animal.picture.model import Move, Table
from bot.games.vanished_animal.picture.plates import seat_plate
from bot.games.vanished_animal.picture.ring import draw_ring
from bot.pictures.canvas import Canvas, panel
from bot.pictures.encode import png
from bot.pictures.marks import disc
from bot.pictures.palette import COLOURS

__all__ = ["draw"]

WIDTH, HEIGHT = 1280, 720
STRIP_X, STRIP_Y, STRIP_HEIGHT, GAP = 14, 8, 60, 10
CARDS_X, CARDS_Y, CARD_WIDTH, CARD_HEIGHT, PITCH = 14, 594, 132, 118, 140
PLATES_X, PLATES_Y, PLATES_WIDTH, TALLEST = 872, 76, 396, 200

_VERDICT = {"right": "match", "wrong": "miss"}


def draw(table: Table) -> bytes:
    """Draw a tableau as PNG."""
    canvas = Canvas(WIDTH, HEIGHT)
    _strip(canvas, table.moves)
    draw_ring(canvas, table)
    for place, kind in enumerate(ANIMALS):
        sprite = figures.card(kind, CARD_WIDTH, CARD_HEIGHT, crossed=kind in table.excluded)
        canvas.paste(sprite, CARDS_X + PITCH * place, CARDS_Y)
    _plates(canvas, table)
    return png(canvas.image)


def _plates(canvas: Canvas, table: Table) -> None:
    count = len(table.seats)
    height = min(TALLEST, (HEIGHT - 8 - PLATES_Y + GAP) // count - GAP)
    for seat, sitting in enumerate(table.seats):
        area = (PLATES_X, PLATES_Y + seat * (height + GAP), PLATES_WIDTH, height)
        seat_plate(canvas, seat, sitting, area, acting=seat == table.to_act)


def _strip(canvas: Canvas, moves: tuple[Move, ...]) -> None:
    """Tell the last moves from left to right: number, seat, what, which hats, which animal."""
    left = STRIP_X
    for move in moves:
        width = _chip_width(move)
        canvas.paste(panel(width, STRIP_HEIGHT, COLOURS["parchment"], radius=28), left, STRIP_Y)
        _chip(canvas, move, left + 16)
        left += width + GAP


def _chip_width(move: Move) -> int:
    seat, animal, verdict = 46 * (move.seat is not None), 58 * (move.animal is not None), 46 * (move.deed in _VERDICT)
    return 36 + 18 * len(str(move.number)) + seat + 46 + 36 * len(move.hats) + animal + verdict


def _chip(canvas: Canvas, move: Move, x: int) -> None:
    middle = STRIP_Y + STRIP_HEIGHT / 2
    canvas.write(move.number, x, middle, 28, "bark-shade", align="left")
    x += 18 * len(str(move.number)) + 28
    if move.seat is not None:
        canvas.icon(f"seat-{move.seat}", x, middle, 40)
        x += 46
    canvas.centre(figures.icon(_sign(move), 44), x, middle)
    x += 44
    for hat in move.hats:
        disc(canvas, hat + 1, x, middle, 34)
        x += 36
    if move.animal is not None:
        canvas.centre(figures.card(move.animal, 52, 50), x + 8, middle)
        x += 60
    if move.deed in _VERDICT:
        canvas.icon(_VERDICT[move.deed], x, middle, 42)


def _sign(move: Move) -> str:
    return "name" if move.deed in _VERDICT else move.deed
