"""Several pictures side by side on one wall, numbered in their order: a choice shown to people of all languages."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from bot.messaging import Picture
from bot.pictures.canvas import Canvas, panel
from bot.pictures.encode import png
from bot.pictures.palette import COLOURS

WIDTH, MARGIN, SIGN = 1280, 24, 72
"""Pixels: the wall's width, the space around each picture, the height of the signs with the numbers."""


def side_by_side(pictures: Sequence[Picture]) -> Picture:
    """Hang pictures side by side. Raises ValueError for none."""
    if not pictures:
        raise ValueError("no pictures to hang")
    name = hashlib.sha256("/".join(("gallery 1", *(picture.key for picture in pictures))).encode()).hexdigest()
    return Picture(name, partial(_draw, tuple(picture.draw for picture in pictures)), "")


def _draw(drawings: tuple[Callable[[], bytes], ...]) -> bytes:
    room = (WIDTH - MARGIN) // len(drawings) - MARGIN
    hung = [_scaled(drawing(), room) for drawing in drawings]
    height = max(image.height for image in hung)
    canvas = Canvas(WIDTH, height + 2 * MARGIN + SIGN)
    for number, image in enumerate(hung, start=1):
        left = MARGIN + (number - 1) * (room + MARGIN)
        canvas.image.paste(image, (left, MARGIN + (height - image.height) // 2))
        _sign(canvas, number, left + room / 2, height + 1.25 * MARGIN + SIGN / 2)
    return png(canvas.image)


def _scaled(data: bytes, width: int) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        height = round(image.height * width / image.width)
        return image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)


def _sign(canvas: Canvas, number: int, x: float, y: float) -> None:
    canvas.centre(panel(SIGN, SIGN, COLOURS["paper"], radius=SIGN // 2), x, y)
    canvas.write(number, x, y, 44)
