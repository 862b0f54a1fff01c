"""Before and after the game, and the one hat a peek shows."""

from __future__ import annotations

from PIL import Image

from bot.games.court_hats.moves import KINDS, MAGIC
from bot.games.court_hats.picture import cards
from bot.games.court_hats.picture.model import Finale, Lobby, Peek, Sitting
from bot.games.court_hats.picture.plates import Area, signed, tally
from bot.games.game import Seat
from bot.pictures import sprites
from bot.pictures.canvas import Canvas, dashed, panel
from bot.pictures.encode import png
from bot.pictures.palette import COLOURS

__all__ = ["draw_finale", "draw_lobby", "draw_peek"]

WIDTH, HEIGHT, GAP = 1280, 720, 12
SEATS = 4
TABLE_Y = 430
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
PAIR_SIZES = (96, 82, 72, 62, 52)


def draw_lobby(lobby: Lobby) -> bytes:
    """Draw who sits at the table: everybody's hat is in the air and on the wrong head, places wait."""
    canvas = Canvas(WIDTH, HEIGHT)
    _parade(canvas)
    canvas.bar(0, TABLE_Y, WIDTH, HEIGHT, COLOURS["bark"])
    canvas.bar(0, TABLE_Y, WIDTH, 438, COLOURS["ink"])
    canvas.bar(0, 438, WIDTH, 452, COLOURS["bark-shade"])
    width = (WIDTH - GAP * (SEATS + 1)) // SEATS
    for seat in range(SEATS):
        left = GAP + seat * (width + GAP)
        if seat < len(lobby.seats):
            _taken(canvas, seat, lobby.seats[seat], left, width)
        else:
            canvas.paste(dashed(width, 220, colour=COLOURS["skin-shade"]), left, 478)
            canvas.icon("join", left + width / 2, 478 + 110, 84)
    return png(canvas.image)


def _taken(canvas: Canvas, seat: Seat, sitting: Sitting, left: int, width: int) -> None:
    canvas.paste(panel(width, 220, COLOURS["parchment"]), left, 478)
    canvas.icon(f"seat-{seat}", left + width / 2, 478 + 84, 116)
    canvas.write(sitting.name, left + width / 2, 478 + 180, 36, width=width - 36)
    if not sitting.present:
        canvas.fade((left + 3, 481, left + width - 3, 478 + 217))


def _parade(canvas: Canvas) -> None:
    """Stand the ten behind the table, each under a hat that is another's, the magic hat shining above."""
    canvas.paste(_shine(), 0, 0)
    step = (WIDTH - 60) / len(KINDS)
    for place, kind in enumerate(KINDS):
        x = 30 + step * (place + 0.5)
        figure = cards.bare(kind, 150)
        canvas.paste(figure, x - 75, TABLE_Y - figure.height + 4)
        stranger, (tilt, height) = KINDS[(place + 3) % len(KINDS)], FLIGHT[place]
        canvas.centre(cards.loose_hat(stranger, 150, tilt), x, height)
    canvas.centre(cards.loose_hat(MAGIC, 214, -8), WIDTH / 2, 92)


def _shine() -> Image.Image:
    beams = "".join(f'<path d="M0 0L1400 -90V90Z" transform="rotate({turn})"/>' for turn in range(0, 360, 18))
    drawing = f'<g fill="{COLOURS["felt-shade"]}" transform="translate({WIDTH / 2:g} 92)">{beams}</g>'
    return sprites.raster(drawing, (0, 0, WIDTH, TABLE_Y), WIDTH, TABLE_Y)


def draw_finale(finale: Finale) -> bytes:
    """Draw the winners crowned, everybody's pairs and points, and the left hats turned up."""
    canvas = Canvas(WIDTH, HEIGHT)
    count = len(finale.seats)
    width = (WIDTH - GAP * (count + 1)) // count
    for seat in range(count):
        _result(canvas, finale, seat, GAP + seat * (width + GAP), width)
    _left_over(canvas, finale)
    return png(canvas.image)


def _result(canvas: Canvas, finale: Finale, seat: Seat, left: int, width: int) -> None:
    top, height = 12, 500
    sitting, won = finale.seats[seat], seat in finale.winners
    fill = COLOURS["lemon"] if won else COLOURS["parchment"]
    canvas.paste(panel(width, height, fill), left, top)
    if won:
        canvas.paste(panel(width - 8, height - 8, fill, radius=12, edge=COLOURS["gold"], weight=8), left + 4, top + 4)
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
        canvas.fade((left + 3, top + 3, left + width - 3, top + height - 3))


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


def _left_over(canvas: Canvas, finale: Finale) -> None:
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


def draw_peek(peek: Peek) -> bytes:
    """Draw one hat large, with the number of its slot."""
    canvas = Canvas(720, 540)
    canvas.paste(panel(444, 444, COLOURS["felt-shade"], radius=30, edge=COLOURS["felt-shade"]), 152, 56)
    canvas.paste(cards.hat(peek.hat, 440, 440), 140, 42)
    canvas.centre(panel(116, 116, COLOURS["paper"], radius=58), 140, 96)
    canvas.write(peek.slot + 1, 140, 96, 80)
    canvas.icon("eye", 590, 92, 116)
    return png(canvas.image)
