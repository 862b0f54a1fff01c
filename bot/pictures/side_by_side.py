"""Several pictures side by side, numbered in their order: a choice without words."""

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

WIDTH, MARGIN, DISC = 1280, 24, 72
"""Pixels: the whole width, the space around each picture, the size of the discs with the numbers."""


def side_by_side(pictures: Sequence[Picture]) -> Picture:
    """Return one picture of several, side by side. Raise ValueError for none."""
    if not pictures:
        raise ValueError("no pictures")
    name = hashlib.sha256("/".join(("gallery 2", *(picture.key for picture in pictures))).encode()).hexdigest()
    return Picture(name, partial(_draw, tuple(picture.draw for picture in pictures)), "")


def _draw(drawings: tuple[Callable[[], bytes], ...]) -> bytes:
    room = (WIDTH - MARGIN) // len(drawings) - MARGIN
    scaled = [_scaled(drawing(), room) for drawing in drawings]
    height = max(image.height for image in scaled)
    canvas = Canvas(WIDTH, height + 2 * MARGIN + DISC)
    for number, image in enumerate(scaled, start=1):
        left = MARGIN + (number - 1) * (room + MARGIN)
        canvas.image.paste(image, (left, MARGIN + (height - image.height) // 2))
        _disc(canvas, number, left + room / 2, height + 1.25 * MARGIN + DISC / 2)
    return png(canvas.image)


def _scaled(data: bytes, width: int) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        height = round(image.height * width / image.width)
        return image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)


def _disc(canvas: Canvas, number: int, x: float, y: float) -> None:
    canvas.centre(panel(DISC, DISC, COLOURS["paper"], radius=DISC // 2), x, y)
    canvas.write(number, x, y, 44)
