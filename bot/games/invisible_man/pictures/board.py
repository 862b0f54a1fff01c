"""The town on the table, between the strip and the seats' plates: map, ways, cards, pawns, numbers. 1280 x 960.

Where many turns are told at once it is some lines higher.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from PIL import Image

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import layout, pieces
from bot.games.invisible_man.pictures.ground import building, curve, ground
from bot.games.invisible_man.pictures.model import LaidCards, TownBoard
from bot.games.invisible_man.pictures.pills import Pill
from bot.games.invisible_man.pictures.plates import draw_plates
from bot.games.invisible_man.pictures.strip import PITCH, draw_more, draw_strip, more_lines
from bot.games.invisible_man.pictures.trail import draw_moved, draw_numbers
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import CardCounts
from bot.pictures import sprites
from bot.pictures.canvas import Canvas, dashed, panel
from bot.pictures.encode import png
from bot.pictures.palette import COLOURS, OUTLINE, SEATS, rgb

PAWN, SPREAD = 48, 30
"""A pawn's width, and how far apart those stand that share a cell: no face is hidden."""
INSIDE = (26, 32)
"""How far from the middle of a building the one stands who is in it: its sign stays in sight."""
HALO = 98
KEPT_STEPS = 512


def draw(board: TownBoard) -> bytes:
    """Draw the town as PNG."""
    canvas = Canvas(layout.WIDTH, layout.HEIGHT)
    canvas.image.paste(ground(), (0, 0))
    draw_strip(canvas, board)
    for walk in board.walks:
        _walk(canvas, walk.seat, walk.path)
    _places(canvas, board)
    _plaza(canvas, board.piles)
    draw_moved(canvas, board)
    for place in dict.fromkeys(laid.place for laid in board.laid):
        _cards(canvas, [laid for laid in board.laid if laid.place == place])
    _pawns(canvas, board)
    draw_numbers(canvas, board)
    _numbers(canvas, board)
    draw_plates(canvas, board.seats, board.to_act)
    return png(_grown(canvas, more_lines(board.pills)).image)


def _grown(canvas: Canvas, added: list[list[Pill]]) -> Canvas:
    """Put lines on top for what the strip has no room for."""
    if not added:
        return canvas
    height = PITCH * len(added)
    grown = Canvas(layout.WIDTH, layout.HEIGHT + height)
    grown.image.paste(canvas.image, (0, height))
    draw_more(grown, added)
    return grown


def _places(canvas: Canvas, board: TownBoard) -> None:
    """Light up what can be entered and where a chase can end, and close the places whose Signal lies open."""
    lit = [(cell, "paper", "steel-shade") for cell in board.doors] + [(cell, "gold", "red") for cell in board.refuges]
    for cell, fill, edge in lit:
        x, y = layout.house(cell)
        canvas.centre(panel(HALO, HALO, COLOURS[fill], radius=26, edge=COLOURS[edge], weight=6), x, y)
        canvas.centre(building(cell, layout.BUILDING - 6), x, y)
    for place in board.opened:
        x, y = layout.house(place)
        canvas.centre(closed(place, layout.BUILDING), x, y)
        canvas.centre(pieces.sign("closed", 44), x + 26, y + 24)


@lru_cache(maxsize=64)
def closed(place: str, size: int) -> Image.Image:
    """Give a place with its colours washed out: it has been checked for good."""
    clear = building(place, size)
    washed = Image.blend(clear.convert("RGB"), Image.new("RGB", clear.size, rgb(COLOURS["paper"])), 0.5)
    washed.putalpha(clear.getchannel("A"))
    return washed


def _plaza(canvas: Canvas, piles: CardCounts) -> None:
    """Lay the four piles on the free block, two by two, each with its count."""
    left, top, width, height = layout.PLAZA
    canvas.paste(panel(width, height, COLOURS["paper"], radius=18, edge=COLOURS["steel"]), left, top)
    shown = (("signal", piles.signals), ("yes", piles.yes), ("cloak", piles.cloaks), ("no", piles.no))
    for place, (kind, count) in enumerate(shown):
        row, column = divmod(place, 2)
        x, y = left + 34 + 102 * column, top + 36 + 58 * row
        for sheet in range(min(3, count)):
            canvas.centre(pieces.blank(kind, 42, 46), x + 3 * sheet, y - 2 * sheet)
        if count == 0:
            canvas.centre(dashed(46, 50, radius=10), x, y)
        shift = max(0, min(3, count) - 1)
        canvas.centre(pieces.emblem(kind, 32), x + 3 * shift, y - 2 * shift)
        canvas.write(count, x + 32, y, 32, align="left")


