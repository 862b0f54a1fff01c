"""Before and after the game, and the one hat a peek shows."""

from __future__ import annotations

from PIL import Image

from bot.engine.rules import Seat
from bot.games.court_hats.pictures import cards
from bot.games.court_hats.pictures.model import CourtFinale, CourtSitting, PeekedHat
from bot.games.court_hats.pictures.plates import EDGE, LINE, ended, pairs, pairs_and_counts, signed, tally
from bot.games.court_hats.pictures.throne_room import PLACE, ROOM, throne, throne_room, valance
from bot.games.court_hats.rules.moves import KINDS, MAGIC
from bot.pictures import sprites
from bot.pictures.canvas import SMALLEST_TYPE, SQUARE, WIDTH, Canvas, panel
from bot.pictures.encode import HIGH
from bot.pictures.kept import kept
from bot.pictures.marks import beams, disc
from bot.pictures.palette import COLOURS, OUTLINE, SEATS
from bot.pictures.plates import Area, Lobby, framed, greyed, lobby_quarters, name_line, quarters

GAP = 10
LOBBY_HEIGHT, LOBBY_FLOOR, LOBBY_PLATES = 860, 590, 610
SHINE = (500, 132)
ROWS = (((2, 3, 5, 6, 1), 160, 478, 168), ((0, 7, 9, 8, 4), 200, LOBBY_FLOOR - 2, 204))
"""The two rows of the lobby, the hindmost first: who stands there, how far apart, on what height, how wide."""
FLYING = (
    ("pirate", -18, 74, 158), ("cook", 12, 214, 112), ("maid", -10, 340, 214), ("jester", 14, 664, 216),
    ("knight", -14, 788, 112), ("dragon", 16, 924, 160), ("witch", -16, 158, 276), ("princess", 10, 414, 306),
    ("wizard", -10, 586, 302), ("king", 16, 842, 276),
)  # fmt: skip
"""The hats in the air: degrees, and where; none is over its own head."""

RESULTS_Y, RESULTS = 604, 312
BANNER_Y = 498
"""Where the banner with the names begins: above it, an end looks like others with the same figures on the throne."""
LEFT_Y = 928
HALO = (500, 318)
PEEK, PEEK_PARTS = (1000, 760), (90, 242, 684)
"""How large a peek is, and where parts of it begin: the number of the slot, below it the hat alone, the carpet."""


def draw_lobby(lobby: Lobby[CourtSitting]) -> bytes:
    """Draw who sits at the table: everybody's hat is in the air and on the wrong head, places wait."""
    canvas = throne_room(WIDTH, LOBBY_HEIGHT, LOBBY_FLOOR)
    _parade(canvas)
    area = (GAP, LOBBY_PLATES, WIDTH - 2 * GAP, LOBBY_HEIGHT - LOBBY_PLATES - GAP)
    lobby_quarters(canvas, lobby.seats, len(SEATS), area, gap=GAP, dashes="lemon")
    return canvas.png(PLACE)


def _parade(canvas: Canvas) -> None:
    """Stand the ten in two rows, each under a hat that is another's, the magic hat shining above."""
    canvas.spray(beams(WIDTH, LOBBY_FLOOR - 26, *SHINE), 0, 0, ROOM["wall-shade"])
    canvas.paste(valance(WIDTH), 0, 0)
    for kinds, pitch, foot, size in ROWS:
        for place, index in enumerate(kinds):
            figure = cards.bare(KINDS[index], size)
            canvas.paste(figure, WIDTH / 2 + pitch * (place - 2) - size / 2, foot - figure.height)
    for kind, tilt, x, y in FLYING:
        canvas.centre(cards.loose_hat(kind, 142, tilt), x, y)
    canvas.centre(cards.loose_hat(MAGIC, 226, -8), *SHINE)


