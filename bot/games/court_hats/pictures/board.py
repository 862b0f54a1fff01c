"""The tableau: what was told, the seven slots, the seats, the help card. 1000 x 1040 pixels, more for many moves.

From top to bottom: the last moves as a ribbon, two rows of slots with arrows over each, a pile at both ends of the
lower row, one plate a seat, and every kind wearing its hat (H25). When a board tells many moves at once, the ribbon has
more rows, and the arrows over each other have more room.
"""

from __future__ import annotations

import msgspec

from bot.games.court_hats.pictures import cards, rows
from bot.games.court_hats.pictures.arrows import LANE, Arrow, arrows, draw_arrows, lanes
from bot.games.court_hats.pictures.model import CourtMove, CourtTableau
from bot.games.court_hats.pictures.plates import seat_plate
from bot.games.court_hats.pictures.throne_room import PLACE, throne_room
from bot.games.court_hats.rules.moves import KINDS, MAGIC
from bot.pictures import ribbon, sprites
from bot.pictures.canvas import SMALLEST_TYPE, SQUARE, Canvas, panel
from bot.pictures.marks import disc, flag, flag_width
from bot.pictures.palette import COLOURS, PLACES
from bot.pictures.plates import quarters
from bot.pictures.ribbon import Chip

WIDTH, HEIGHT = SQUARE
RIBBON_Y = 8
HAT, FACE = 112, 150
"""The heights of a hat's card and of a character's, in pixels."""
SLOT = HAT + FACE
OVER, BETWEEN = 50, 50
"""Above the upper row and between the rows, with one lane of arrows or none."""
BELOW, PLATES, GAP = 14, 216, 8
HELP = 102
PILE = 104
TALLEST = 1280
"""The tallest board, in pixels: messengers scale down what is larger (survive-87)."""
TAGS = 2
"""How many tags one slot has room for."""
TAG, BADGE, EYE = 54, 40, 44
"""The height of a tag, the sizes of what is on it."""


class Layout(msgspec.Struct, frozen=True):
    """Where things begin, in pixels from the top."""

    hats: tuple[int, int]
    plates: int
    help: int
    height: int


def layout(strip: int, drawn: list[Arrow]) -> Layout:
    """Lay out a board with so many rows of chips and these arrows."""
    over, between = (LANE * max(0, lanes(drawn, below=below) - 1) for below in (False, True))
    upper = RIBBON_Y + ribbon.PITCH * max(1, strip) + OVER + over
    lower = upper + SLOT + BETWEEN + between
    plates = lower + SLOT + BELOW
    below = plates + PLATES + GAP
    return Layout((upper, lower), plates, below, below + HELP)


def newest(swaps: list[CourtMove], strip: int) -> list[Arrow]:
    """Return the arrows of the swaps, of too many that lie over each other the newest: the ribbon tells them all."""
    while layout(strip, drawn := arrows(swaps)).height > TALLEST:
        swaps = swaps[1:]
    return drawn


def draw(table: CourtTableau) -> bytes:
    strip = ribbon.rows(map(_chip, table.moves), WIDTH)
    swaps = newest([move for move in table.moves if move.deed == "swap" and not move.stale], len(strip))
    at = layout(len(strip), swaps)
    canvas = throne_room(WIDTH, at.height, at.hats[1] + SLOT - 30)
    for top in (*at.hats, at.plates, at.help):
        canvas.part(top)
    for slot in range(len(table.row)):
        _slot(canvas, table, slot, at.hats[rows.is_lower(slot)])
    _piles(canvas, table, at.hats[1])
    draw_arrows(canvas, swaps, at.hats, numbered=len(table.moves) > 1)
    _tags(canvas, table, at)
    for slot in (slot for slot, kind in enumerate(table.row) if kind is not None):
        disc(canvas, slot + 1, rows.left(slot) + 22, at.hats[rows.is_lower(slot)] + HAT, 64)
        _knowers(canvas, table, slot, at.hats[rows.is_lower(slot)])
    for seat, (sitting, area) in enumerate(
        zip(table.seats, quarters(len(table.seats), (GAP, at.plates, WIDTH - 2 * GAP, PLATES), GAP), strict=True)
    ):
        seat_plate(canvas, seat, sitting, area, acting=seat == table.to_act)
    _help(canvas, at, magic=table.magic_hats)
    ribbon.draw_ribbon(canvas, strip, RIBBON_Y)
    return canvas.png(PLACE)


def _chip(move: CourtMove) -> Chip:
    size = ribbon.PICTURE
    seen = (cards.hat(move.hat, size + 6, size),) if move.hat is not None else ()
    return Chip(move.number, move.seat, (sprites.icon(move.deed, size), *(slot + 1 for slot in move.slots), *seen))