def _walk(canvas: Canvas, seat: Seat, path: tuple[str, ...]) -> None:
    """Draw the way a pawn went in its seat's colour."""
    steps = list(pairwise(path))
    for colour, weight in ((OUTLINE, 15), (SEATS[seat], 8)):
        for one, other in steps:
            sprite, left, top = _step(one, other, colour, weight)
            canvas.paste(sprite, left, top)
    for cell in TOWN.buildings.intersection(path):
        canvas.centre(building(cell, layout.BUILDING), *layout.house(cell))


@lru_cache(maxsize=KEPT_STEPS)
def _step(one: str, other: str, colour: str, weight: int) -> tuple[Image.Image, int, int]:
    """Give one step as a line, with the spot of its upper left corner."""
    points = layout.leg(one, other)
    left, top = (round(min(values)) - 20 for values in zip(*points, strict=True))
    width, height = (
        round(max(values)) + 20 - low for values, low in zip(zip(*points, strict=True), (left, top), strict=True)
    )
    style = f'fill="none" stroke="{colour}" stroke-width="{weight}" stroke-linecap="round"'
    drawing = f'<path d="{curve(points)}" {style}/>'
    return sprites.raster(drawing, (left, top, width, height), width, height), left, top


def _cards(canvas: Canvas, piles: list[LaidCards]) -> None:
    """Lay a place's cards in its lot, each with its number; more than there is room for lie in two heaps."""
    place = piles[0].place
    cards = [(laid.kind, number) for laid in piles for number in laid.numbers]
    if len(cards) <= len(layout.lot(place)):
        for (kind, number), (x, y) in zip(cards, layout.slots(place, len(cards)), strict=True):
            pieces.card(canvas, kind, number, x, y)
        return
    for laid, (x, y, tall) in zip(piles, _heaps(place), strict=False):
        pieces.heap(canvas, laid.kind, len(laid.numbers), x, y, tall=tall)


def _heaps(place: str) -> tuple[tuple[float, float, bool], tuple[float, float, bool]]:
    """Give the spots of two heaps: in two rows of the lot, or side by side, or upright where the lot is narrow."""
    lot = layout.lot(place)
    (x, y), (second_x, _) = lot[0], lot[1]
    if second_x == x:
        far = next((slot for slot in lot if slot[0] != x), (x, y + 68))
        return (x, y + 8, True), (far[0], far[1] + 8, True)
    rows = [slot for slot in layout.slots(place, len(lot)) if slot[0] == x]
    if len(rows) == 1:
        return (x, y, False), (x + 72, y, False)
    middle = layout.house(place)[1]
    one, other = sorted(sorted(rows, key=lambda slot: abs(slot[1] - middle))[:2])
    return (*one, False), (*other, False)


def pawns_at(count: int, x: float, y: float) -> list[tuple[float, float]]:
    """Give where pawns stand that share a cell: in a zigzag, every face in sight."""
    return [
        (x + SPREAD * (place - (count - 1) / 2), y + (5 if place % 2 else -3) * (count > 1)) for place in range(count)
    ]


def _pawns(canvas: Canvas, board: TownBoard) -> None:
    cells: dict[str, list[Seat]] = {}
    for seat, sitting in enumerate(board.seats):
        if sitting.open is not None and sitting.open.cell is not None:
            cells.setdefault(sitting.open.cell, []).append(seat)
    for cell in sorted(cells, key=lambda cell: layout.spot(cell)[1]):
        x, y = layout.spot(cell)
        if cell in TOWN.buildings:
            x, y = x + INSIDE[0], y + INSIDE[1]
        lift = 40 if cell in board.numbered else 20
        for seat, (middle, foot) in zip(cells[cell], pawns_at(len(cells[cell]), x, y), strict=True):
            canvas.centre(pieces.pawn(seat, hidden=board.seats[seat].hidden, width=PAWN), middle, foot - lift)


def _numbers(canvas: Canvas, board: TownBoard) -> None:
    for number, cell in enumerate(board.numbered, 1):
        x, y = layout.spot(cell)
        pieces.chip(canvas, number, x, y, COLOURS["gold"])