def draw_finale(finale: CourtFinale) -> bytes:
    """Draw the winners enthroned, each as the pair won last, everybody's pairs and points, and the hats left over.

    Where nobody has won, since the game was stopped, the throne is empty and nothing is celebrated.
    """
    canvas = Canvas(*SQUARE)
    canvas.cover(_hall(celebrated=bool(finale.winners)), 0, 0)
    canvas.part(BANNER_Y)
    if finale.winners:
        _winners(canvas, finale)
    else:
        canvas.centre(throne(400, 440), WIDTH / 2, 330)
    left_over = any(kind is not None for kind in finale.row)
    height = RESULTS if left_over else SQUARE[1] - RESULTS_Y - GAP
    areas = quarters(len(finale.seats), (GAP, RESULTS_Y, WIDTH - 2 * GAP, height), GAP)
    for seat, area in enumerate(areas):
        _result(canvas, finale, seat, area)
    if left_over:
        _left_over(canvas, finale)
    return canvas.png(PLACE)


@kept
def _hall(*, celebrated: bool) -> Image.Image:
    """Return the room at the end, with light and confetti where somebody has won. It is shared: never draw on it."""
    canvas = throne_room(*SQUARE, RESULTS_Y - 12)
    if celebrated:
        canvas.spray(beams(WIDTH, RESULTS_Y - 38, *HALO), 0, 0, ROOM["carpet"])
    canvas.paste(valance(WIDTH), 0, 0)
    if celebrated:
        _confetti(canvas)
    return canvas.image


def _winners(canvas: Canvas, finale: CourtFinale) -> None:
    """Seat the winners on thrones, under a crown each, their badge and name on a banner below."""
    count = max(1, len(finale.winners))
    wide = (440, 330, 270, 220)[min(count, 4) - 1]
    pitch = min(460, (WIDTH - 40) / count)
    for place, seat in enumerate(finale.winners):
        x, foot = WIDTH / 2 + pitch * (place - (count - 1) / 2), 520
        canvas.centre(throne(wide, round(wide * 1.1)), x, foot - wide * 0.55)
        sitting = finale.seats[seat]
        won = sitting.kept.pairs if sitting.kept is not None else ()
        size = round(wide * 0.72)
        if won:
            figure = cards.worn_bare(won[-1], size)
            canvas.paste(figure, x - size / 2, foot - figure.height)
        else:
            canvas.icon(f"seat-{seat}", x, foot - size * 0.6, round(size * 0.7))
        _banner(canvas, seat, sitting, x, round(pitch - 16 if count > 1 else 640), large=count < 3)


def _banner(canvas: Canvas, seat: Seat, sitting: CourtSitting, x: float, width: int, *, large: bool) -> None:
    height, size, notch, top = 92, 56 if large else SMALLEST_TYPE, 24, BANNER_Y
    right = f"{width - 3} 3L{width - 3 - notch} {height / 2:g}L{width - 3} {height - 3}"
    cloth = f"M3 3L{right}L3 {height - 3}L{3 + notch} {height / 2:g}Z"
    style = f'fill="{COLOURS["gold"]}" stroke="{OUTLINE}" stroke-width="6" stroke-linejoin="round"'
    drawing = f'<path d="{cloth}" {style}/>'
    canvas.paste(sprites.raster(drawing, (0, 0, width, height), width, height), x - width / 2, top)
    left, y = x - width / 2 + notch + 14, top + height / 2
    icon = 64 if large else 46
    canvas.icon("winner", left + icon / 2, y, icon)
    canvas.icon(f"seat-{seat}", left + icon * 1.5 + 8, y, icon)
    room = x + width / 2 - notch - 10 - (left + 2 * icon + 20)
    middle = left + 2 * icon + 20 + room / 2
    canvas.write(sitting.name, middle, y, size, smallest=SMALLEST_TYPE, width=int(room))


