"""The tableau: what was told, the row of slots, the seats, the help card. 1280 x 720 pixels.

From top to bottom: the last moves as a strip, arrows over the slots they touch, hats over characters with the piles at
the end of the row, one plate a seat, and every kind wearing its hat (H25).
"""

from __future__ import annotations

from bot.games.court_hats.moves import KINDS, MAGIC
from bot.games.court_hats.picture import cards
from bot.games.court_hats.picture.model import Move, Table
from bot.games.court_hats.picture.plates import seat_plate
from bot.pictures import sprites
from bot.pictures.canvas import Canvas, dashed, panel
from bot.pictures.encode import png
from bot.pictures.marks import disc, label
from bot.pictures.palette import COLOURS, OUTLINE, SEATS
from bot.pictures.plates import abreast
from bot.pictures.strip import Chip, draw_strip

__all__ = ["draw"]

WIDTH, HEIGHT = 1280, 720
ARROWS_Y = 74
HATS_Y, HAT_HEIGHT = 130, 112
CARDS_Y, CARD, PITCH, ROW_X = 246, 140, 157, 14
PLATES_Y, PLATES_HEIGHT, GAP = 398, 206, 10
HELP_Y, HELP_HEIGHT = 612, 102
PILES_X, PILE = 1132, 118
SLOTS = 7

Bracket = tuple[int, int, int]
"""An arrow's left and right foot and its top, in pixels."""


def draw(table: Table) -> bytes:
    """Draw a tableau as PNG."""
    canvas = Canvas(WIDTH, HEIGHT)
    draw_strip(canvas, map(_chip, table.moves))
    for slot in range(len(table.row)):
        _slot(canvas, table, slot)
    _piles(canvas, table)
    _marks(canvas, table.moves)
    for slot in (slot for slot, kind in enumerate(table.row) if kind is not None):
        disc(canvas, slot + 1, ROW_X + slot * PITCH + 20, CARDS_Y, 48)
    _plates(canvas, table)
    _help(canvas, magic=table.magic_hats)
    return png(canvas.image)


def _middle(slot: int) -> int:
    return ROW_X + slot * PITCH + CARD // 2


def _chip(move: Move) -> Chip:
    """Tell a move: the slots it touched, and the hat that all saw."""
    return Chip(
        number=move.number,
        seat=move.seat,
        sign=sprites.icon(move.deed, 46),
        places=tuple(slot + 1 for slot in move.slots),
        result=((cards.hat(move.hat, 50, 48), 16),) if move.hat is not None else (),
        room=84 + 12 * bool(move.slots) + 58 * (move.hat is not None),
        inset=14,
    )


def _digits(move: Move) -> int:
    return len(str(move.number))


def _slot(canvas: Canvas, table: Table, slot: int) -> None:
    left, kind, face = ROW_X + slot * PITCH, table.row[slot], table.faces[slot]
    if kind is None:
        canvas.paste(dashed(CARD, CARDS_Y + CARD - HATS_Y), left, HATS_Y)
        canvas.write(slot + 1, _middle(slot), (HATS_Y + CARDS_Y + CARD) / 2, 48, "mist")
        return
    for y, height in ((HATS_Y, HAT_HEIGHT), (CARDS_Y, CARD)):
        canvas.paste(panel(CARD, height, COLOURS["felt-shade"], radius=10, edge=COLOURS["felt-shade"]), left + 4, y + 5)
    hat = cards.hat_back(CARD, HAT_HEIGHT) if face is None else cards.hat(face, CARD, HAT_HEIGHT)
    canvas.paste(hat, left, HATS_Y)
    canvas.paste(cards.character(kind, CARD, CARD), left, CARDS_Y)


def _piles(canvas: Canvas, table: Table) -> None:
    hats = (cards.hat_back(PILE, HAT_HEIGHT - 18), table.hat_pile, HATS_Y)
    people = (cards.character_back(PILE, PILE), table.character_pile, CARDS_Y)
    for back, count, y in (hats, people):
        if count == 0:
            canvas.paste(dashed(back.width, back.height), PILES_X, y + 8)
        for sheet in range(min(3, count)):
            canvas.paste(back, PILES_X + 7 * sheet, y + 8 + 5 * sheet)
        x, bottom = PILES_X + PILE - 22, y + back.height - 4
        canvas.centre(panel(64, 46, COLOURS["paper"], radius=22, weight=3), x, bottom)
        canvas.write(count, x, bottom, 34)


