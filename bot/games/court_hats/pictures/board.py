"""The tableau: what was told, the row of slots, the seats, the help card. 1280 x 720 pixels, more for many moves.

From top to bottom: the last moves as a strip, arrows over the slots they touch, hats over characters with the piles at
the end of the row, one plate a seat, and every kind wearing its hat (H25). When computers move one after the other a
board tells many moves at once: then the strip has more rows, and the arrows over each other have more room.
"""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.court_hats.pictures import cards
from bot.games.court_hats.pictures.arrows import arrows, draw_arrows, room
from bot.games.court_hats.pictures.model import CourtMove, CourtTableau
from bot.games.court_hats.pictures.plates import seat_plate
from bot.games.court_hats.rules.moves import KINDS, MAGIC
from bot.pictures import sprites
from bot.pictures.canvas import Canvas, dashed, panel
from bot.pictures.encode import png
from bot.pictures.marks import disc
from bot.pictures.palette import COLOURS, OUTLINE, SEATS
from bot.pictures.plates import abreast
from bot.pictures.strip import Chip, draw_strip, rows

WIDTH, HEIGHT = 1280, 720
STRIP_Y, ARROWS_Y = 8, 74
HATS_Y, HAT_HEIGHT = 130, 112
CARDS_Y, CARD, PITCH, ROW_X = 246, 140, 157, 14
PLATES_Y, PLATES_HEIGHT, GAP = 398, 206, 10
HELP_Y, HELP_HEIGHT = 612, 102
PILES_X, PILE = 1132, 118
TAGS = 3
"""How many tags one slot has room for."""

ROW_HEIGHT = 66
"""What each further row of the strip takes, in pixels."""


def draw(table: CourtTableau) -> bytes:
    strip = rows(map(_chip, table.moves), WIDTH)
    swaps = arrows([move for move in table.moves if move.deed == "swap" and not move.stale], middle)
    over = ROW_HEIGHT * (len(strip) - 1)
    lift = over + room(swaps)
    canvas = Canvas(WIDTH, HEIGHT + lift)
    # The arrows point at the table, so it is drawn first, and lies lower the more there is to tell.
    canvas.image.paste(_table(table).image.crop((0, HATS_Y, WIDTH, HEIGHT)), (0, HATS_Y + lift))
    for row, chips in enumerate(strip):
        draw_strip(canvas, chips, STRIP_Y + ROW_HEIGHT * row)
    draw_arrows(canvas, swaps, ARROWS_Y + over, HATS_Y + lift, numbered=len(table.moves) > 1)
    return png(canvas.image, level=9 if lift else 6)


def _table(table: CourtTableau) -> Canvas:
    """Draw everything that lies below the arrows, at its place on a board that has little to tell."""
    canvas = Canvas(WIDTH, HEIGHT)
    for slot in range(len(table.row)):
        _slot(canvas, table, slot)
    _piles(canvas, table)
    _tags(canvas, table.moves)
    for slot in (slot for slot, kind in enumerate(table.row) if kind is not None):
        disc(canvas, slot + 1, ROW_X + slot * PITCH + 20, CARDS_Y, 48)
    _plates(canvas, table)
    _help(canvas, magic=table.magic_hats)
    return canvas


def middle(slot: int) -> int:
    """Return the middle of a slot, in pixels from the left."""
    return ROW_X + slot * PITCH + CARD // 2


def _chip(move: CourtMove) -> Chip:
    return Chip(
        number=move.number,
        seat=move.seat,
        sign=sprites.icon(move.deed, 46),
        places=tuple(slot + 1 for slot in move.slots),
        result=((cards.hat(move.hat, 50, 48), 16),) if move.hat is not None else (),
        room=84 + 12 * bool(move.slots) + 58 * (move.hat is not None),
        inset=14,
    )


def _digits(move: CourtMove) -> int:
    return len(str(move.number))


def _slot(canvas: Canvas, table: CourtTableau, slot: int) -> None:
    left, kind, face = ROW_X + slot * PITCH, table.row[slot], table.faces[slot]
    if kind is None:
        canvas.paste(dashed(CARD, CARDS_Y + CARD - HATS_Y), left, HATS_Y)
        canvas.write(slot + 1, middle(slot), (HATS_Y + CARDS_Y + CARD) / 2, 48, "mist")
        return
    for y, height in ((HATS_Y, HAT_HEIGHT), (CARDS_Y, CARD)):
        canvas.paste(panel(CARD, height, COLOURS["felt-shade"], radius=10, edge=COLOURS["felt-shade"]), left + 4, y + 5)
    hat = cards.hat_back(CARD, HAT_HEIGHT) if face is None else cards.hat(face, CARD, HAT_HEIGHT)
    canvas.paste(hat, left, HATS_Y)
    canvas.paste(cards.character(kind, CARD, CARD), left, CARDS_Y)


def _piles(canvas: Canvas, table: CourtTableau) -> None:
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


def _tags(canvas: Canvas, moves: tuple[CourtMove, ...]) -> None:
    """Pin a tag on each slot that was seen or opened; of many at one slot the latest, the strip tells them all."""
    pinned: dict[int, list[CourtMove]] = {}
    for move in moves:
        if not move.stale and move.deed != "swap" and move.slots:
            pinned.setdefault(move.slots[0], []).append(move)
    for of_one_slot in pinned.values():
        for place, move in enumerate(of_one_slot[-TAGS:]):
            _tag(canvas, move, place, numbered=len(moves) > 1)


def _tag(canvas: Canvas, move: CourtMove, place: int, *, numbered: bool) -> None:
    """Pin a tag on the seam of a slot, beside its number, where no face and no hat is hidden: who did what."""
    digits = _digits(move) if numbered else 0
    badge = move.seat is not None and digits < 2  # a longer number has no room beside it: the rim tells who
    width = 56 + (36 if badge else 0) + 18 * digits
    left, y = ROW_X + move.slots[0] * PITCH + 46, CARDS_Y - 2 - 40 * place
    _rim(canvas, width, left, y, None if badge else move.seat)
    if numbered:
        canvas.write(move.number, left + 10, y, 28, "bark-shade", align="left")
    x = left + 10 + 18 * digits
    if badge:
        canvas.icon(f"seat-{move.seat}", x + 18, y, 32)
        x += 36
    canvas.icon(move.deed, x + 20, y, 36)


def _rim(canvas: Canvas, width: int, left: int, y: int, seat: Seat | None) -> None:
    """Lay a tag's plate, with a rim inside its outline in the colour of a seat."""
    edge, inset = (OUTLINE, 0) if seat is None else (SEATS[seat], 3)
    canvas.paste(panel(width, 44, OUTLINE if inset else COLOURS["parchment"], radius=20, weight=3), left, y - 22)
    if inset:
        plate = panel(width - 2 * inset, 44 - 2 * inset, COLOURS["parchment"], radius=17, edge=edge, weight=5)
        canvas.paste(plate, left + inset, y - 22 + inset)


def _plates(canvas: Canvas, table: CourtTableau) -> None:
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