def _confetti(canvas: Canvas) -> None:
    """Strew scraps in the colours of the seats, the same each time."""
    for place in range(90):
        colour = SEATS[place % 4] if place % 5 else COLOURS["gold"]
        turn, wide = 30 * (place * 7 % 6), 12 + place % 3 * 4
        scrap = f'<rect x="{-wide / 2:g}" y="-4.5" width="{wide}" height="9" rx="2" fill="{colour}"'
        sprite = sprites.raster(f'{scrap} transform="rotate({turn})"/>', (-12, -12, 24, 24), 24, 24)
        canvas.centre(sprite, place * 377 % 1000, 86 + place * 211 % 470)


def _result(canvas: Canvas, finale: CourtFinale, seat: Seat, area: Area) -> None:
    left, top, width, height = area
    sitting, won = finale.seats[seat], seat in finale.winners
    framed(canvas, area, golden=won)
    points = signed(finale.points[seat])
    score = 60 + 32 * len(points) + EDGE
    name_line(canvas, seat, sitting, (left + 14, top + 4, width - 24 - score, 60), acting=False)
    ended(canvas, "score", points, left + width - EDGE, top + 36, size=50)
    if sitting.kept is not None:
        low = height < 220
        if low:
            pairs_and_counts(canvas, sitting.kept, (left + 14, top + 70, width - 14 - EDGE, height - 80))
        else:
            pairs(canvas, sitting.kept.pairs, (left + 16, top + 72, width - 32, height - 72 - LINE - 20))
            tally(canvas, sitting.kept, (left + 10, top + height - LINE - 12, width - 20, LINE), total=False)
    if not sitting.present:
        greyed(canvas, area)


def _left_over(canvas: Canvas, finale: CourtFinale) -> None:
    """Lay the characters that found no hat beside the hats that lay on them, along the lower edge (H15)."""
    canvas.bar(0, LEFT_Y - 2, WIDTH, SQUARE[1], COLOURS["bark-shade"])
    canvas.bar(0, LEFT_Y - 2, WIDTH, LEFT_Y + 2, COLOURS["gold-shade"])
    left = [slot for slot, kind in enumerate(finale.row) if kind is not None]
    pitch = min(250.0, (WIDTH - 20) / max(1, len(left)))
    wide = round(min(116, (pitch - 12) / 2))
    start, y = WIDTH / 2 - pitch * (len(left) - 1) / 2, (LEFT_Y + SQUARE[1]) / 2 + 1
    for place, slot in enumerate(left):
        x, kind = start + pitch * place, finale.row[slot]
        face = finale.hats[slot] if slot < len(finale.hats) else None
        hat = cards.hat(face, wide, 94) if face is not None else cards.hat_back(wide, 94)
        canvas.centre(hat, x - wide / 2 - 1, y)
        if kind is not None:
            canvas.centre(cards.character(kind, wide, 94), x + wide / 2 + 1, y)


@kept
def _peeking() -> Image.Image:
    """Return the room with light on it, and the shadow of the card that lies there. It is shared."""
    canvas = throne_room(*PEEK, 700)
    canvas.spray(beams(PEEK[0], 674, 390, 390), 0, 0, ROOM["wall-shade"])
    canvas.paste(valance(PEEK[0]), 0, 0)
    canvas.paste(panel(564, 564, COLOURS["ink"], radius=40), 116, 118)
    return canvas.image


def draw_peek(peek: PeekedHat) -> bytes:
    """Draw one hat large, its slot's number, and beside it whom it fits."""
    canvas = Canvas(*PEEK)
    canvas.cover(_peeking(), 0, 0)
    canvas.paste(cards.hat(peek.hat, 560, 560), 110, 110)
    if peek.hat != MAGIC:
        canvas.paste(cards.worn(peek.hat, 224, 300), 718, 370)
    disc(canvas, peek.slot + 1, 120, 166, 150)
    canvas.icon("eye", 830, 226, 196)
    for top in PEEK_PARTS:
        canvas.part(top)
    return canvas.png(PLACE, band=HIGH)