def _marks(canvas: Canvas, moves: tuple[Move, ...]) -> None:
    """Mark the slots that were touched: arrows over a swap, a tag for what was seen or opened."""
    numbered = len(moves) > 1
    fresh = [move for move in moves if not move.stale]
    swaps = [move for move in fresh if move.deed == "swap"]
    brackets = [_bracket(move, lane, len(swaps)) for lane, move in enumerate(swaps)]
    for move, bracket in zip(swaps, brackets, strict=True):
        _arrow(canvas, move, bracket)
    if numbered:
        _arrow_numbers(canvas, swaps, brackets)
    stacked = [0] * SLOTS
    for move in fresh:
        if move.deed != "swap" and move.slots:
            _tag(canvas, move, stacked[move.slots[0]], numbered=numbered)
            stacked[move.slots[0]] += 1


def _bracket(move: Move, lane: int, lanes: int) -> Bracket:
    shift = round((lane - (lanes - 1) / 2) * 26)
    return _middle(move.slots[0]) + shift, _middle(move.slots[1]) + shift, ARROWS_Y + 14 + lane * 9


def _arrow(canvas: Canvas, move: Move, bracket: Bracket) -> None:
    """Draw a bracket from slot to slot, in its seat's colour, pointing down at both."""
    left, right, top = bracket
    span, drop = right - left, HATS_Y + 14 - top
    line = f"M0 {drop - 14}V10Q0 0 10 0H{span - 10}Q{span} 0 {span} 10V{drop - 14}"
    heads = "".join(f"M{x} {drop}l-15 -20h30Z" for x in (0, span))
    colour = SEATS[move.seat] if move.seat is not None else COLOURS["paper"]
    drawing = "".join(
        f'<path d="{line}" fill="none" stroke="{edge}" stroke-width="{weight}"/>'
        f'<path d="{heads}" fill="{edge}" stroke="{edge}" stroke-width="{weight - 6}" stroke-linejoin="round"/>'
        for edge, weight in ((OUTLINE, 14), (colour, 7))
    )
    width, height = span + 48, drop + 24
    canvas.paste(sprites.raster(drawing, (-24, -12, width, height), width, height), left - 24, top - 12)


def _arrow_numbers(canvas: Canvas, swaps: list[Move], brackets: list[Bracket]) -> None:
    """Number the arrows, each where no other number stands yet."""
    taken: list[float] = []
    for move, (left, right, top) in zip(swaps, brackets, strict=True):
        places = [left + (right - left) * share for share in (0.5, 0.3, 0.7, 0.15, 0.85)]
        x = max(places, key=lambda place: min((72.0, *(abs(place - other) for other in taken))))
        taken.append(x)
        label(canvas, move.number, x, top + 2)


def _tag(canvas: Canvas, move: Move, place: int, *, numbered: bool) -> None:
    """Pin a tag on the seam of a slot, beside its number, where no face and no hat is hidden: who did what."""
    digits = _digits(move) if numbered else 0
    badge = move.seat is not None and digits < 2  # a longer number has no room beside it, and the strip tells who
    width = 56 + (36 if badge else 0) + 18 * digits
    left, y = ROW_X + move.slots[0] * PITCH + 46, CARDS_Y - 2 - 40 * place
    canvas.paste(panel(width, 44, COLOURS["parchment"], radius=20, weight=3), left, y - 22)
    if numbered:
        canvas.write(move.number, left + 10, y, 28, "bark-shade", align="left")
    x = left + 10 + 18 * digits
    if badge:
        canvas.icon(f"seat-{move.seat}", x + 18, y, 32)
        x += 36
    canvas.icon(move.deed, x + 20, y, 36)


def _plates(canvas: Canvas, table: Table) -> None:
    columns = abreast(len(table.seats), WIDTH, GAP)
    for seat, (sitting, (left, width)) in enumerate(zip(table.seats, columns, strict=True)):
        seat_plate(canvas, seat, sitting, (left, PLATES_Y, width, PLATES_HEIGHT), acting=seat == table.to_act)


def _help(canvas: Canvas, *, magic: bool) -> None:
    kinds = (*KINDS, MAGIC) if magic else KINDS
    canvas.bar(0, HELP_Y - 2, WIDTH, HEIGHT, COLOURS["felt-shade"])
    pitch = (WIDTH - 2 * GAP) / len(kinds)
    for place, kind in enumerate(kinds):
        x = GAP + pitch * (place + 0.5)
        card = cards.hat(kind, 106, HELP_HEIGHT) if kind == MAGIC else cards.worn(kind, 106, HELP_HEIGHT)
        canvas.centre(card, x, HELP_Y + HELP_HEIGHT / 2 + 1)
