"""The strip along the top of a board: the latest moves from left to right, one chip each."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from PIL import Image

from bot.pictures.canvas import Canvas, panel
from bot.pictures.marks import disc
from bot.pictures.palette import COLOURS

LEFT, TOP, HEIGHT, GAP = 14, 8, 60, 10
DIGIT, SEAT, SIGN, PLACE = 18, 46, 44, 36
"""Room for one digit of a number, for the one seat, the one sign, each place, in pixels."""


class Chip(msgspec.Struct, frozen=True):
    """One move: its number, seat, kind, the numbers of its places, and its result.

    `result` are sprites, each with the distance of its centre from the last place. `inset` is where the number begins;
    `room` is the width needed beside number, seat and places.
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
        """The width in pixels."""
        seat = SEAT if self.seat is not None else 0
        return self.room + DIGIT * len(str(self.number)) + seat + PLACE * len(self.places)


def rows(chips: Iterable[Chip], width: int) -> list[list[Chip]]:
    """Break the chips into rows of at most `width` pixels."""
    broken: list[list[Chip]] = [[]]
    left = LEFT
    for chip in chips:
        if broken[-1] and left + chip.width + GAP > width:
            broken.append([])
            left = LEFT
        broken[-1].append(chip)
        left += chip.width + GAP
    return broken


def draw_strip(canvas: Canvas, chips: Iterable[Chip], top: int = TOP) -> None:
    """Draw the chips side by side, `top` pixels below the edge."""
    left = LEFT
    for chip in chips:
        canvas.paste(panel(chip.width, HEIGHT, COLOURS["parchment"], radius=28), left, top)
        _write(canvas, chip, left + chip.inset, top + HEIGHT / 2)
        left += chip.width + GAP


def _write(canvas: Canvas, chip: Chip, x: int, middle: float) -> None:
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
