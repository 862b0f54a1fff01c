"""Before and after the game, and the one hat a peek shows."""

from __future__ import annotations

from bot.games.court_hats.moves import KINDS, MAGIC
from bot.games.court_hats.picture import cards
from bot.games.court_hats.picture.model import Finale, Lobby, Peek, Sitting
from bot.games.court_hats.picture.plates import PAIR_HEIGHT, PAIR_WIDTH, tally
from bot.games.game import Seat
from bot.pictures.canvas import Canvas, dashed, panel
from bot.pictures.encode import png
from bot.pictures.palette import COLOURS

__all__ = ["draw_finale", "draw_lobby", "draw_peek"]

WIDTH, HEIGHT, GAP = 1280, 720, 12
SEATS = 4


def draw_lobby(lobby: Lobby) -> bytes:
    """Draw who sits at the table: everybody's hat is in the air and on the wrong head, places wait."""
    canvas = Canvas(WIDTH, HEIGHT)
    _parade(canvas)
    canvas.bar(0, 430, WIDTH, HEIGHT, COLOURS["bark"])
    canvas.bar(0, 430, WIDTH, 438, COLOURS["ink"])
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
    """Stand the ten behind the table, each under a hat that is another's."""
    tilts, lifts = (-18, 12, -8, 20, -14, 16, -20, 8, -12, 18), (0, 34, 8, 44, 16, 40, 4, 36, 12, 28)
    step = (WIDTH - 60) / len(KINDS)
    for place, kind in enumerate(KINDS):
        x = 30 + step * (place + 0.5)
        figure = cards.bare(kind, 150)
        canvas.paste(figure, x - 75, 434 - figure.height)
        stranger = KINDS[(place + 3) % len(KINDS)]
        canvas.centre(cards.loose_hat(stranger, 146, tilts[place]), x, 178 + lifts[place] - 22)
    canvas.centre(cards.loose_hat(MAGIC, 190, -10), WIDTH / 2, 78)


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
    middle = left + width / 2
    canvas.icon(f"seat-{seat}", middle - 74, top + 88, 84)
    if won:
        canvas.icon("winner", middle - 74, top + 36, 58)
    canvas.icon("score", middle + 14, top + 76, 72)
    canvas.write(str(finale.points[seat]).replace("-", "−"), middle + 62, top + 76, 76, align="left")
    canvas.write(sitting.name, middle, top + 160, 34, width=width - 36)
    if sitting.kept is not None:
        _grid(canvas, sitting.kept.pairs, left + 20, top + 190, width - 40)
        tally(canvas, sitting.kept, (left + 10, top + height - 64, width - 20, 56))
    if not sitting.present:
        canvas.fade((left + 3, top + 3, left + width - 3, top + height - 3))


def _grid(canvas: Canvas, kinds: tuple[str, ...], left: int, top: int, width: int) -> None:
    """Lay pairs in rows; when there are many, rows overlap like roof tiles."""
    columns = max(1, (width + 6) // (PAIR_WIDTH + 6))
    rows = -(-len(kinds) // columns)
    step = min(PAIR_HEIGHT + 6, (240 - PAIR_HEIGHT) / max(1, rows - 1))
    for place, kind in enumerate(kinds):
        row, column = divmod(place, columns)
        canvas.paste(cards.worn(kind, PAIR_WIDTH, PAIR_HEIGHT), left + column * (PAIR_WIDTH + 6), top + row * step)


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
