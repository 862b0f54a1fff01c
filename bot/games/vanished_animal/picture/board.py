"""The tableau: what was told, the ring of hats, the six animals, the seats. 1280 x 720 pixels.

On top the last moves as a strip; on the left the ring, and under it the animals' cards (D2); on the right one plate a
seat.
"""

from __future__ import annotations

from PIL import Image

from bot.games.vanished_animal.moves import ANIMALS
from bot.games.vanished_animal.picture import figures
from bot.games.vanished_animal.picture.model import Move, Table
from bot.games.vanished_animal.picture.plates import seat_plate
from bot.games.vanished_animal.picture.ring import draw_ring
from bot.pictures import sprites
from bot.pictures.canvas import Canvas
from bot.pictures.encode import png
from bot.pictures.strip import Chip, draw_strip

__all__ = ["draw"]

WIDTH, HEIGHT = 1280, 720
GAP = 10
CARDS_X, CARDS_Y, CARD_WIDTH, CARD_HEIGHT, PITCH = 14, 594, 132, 118, 140
PLATES_X, PLATES_Y, PLATES_WIDTH, TALLEST = 872, 76, 396, 200

_VERDICT = {"right": "match", "wrong": "miss"}


def draw(table: Table) -> bytes:
    """Draw a tableau as PNG."""
    canvas = Canvas(WIDTH, HEIGHT)
    draw_strip(canvas, map(_chip, table.moves))
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


def _chip(move: Move) -> Chip:
    """Tell a move: the hats it touched, the animal that was named, and whether that was right."""
    return Chip(
        number=move.number,
        seat=move.seat,
        sign=figures.icon(_sign(move), 44),
        places=tuple(hat + 1 for hat in move.hats),
        result=_result(move),
        room=82 + 58 * (move.animal is not None) + 46 * (move.deed in _VERDICT),
        inset=16,
    )


def _result(move: Move) -> tuple[tuple[Image.Image, int], ...]:
    if move.animal is None:
        return ()
    named = (figures.card(move.animal, 52, 50), 8)
    return (named, (sprites.icon(_VERDICT[move.deed], 42), 60)) if move.deed in _VERDICT else (named,)


def _sign(move: Move) -> str:
    return "name" if move.deed in _VERDICT else move.deed
