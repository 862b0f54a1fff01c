"""Before and after the game, and the one hat a peek shows."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.court_hats.pictures import cards
from bot.games.court_hats.pictures.model import CourtFinale, CourtSitting, PeekedHat
from bot.games.court_hats.pictures.plates import signed, tally
from bot.games.court_hats.rules.moves import KINDS, MAGIC
from bot.pictures.canvas import Canvas, panel
from bot.pictures.encode import png
from bot.pictures.marks import beams
from bot.pictures.palette import COLOURS, SEATS
from bot.pictures.plates import Area, Lobby, abreast, framed, greyed, lobby_row

WIDTH, HEIGHT, GAP = 1280, 720, 12
TABLE_Y, SHINE_Y = 430, 92
FLIGHT = (
    (-18, 140),
    (12, 190),
    (-8, 150),
    (20, 214),
    (-14, 238),
    (16, 238),
    (-20, 214),
    (8, 150),
    (-12, 190),
    (18, 140),
)
"""How each hat of the lobby flies: degrees, and its middle's height."""
RESULTS_HEIGHT = 500
PAIR_SIZES = (96, 82, 72, 62, 52)


def draw_lobby(lobby: Lobby[CourtSitting]) -> bytes:
    """Draw who sits at the table: everybody's hat is in the air and on the wrong head, places wait."""
    canvas = Canvas(WIDTH, HEIGHT)
    _parade(canvas)
    canvas.bar(0, TABLE_Y, WIDTH, HEIGHT, COLOURS["bark"])
    canvas.bar(0, TABLE_Y, WIDTH, 438, COLOURS["ink"])
    canvas.bar(0, 438, WIDTH, 452, COLOURS["bark-shade"])
    lobby_row(canvas, lobby.seats, len(SEATS), dashes="skin-shade")
    return png(canvas.image)


def _parade(canvas: Canvas) -> None:
    """Stand the ten behind the table, each under a hat that is another's, the magic hat shining above."""
    canvas.paste(beams(WIDTH, TABLE_Y, WIDTH // 2, SHINE_Y), 0, 0)
    step = (WIDTH - 60) / len(KINDS)
    for place, kind in enumerate(KINDS):
        x = 30 + step * (place + 0.5)
        figure = cards.bare(kind, 150)
        canvas.paste(figure, x - 75, TABLE_Y - figure.height + 4)
        stranger, (tilt, height) = KINDS[(place + 3) % len(KINDS)], FLIGHT[place]
        canvas.centre(cards.loose_hat(stranger, 150, tilt), x, height)
    canvas.centre(cards.loose_hat(MAGIC, 214, -8), WIDTH / 2, SHINE_Y)


def draw_finale(finale: CourtFinale) -> bytes:
    """Draw the winners crowned, everybody's pairs and points, and the left hats turned up."""
    canvas = Canvas(WIDTH, HEIGHT)
    for seat, (left, width) in enumerate(abreast(len(finale.seats), WIDTH, GAP)):
        _result(canvas, finale, seat, (left, GAP, width, RESULTS_HEIGHT))
    _left_over(canvas, finale)
    return png(canvas.image)


def _result(canvas: Canvas, finale: CourtFinale, seat: Seat, area: Area) -> None:
    left, top, width, height = area
    sitting, won = finale.seats[seat], seat in finale.winners
    framed(canvas, area, golden=won)
    middle, points = left + width / 2, signed(finale.points[seat])
    canvas.icon(f"seat-{seat}", middle - 92, top + 92, 84)
    if won:
        canvas.icon("winner", middle - 92, top + 40, 60)
    canvas.icon("score", middle - 6, top + 80, 66)
    canvas.write(points, middle + 36, top + 80, 72 if len(points) < 3 else 52, align="left")
    canvas.write(sitting.name, middle, top + 160, 34, width=width - 36)
    if sitting.kept is not None:
        _grid(canvas, sitting.kept.pairs, (left + 20, top + 190, width - 40, 244))
        tally(canvas, sitting.kept, (left + 10, top + height - 64, width - 20, 56), total=False)
    if not sitting.present:
        greyed(canvas, area)


def _grid(canvas: Canvas, kinds: tuple[str, ...], area: Area) -> None:
    """Lay pairs in rows, as large as fits; when even the smallest do not fit, rows overlap like roof tiles."""
    left, top, width, height = area
    for size in PAIR_SIZES:
        tall, columns = size * 4 // 3, max(1, (width + 6) // (size + 6))
        rows = -(-len(kinds) // columns)
        if rows * (tall + 6) <= height + 6:
            break
    step = min(tall + 6, (height - tall) / max(1, rows - 1))
    start = left + (width - min(columns, len(kinds)) * (size + 6) + 6) / 2
    for place, kind in enumerate(kinds):
        row, column = divmod(place, columns)
        canvas.paste(cards.worn(kind, size, tall), start + column * (size + 6), top + row * step)


def _left_over(canvas: Canvas, finale: CourtFinale) -> None:
    canvas.bar(0, 524, WIDTH, HEIGHT, COLOURS["felt-shade"])
    left = [slot for slot, kind in enumerate(finale.row) if kind is not None]
    pitch = min(250, (WIDTH - 40) // max(1, len(left)))
    start = WIDTH / 2 - pitch * (len(left) - 1) / 2
    for place, slot in enumerate(left):
        x, kind = start + pitch * place, finale.row[slot]
        face = finale.hats[slot] if slot < len(finale.hats) else None
        hat = cards.hat(face, 104, 82) if face is not None else cards.hat_back(104, 82)
        canvas.centre(hat, x, 574)
        if kind is not None:
            canvas.centre(cards.character(kind, 104, 98), x, 666)


def draw_peek(peek: PeekedHat) -> bytes:
    canvas = Canvas(720, 540)
    canvas.paste(panel(444, 444, COLOURS["felt-shade"], radius=30, edge=COLOURS["felt-shade"]), 152, 56)
    canvas.paste(cards.hat(peek.hat, 440, 440), 140, 42)
    canvas.centre(panel(116, 116, COLOURS["paper"], radius=58), 140, 96)
    canvas.write(peek.slot + 1, 140, 96, 80)
    canvas.icon("eye", 590, 92, 116)
    return png(canvas.image)
