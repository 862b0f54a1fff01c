"""The tableau: what was told, the ring of hats, the six animals, the seats. 1280 x 720 pixels.

On top the last moves as a strip; on the left the ring, and under it the animals' cards (D2); on the right one plate a
seat. When computers have moved in a row the strip grows a second row: the ring moves down, the cards get lower.
"""

from __future__ import annotations

from PIL import Image

from bot.games.vanished_animal.pictures import figures
from bot.games.vanished_animal.pictures.model import VanishedMove, VanishedTableau
from bot.games.vanished_animal.pictures.plates import seat_plate
from bot.games.vanished_animal.pictures.ring import draw_ring
from bot.games.vanished_animal.rules.moves import ANIMALS
from bot.pictures import sprites, strip
from bot.pictures.canvas import Canvas
from bot.pictures.encode import png
from bot.pictures.palette import COLOURS
from bot.pictures.strip import Chip, draw_strip

WIDTH, HEIGHT = 1280, 720
GAP = 10
CARDS_X, CARDS_Y, CARD_WIDTH, CARD_HEIGHT, PITCH = 14, 594, 132, 118, 140
PLATES_X, PLATES_Y, PLATES_WIDTH, TALLEST = 872, 76, 396, 200
ROWS, ROW = 2, 62
"""How many rows the strip may have, and how far the second is below the first."""
RING_TOP, LOWER = 78, 52
"""Where the ring and its marks begin, and by how much a second row of the strip moves it down."""

_VERDICT = {"right": "match", "wrong": "miss"}


def draw(table: VanishedTableau) -> bytes:
    canvas = Canvas(WIDTH, HEIGHT)
    strips = rows(table)
    down = LOWER if len(strips) > 1 else 0
    draw_ring(canvas, table)
    if down:
        _lower(canvas, down)
    for number, row in enumerate(strips):
        draw_strip(canvas, row, strip.TOP + ROW * number)
    for place, kind in enumerate(ANIMALS):
        sprite = figures.card(kind, CARD_WIDTH, CARD_HEIGHT - down, crossed=kind in table.excluded)
        canvas.paste(sprite, CARDS_X + PITCH * place, CARDS_Y + down)
    _plates(canvas, table, PLATES_Y + ROW * (len(strips) - 1))
    return png(canvas.image)


def rows(table: VanishedTableau) -> list[list[Chip]]:
    """Break the strip into at most two rows; where that is not enough, the oldest moves are in the caption alone."""
    chips = [_chip(move) for move in table.moves]
    while len(broken := strip.rows(chips, WIDTH)) > ROWS:
        chips = chips[1:]
    return broken


def _lower(canvas: Canvas, down: int) -> None:
    """Move the ring down to where there is room for it."""
    ring = canvas.image.crop((0, RING_TOP, PLATES_X, CARDS_Y))
    canvas.bar(0, RING_TOP, PLATES_X, CARDS_Y, COLOURS["felt"])
    canvas.image.paste(ring, (0, RING_TOP + down))


def _plates(canvas: Canvas, table: VanishedTableau, top: int) -> None:
    count = len(table.seats)
    height = min(TALLEST, (HEIGHT - 8 - top + GAP) // count - GAP)
    for seat, sitting in enumerate(table.seats):
        area = (PLATES_X, top + seat * (height + GAP), PLATES_WIDTH, height)
        seat_plate(canvas, seat, sitting, area, acting=seat == table.to_act)


def _chip(move: VanishedMove) -> Chip:
    return Chip(
        number=move.number,
        seat=move.seat,
        sign=figures.icon(_sign(move), 44),
        places=tuple(hat + 1 for hat in move.hats),
        result=_result(move),
        room=82 + 58 * (move.animal is not None) + 46 * (move.deed in _VERDICT),
        inset=16,
    )


def _result(move: VanishedMove) -> tuple[tuple[Image.Image, int], ...]:
    if move.animal is None:
        return ()
    named = (figures.card(move.animal, 52, 50), 8)
    return (named, (sprites.icon(_VERDICT[move.deed], 42), 60)) if move.deed in _VERDICT else (named,)


def _sign(move: VanishedMove) -> str:
    return "name" if move.deed in _VERDICT else move.deed
