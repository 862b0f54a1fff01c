"""A picture of nothing: it takes the place of one that must not be seen any more and cannot be deleted."""

from __future__ import annotations

import hashlib

from bot.messaging import Picture
from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.palette import COLOURS

DRAWING = 1
"""To be raised when it is drawn differently."""
HEIGHT = WIDTH // 4

BLANK = COLOURS["mist"]


def blank() -> Picture:
    """Return a plain field without any text, the same for everybody."""
    key = hashlib.sha256(f"{__name__} {DRAWING} {BLANK}".encode()).hexdigest()
    return Picture(key, draw, "", "blank.png")


def draw() -> bytes:
    return Canvas(WIDTH, HEIGHT, BLANK).png()