def _slot(canvas: Canvas, table: CourtTableau, slot: int, top: int) -> None:
    left, kind, face = rows.left(slot), table.row[slot], table.faces[slot]
    if kind is None:
        shade = PLACES[PLACE]["wall-shade"]
        canvas.paste(panel(rows.CARD, SLOT, shade, radius=14, edge=COLOURS["mist"], weight=3), left, top)
        canvas.write(slot + 1, rows.middle(slot), top + SLOT / 2, 64, "mist")
        return
    shadow = panel(rows.CARD, SLOT, COLOURS["ink"], radius=14)
    canvas.paste(shadow, left + 5, top + 6)
    hat = cards.hat_back(rows.CARD, HAT) if face is None else cards.hat(face, rows.CARD, HAT)
    canvas.paste(hat, left, top)
    canvas.paste(cards.character(kind, rows.CARD, FACE), left, top + HAT)


def _piles(canvas: Canvas, table: CourtTableau, top: int) -> None:
    """Lay the hats to come at the left end of the lower row, and the characters to come at its right end."""
    width, height = PILE, PILE * 3 // 4
    hats = (cards.hat_back(width, height), table.hat_pile, 12)
    people = (cards.character_back(width, width), table.character_pile, WIDTH - 12 - width - 14)
    for back, count, left in (hats, people):
        high = top + SLOT - 78 - back.height
        if count == 0:
            shade = PLACES[PLACE]["wall-shade"]
            canvas.paste(panel(back.width, back.height, shade, edge=COLOURS["mist"], weight=3), left, high)
        for sheet in range(min(3, count)):
            canvas.paste(back, left + 7 * sheet, high + 5 * sheet)
        x, y = left + (back.width + 14) / 2, high + back.height + 16
        canvas.centre(panel(84, 54, COLOURS["paper"], radius=24, weight=3), x, y)
        canvas.write(count, x, y, SMALLEST_TYPE)


def _tags(canvas: Canvas, table: CourtTableau, at: Layout) -> None:
    """Pin a tag on each slot that was seen or opened; of many at one slot the latest, the ribbon tells them all.

    Where a hat lies open it is one: a second would cover what everybody is to remember.

    Of a hat that has been moved since the ribbon alone tells: a tag would say that it still lies there.
    """
    pinned: dict[int, list[CourtMove]] = {}
    for move in table.moves:
        if not move.stale and not move.moved and move.deed != "swap" and move.slots:
            pinned.setdefault(move.slots[0], []).append(move)
    for slot, of_one_slot in pinned.items():
        room = TAGS if table.faces[slot] is None else 1
        for place, move in enumerate(of_one_slot[-room:]):
            y = at.hats[rows.is_lower(slot)] + HAT - (TAG - 6) * place
            _tag(canvas, move, rows.left(slot) + 58, y, numbered=len(table.moves) > 1)


def _tag(canvas: Canvas, move: CourtMove, left: int, y: int, *, numbered: bool) -> None:
    """Pin a tag on the seam of a slot, beside its number, where no face and no hat is hidden: who did what."""
    who = flag_width(move.number) if numbered else BADGE
    canvas.paste(panel(who + EYE + 22, TAG, COLOURS["parchment"], radius=22, weight=3), left, y - TAG / 2)
    if numbered:
        flag(canvas, move.number, move.seat, left + 9, y, align="left")
    else:
        canvas.icon(f"seat-{move.seat}", left + 9 + BADGE / 2, y, BADGE)
    canvas.icon(move.deed, left + 13 + who + EYE / 2, y, EYE)


def _knowers(canvas: Canvas, table: CourtTableau, slot: int, top: int) -> None:
    """Pin on a hat the badges of those who know it, where a replay shows that."""
    knowers = table.knowers[slot] if slot < len(table.knowers) else ()
    if not knowers:
        return
    width = 14 + 38 * len(knowers)
    left = rows.left(slot) + rows.CARD - width - 4
    canvas.paste(panel(width, 46, COLOURS["paper"], radius=20, weight=3), left, top + 4)
    for place, seat in enumerate(knowers):
        canvas.icon(f"seat-{seat}", left + 26 + 38 * place, top + 27, 34)


def _help(canvas: Canvas, at: Layout, *, magic: bool) -> None:
    """Lay every kind wearing its hat along the lower edge."""
    kinds = (*KINDS, MAGIC) if magic else KINDS
    canvas.bar(0, at.help - 2, WIDTH, at.height, COLOURS["bark-shade"])
    canvas.bar(0, at.help - 2, WIDTH, at.help + 2, COLOURS["gold-shade"])
    pitch = (WIDTH - 12) / len(kinds)
    for place, kind in enumerate(kinds):
        card = (cards.hat if kind == MAGIC else cards.worn)(kind, 84, HELP - 12)
        canvas.centre(card, 6 + pitch * (place + 0.5), at.help + HELP / 2 + 1)
