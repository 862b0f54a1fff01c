"""Several pictures side by side, two to a row, numbered in their order: a choice without words."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from bot.messaging import Picture
from bot.pictures.canvas import WIDTH, Canvas, panel
from bot.pictures.palette import COLOURS

MARGIN, DISC = 16, 96
"""Pixels: the space around each picture, the size of the discs with the numbers."""
TALLEST = 0.59
"""Of a picture's width: what is below is left out. Lobbies have their seats there, the scene is above."""
DRAWING = 3


def side_by_side(pictures: Sequence[Picture]) -> Picture:
    """Return one picture of several. Raise ValueError for none."""
    if not pictures:
        raise ValueError("no pictures")
    keys = "/".join((f"gallery {DRAWING}", *(picture.key for picture in pictures)))
    name = hashlib.sha256(keys.encode()).hexdigest()
    return Picture(name, partial(_draw, tuple(picture.draw for picture in pictures)), "")


def _draw(drawings: tuple[Callable[[], bytes], ...]) -> bytes:
    columns = min(2, len(drawings))
    room = (WIDTH - MARGIN) // columns - MARGIN
    scaled = [_scaled(drawing(), room) for drawing in drawings]
    pitch = max(image.height for image in scaled) + MARGIN
    canvas = Canvas(WIDTH, MARGIN + pitch * -(-len(scaled) // columns), COLOURS["coal"])
    for place, image in enumerate(scaled):
        row, column = divmod(place, columns)
        alone = place == len(scaled) - 1 and column == 0
        left = (WIDTH - room) // 2 if alone else MARGIN + column * (room + MARGIN)
        top = MARGIN + row * pitch + (pitch - MARGIN - image.height) // 2
        canvas.paste(panel(room + 8, image.height + 8, COLOURS["paper"], radius=10), left - 4, top - 4)
        canvas.cover(image, left, top)
        _disc(canvas, place + 1, left + DISC / 2 + 4, top + image.height - DISC / 2 - 4)
    return canvas.png(keep=False)


def _scaled(data: bytes, width: int) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        shown = image.convert("RGB").crop((0, 0, image.width, min(image.height, round(image.width * TALLEST))))
    return shown.resize((width, round(shown.height * width / shown.width)), Image.Resampling.LANCZOS)


def _disc(canvas: Canvas, number: int, x: float, y: float) -> None:
    canvas.centre(panel(DISC, DISC, COLOURS["paper"], radius=DISC // 2), x, y)
    canvas.write(number, x, y, 64)
