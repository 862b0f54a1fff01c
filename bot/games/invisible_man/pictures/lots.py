"""The cards that lie face down beside the places, as slips in the rows of each lot.

A slip has the sign of its kind and the public numbers of its cards (N13). Where a lot has no room for all numbers, each
kind is one heap with how many there are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from PIL import Image

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import pieces
from bot.games.invisible_man.pictures.model import LaidCards
from bot.games.invisible_man.pictures.town_map import LOTS, ROW_HEIGHT, Row
from bot.pictures import sprites
from bot.pictures.canvas import SMALLEST_TYPE, Canvas
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, OUTLINE

DIGIT, SIGN = 26, 24
"""Room for one digit, and for the sign of the kind."""
BEFORE, BETWEEN, AFTER, APART = 4, 9, 7, 4
"""Before the sign, between two numbers, after the last one, between two slips."""
SHEET = 2
"""How far each of the two sheets under a heap stands out."""


class Shown(msgspec.Struct, frozen=True):
    """A card on a slip, or all of a heap: what is written there, the card's number, who knows a value that is told."""

    written: str
    number: int = 0
    knower: Seat | None = None


class Slip(msgspec.Struct, frozen=True):
    """Cards of one kind that lie in one row, or a heap of so many. `left` and `top` are those of its corner."""

    kind: str
    cards: tuple[Shown, ...]
    heap: bool
    left: int
    top: int

    @property
    def width(self) -> int:
        return slip_width(self.cards) + (2 * SHEET if self.heap else 0)


def slip_width(cards: Sequence[Shown]) -> int:
    letters = sum(len(card.written) for card in cards)
    return BEFORE + SIGN + 3 + DIGIT * letters + BETWEEN * (len(cards) - 1) + AFTER


def slips(piles: Sequence[LaidCards]) -> list[Slip]:
    """Lay the cards of one place in its lot: singly if there is room, else in a heap of each kind that has several."""
    rows = LOTS[piles[0].place]
    laid = _laid(rows, [(pile.kind, _shown(pile)) for pile in piles])
    if laid is not None:
        return laid
    found, row, used = list[Slip](), 0, 0
    for pile in piles:
        several = len(pile.numbers) > 1
        cards = (Shown(str(len(pile.numbers))),) if several else _shown(pile)
        wide = slip_width(cards) + (2 * SHEET if several else 0)
        if used and used + wide > rows[row][2]:
            row, used = row + 1, 0
        left, top, _ = rows[row]
        found.append(Slip(pile.kind, cards, several, left + used, top))
        used += wide + APART
    return found


def _shown(pile: LaidCards) -> tuple[Shown, ...]:
    if not pile.open:
        return tuple(Shown(str(number), number) for number in pile.numbers)
    return tuple(Shown(f"+{value}", number, by) for number, (value, by) in zip(pile.numbers, pile.open, strict=True))


def _laid(rows: Sequence[Row], piles: Sequence[tuple[str, tuple[Shown, ...]]]) -> list[Slip] | None:
    """Fill the rows with slips, as many cards in each as fit; None where there are too few rows."""
    found: list[Slip] = []
    row, used = 0, 0
    for kind, cards in piles:
        left = list(cards)
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
    """Draw a slip; cards in `fresh`, which were just laid or moved, stand on gold."""
    body, ink = _paper(slip.kind, slip.width, slip.heap), pieces.INKS[slip.kind]
    canvas.paste(body, slip.left, slip.top)
    middle, x = slip.top + ROW_HEIGHT / 2, slip.left + BEFORE + SIGN + 3.0
    canvas.centre(pieces.emblem(slip.kind, SIGN), slip.left + BEFORE + SIGN / 2 + 1, middle)
    for place, card in enumerate(slip.cards):
        if place:
            canvas.bar(x - BETWEEN / 2 - 1.5, slip.top + 4, x - BETWEEN / 2 + 1.5, slip.top + 36, COLOURS[ink])
        wide, golden = DIGIT * len(card.written), card.number in fresh
        if golden:
            canvas.centre(_gold(wide + 6), x + wide / 2, middle)
        canvas.write(card.written, x + wide / 2, middle, SMALLEST_TYPE, "ink" if golden else ink)
        if card.knower is not None:
            canvas.icon(f"seat-{card.knower}", x + wide + 1, slip.top + 4, 24)
        x += wide + BETWEEN


@kept
def _paper(kind: str, width: int, heap: bool) -> Image.Image:
    """Return what a slip is written on, for a heap with two sheets under it."""
    wide = width - (2 * SHEET if heap else 0)
    drawing = ""
    for shift in (2 * SHEET, SHEET) if heap else ():
        drawing += f'<g transform="translate({shift} {shift})">{pieces.outline(kind, wide, ROW_HEIGHT)}</g>'
    drawing += pieces.outline(kind, wide, ROW_HEIGHT)
    height = ROW_HEIGHT + (2 * SHEET if heap else 0)
    return sprites.drawn(drawing, (0, 0, width, height), width, height)


@kept
def _gold(width: int) -> Image.Image:
    height = ROW_HEIGHT - 6
    style = f'fill="{COLOURS["gold"]}" stroke="{OUTLINE}" stroke-width="2"'
    drawing = f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="9" {style}/>'
    return sprites.drawn(drawing, (0, 0, width, height), width, height)
