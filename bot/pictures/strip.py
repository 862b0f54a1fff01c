"""The strip along the top of a board: what was told, from left to right, one chip a move."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from PIL import Image

from bot.pictures.canvas import Canvas, panel
from bot.pictures.marks import disc
from bot.pictures.palette import COLOURS

__all__ = ["Chip", "draw_strip"]

LEFT, TOP, HEIGHT, GAP = 14, 8, 60, 10
DIGIT, SEAT, SIGN, PLACE = 18, 46, 44, 36
"""Room for one digit of a number, for the one seat, the one sign, each place, in pixels."""


class Chip(msgspec.Struct, frozen=True):
    """One move: its number, who, a sign for what, the numbers of the places where, and what came of it.

    `result` are sprites, each with how far its middle stands behind the last place. `inset` is where the number begins;
    `room` is what a chip needs beside number, seat and places.
    """

    number: int
    seat: int | None
    sign: Image.Image
    places: tuple[int, ...]
    result: tuple[tuple[Image.Image, int], ...]
    room: int
    inset: int

    @property
    def width(self) -> int:
        """Measure the chip in pixels."""
        seat = SEAT if self.seat is not None else 0
        return self.room + DIGIT * len(str(self.number)) + seat + PLACE * len(self.places)


def draw_strip(canvas: Canvas, chips: Iterable[Chip]) -> None:
    """Draw the chips side by side."""
    left = LEFT
    for chip in chips:
        canvas.paste(panel(chip.width, HEIGHT, COLOURS["parchment"], radius=28), left, TOP)
        _write(canvas, chip, left + chip.inset)
        left += chip.width + GAP


def _write(canvas: Canvas, chip: Chip, x: int) -> None:
    middle = TOP + HEIGHT / 2
    canvas.write(chip.number, x, middle, 28, "bark-shade", align="left")
    x += DIGIT * len(str(chip.number)) + 28
    if chip.seat is not None:
        canvas.icon(f"seat-{chip.seat}", x, middle, 40)
        x += SEAT
    canvas.centre(chip.sign, x, middle)
    x += SIGN
    for place in chip.places:
        disc(canvas, place, x, middle, 34)
        x += PLACE
    for sprite, distance in chip.result:
        canvas.centre(sprite, x + distance, middle)
