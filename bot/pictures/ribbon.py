"""The ribbon: the latest moves in rows, one chip each, the newest last, in type that a phone shows legibly.

Where there are several, the newest one stands out by its ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec
from PIL import Image

from bot.engine.rules import Seat
from bot.pictures.canvas import SMALLEST_TYPE, Canvas, panel
from bot.pictures.marks import disc, flag, flag_width
from bot.pictures.palette import COLOURS, GROUNDS

HEIGHT, PITCH = 60, 68
"""Of a chip, and from one row to the next, in pixels."""
SIDE, GAP = 10, 8
"""Between the edge of the picture and the first chip, and between two chips."""
BADGE, DISC, PICTURE = 42, 48, 46
"""The sizes of a seat's badge, of a number in a circle, and of what a game brings along, at most."""
INSET, SPACE = 8, 4
"""Inside a chip: at both its ends, and between two things."""

Part: TypeAlias = Image.Image | int
"""What a chip tells: a picture, or the number of a place in a circle."""


class Chip(msgspec.Struct, frozen=True):
    """One move: its number, who moved, and what was done, in reading order."""

    number: int
    seat: Seat | None
    parts: tuple[Part, ...]

    @property
    def width(self) -> int:
        """The width in pixels."""
        badge = SPACE + BADGE if self.seat is not None else 0
        return 2 * INSET + flag_width(self.number) + badge + sum(SPACE + _wide(part) for part in self.parts)


def rows(chips: Iterable[Chip], width: int) -> list[list[Chip]]:
    """Break the chips into rows that fit a picture of `width` pixels; return no row for no chips."""
    broken: list[list[Chip]] = []
    right = width
    for chip in chips:
        if not broken or right + GAP + chip.width > width - SIDE:
            broken.append([])
            right = SIDE - GAP
        broken[-1].append(chip)
        right += GAP + chip.width
    return broken


def draw_ribbon(canvas: Canvas, broken: Sequence[Sequence[Chip]], top: int) -> None:
    """Draw rows of chips, the first `top` pixels below the edge."""
    several = sum(map(len, broken)) > 1
    for row, chips in enumerate(broken):
        left = SIDE
        for place, chip in enumerate(chips, 1):
            fill = ground(newest=several and chips is broken[-1] and place == len(chips))
            canvas.paste(panel(chip.width, HEIGHT, fill, radius=24), left, top + row * PITCH)
            _fill(canvas, chip, left + INSET, top + row * PITCH + HEIGHT / 2)
            left += chip.width + GAP


def ground(*, newest: bool) -> str:
    """Return the colour on which a move is told, as `#rrggbb`; `newest` is the last one of several."""
    return GROUNDS["sun"] if newest else COLOURS["parchment"]


def height(broken: Sequence[Sequence[Chip]]) -> int:
    """Return how much height these rows take, with the gap below them."""
    return PITCH * len(broken)


def _fill(canvas: Canvas, chip: Chip, x: float, middle: float) -> None:
    x += flag(canvas, chip.number, chip.seat, x, middle, align="left") + SPACE
    if chip.seat is not None:
        canvas.icon(f"seat-{chip.seat}", x + BADGE / 2, middle, BADGE)
        x += BADGE + SPACE
    for part in chip.parts:
        if isinstance(part, int):
            disc(canvas, part, x + DISC / 2, middle, DISC, type_size=SMALLEST_TYPE)
        else:
            canvas.centre(part, x + part.width / 2, middle)
        x += _wide(part) + SPACE


def _wide(part: Part) -> int:
    return DISC if isinstance(part, int) else part.width
