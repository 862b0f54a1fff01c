"""The cards that lie face down beside the places, as slips in the rows of each lot.

A slip has the sign of its kind and the public numbers of its cards (N13). Where a lot has no room for all numbers, each
kind is one heap with how many there are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec
from PIL import Image

from bot.games.invisible_man.pictures import pieces
from bot.games.invisible_man.pictures.model import LaidCards
from bot.games.invisible_man.pictures.town_map import LOTS, ROW_HEIGHT, Row
from bot.pictures import sprites
from bot.pictures.canvas import SMALLEST_TYPE, Canvas
from bot.pictures.palette import COLOURS, OUTLINE

DIGIT, SIGN = 26, 24
"""Room for one digit, and for the sign of the kind."""
BEFORE, BETWEEN, AFTER, APART = 4, 9, 7, 4
"""Before the sign, between two numbers, after the last one, between two slips."""
SHEET = 2
"""How far each of the two sheets under a heap stands out."""


class Slip(msgspec.Struct, frozen=True):
    """Cards of one kind that lie in one row, or a heap of so many. `left` and `top` are those of its corner."""

    kind: str
    numbers: tuple[int, ...]
    heap: bool
    left: int
    top: int

    @property
    def width(self) -> int:
        return slip_width(self.numbers) + (2 * SHEET if self.heap else 0)

    def middle(self, number: int) -> float:
        """Return how far right the middle of one of its numbers stands."""
        x = float(self.left + BEFORE + SIGN + 3)
        for each in self.numbers:
            wide = DIGIT * len(str(each))
            if each == number:
                return x + wide / 2
            x += wide + BETWEEN
        raise ValueError(number)


def slip_width(numbers: Sequence[int]) -> int:
    digits = sum(len(str(number)) for number in numbers)
    return BEFORE + SIGN + 3 + DIGIT * digits + BETWEEN * (len(numbers) - 1) + AFTER


def slips(piles: Sequence[LaidCards]) -> list[Slip]:
    """Lay the cards of one place in its lot: singly if there is room, else in a heap of each kind that has several."""
    rows = LOTS[piles[0].place]
    laid = _laid(rows, [(pile.kind, pile.numbers) for pile in piles])
    if laid is not None:
        return laid
    found, row, used = list[Slip](), 0, 0
    for pile in piles:
        several = len(pile.numbers) > 1
        numbers = (len(pile.numbers),) if several else pile.numbers
        wide = slip_width(numbers) + (2 * SHEET if several else 0)
        if used and used + wide > rows[row][2]:
            row, used = row + 1, 0
        left, top, _ = rows[row]
        found.append(Slip(pile.kind, numbers, several, left + used, top))
        used += wide + APART
    return found


def _laid(rows: Sequence[Row], piles: Sequence[tuple[str, tuple[int, ...]]]) -> list[Slip] | None:
    """Fill the rows with slips, as many numbers in each as fit; None where there are too few rows."""
    found: list[Slip] = []
    row, used = 0, 0
    for kind, numbers in piles:
        left = list(numbers)
        while left:
            if row == len(rows):
                return None
            x, y, room = rows[row]
            fitting = max(n for n in range(len(left) + 1) if n == 0 or used + slip_width(left[:n]) <= room)
            if fitting:
                slip = Slip(kind, tuple(left[:fitting]), False, x + used, y)
                found.append(slip)
                used += slip.width + APART
                del left[:fitting]
            if left:
                row, used = row + 1, 0
    return found


def draw_slip(canvas: Canvas, slip: Slip, fresh: Collection[int]) -> None:
    """Draw a slip; the numbers in `fresh`, of cards just laid or moved, stand on gold."""
    body, ink = _paper(slip.kind, slip.width, slip.heap), pieces.INKS[slip.kind]
    canvas.paste(body, slip.left, slip.top)
    middle = slip.top + ROW_HEIGHT / 2
    canvas.centre(pieces.emblem(slip.kind, SIGN), slip.left + BEFORE + SIGN / 2 + 1, middle)
    for place, number in enumerate(slip.numbers):
        x = slip.middle(number)
        if place:
            left = x - DIGIT * len(str(number)) / 2 - BETWEEN / 2
            canvas.bar(left - 1.5, slip.top + 4, left + 1.5, slip.top + ROW_HEIGHT - 4, COLOURS[ink])
        if number in fresh and not slip.heap:
            wide = DIGIT * len(str(number)) + 6
            canvas.centre(_gold(wide), x, middle)
        canvas.write(number, x, middle, SMALLEST_TYPE, "ink" if number in fresh and not slip.heap else ink)


@lru_cache(maxsize=64)
def _paper(kind: str, width: int, heap: bool) -> Image.Image:
    """Return what a slip is written on, for a heap with two sheets under it."""
    wide = width - (2 * SHEET if heap else 0)
    drawing = ""
    for shift in (2 * SHEET, SHEET) if heap else ():
        drawing += f'<g transform="translate({shift} {shift})">{pieces.outline(kind, wide, ROW_HEIGHT)}</g>'
    drawing += pieces.outline(kind, wide, ROW_HEIGHT)
    height = ROW_HEIGHT + (2 * SHEET if heap else 0)
    return sprites.raster(drawing, (0, 0, width, height), width, height)


@lru_cache(maxsize=8)
def _gold(width: int) -> Image.Image:
    height = ROW_HEIGHT - 6
    style = f'fill="{COLOURS["gold"]}" stroke="{OUTLINE}" stroke-width="2"'
    drawing = f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="9" {style}/>'
    return sprites.raster(drawing, (0, 0, width, height), width, height)
