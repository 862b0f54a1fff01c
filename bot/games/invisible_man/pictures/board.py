"""The town between the strip and the seats' plates: map, paths, cards, pawns, numbers. 1280 x 960 pixels.

Where many turns are told at once it is some lines higher, and what they left on the map (paths, cards laid or moved,
checks, shots) carries the numbers of the caption.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot

from PIL import Image

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import pieces, town_map
from bot.games.invisible_man.pictures.model import LaidCards, TownBoard
from bot.games.invisible_man.pictures.pills import Pill
from bot.games.invisible_man.pictures.plates import draw_plates
from bot.games.invisible_man.pictures.strip import PITCH, draw_more, draw_strip, more_lines
from bot.games.invisible_man.pictures.town_map import building, curve, ground
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
CACHED_STEPS, CACHED_ARROWS = 512, 256
RING = 10
"""How far the ring of a card just laid shows around it, in all."""
SHORTENED = 46
"""How far from the middles of two places the arrow of a card ends."""


def draw(board: TownBoard) -> bytes:
    canvas = Canvas(town_map.WIDTH, town_map.HEIGHT)
    canvas.image.paste(ground(), (0, 0))
    draw_strip(canvas, board)
    for walk in board.walks:
        _walk(canvas, walk.seat, walk.path)
    _places(canvas, board)
    _plaza(canvas, board.piles)
    _moved(canvas, board)
    for place in dict.fromkeys(laid.place for laid in board.laid):
        _cards(canvas, [laid for laid in board.laid if laid.place == place])
    _pawns(canvas, board)
    _tags(canvas, board)
    _numbers(canvas, board)
    draw_plates(canvas, board.seats, board.to_act)
    return png(_grown(canvas, more_lines(board.pills)).image)


def _grown(canvas: Canvas, added: list[list[Pill]]) -> Canvas:
    """Put lines on top for what the strip has no room for."""
    if not added:
        return canvas
    height = PITCH * len(added)
    grown = Canvas(town_map.WIDTH, town_map.HEIGHT + height)
    grown.image.paste(canvas.image, (0, height))
    draw_more(grown, added)
    return grown


def _places(canvas: Canvas, board: TownBoard) -> None:
    """Light up what can be entered and where a chase can end, and close the places whose Signal lies open."""
    lit = [(cell, "paper", "steel-shade") for cell in board.doors] + [(cell, "gold", "red") for cell in board.refuges]
    for cell, fill, edge in lit:
        x, y = town_map.building_spot(cell)
        canvas.centre(panel(HALO, HALO, COLOURS[fill], radius=26, edge=COLOURS[edge], weight=6), x, y)
        canvas.centre(building(cell, town_map.BUILDING - 6), x, y)
    for place in board.opened:
        x, y = town_map.building_spot(place)
        canvas.centre(closed(place, town_map.BUILDING), x, y)
        canvas.centre(pieces.sign("closed", 44), x + 26, y + 24)


@lru_cache(maxsize=64)
def closed(place: str, size: int) -> Image.Image:
    """Return a place with its colours washed out: it has been checked for good."""
    clear = building(place, size)
    washed = Image.blend(clear.convert("RGB"), Image.new("RGB", clear.size, rgb(COLOURS["paper"])), 0.5)
    washed.putalpha(clear.getchannel("A"))
    return washed


def _plaza(canvas: Canvas, piles: CardCounts) -> None:
    """Lay the four piles on the free block, two by two, each with its count."""
    left, top, width, height = town_map.PLAZA
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
    """Draw the path a pawn went in its seat's colour."""
    steps = list(pairwise(path))
    for colour, weight in ((OUTLINE, 15), (SEATS[seat], 8)):
        for one, other in steps:
            sprite, left, top = _step(one, other, colour, weight)
            canvas.paste(sprite, left, top)
    for cell in TOWN.buildings.intersection(path):
        canvas.centre(building(cell, town_map.BUILDING), *town_map.building_spot(cell))


@lru_cache(maxsize=CACHED_STEPS)
def _step(one: str, other: str, colour: str, weight: int) -> tuple[Image.Image, int, int]:
    """Return one step as a line, with the spot of its upper left corner."""
    points = town_map.leg(one, other)
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
    if len(cards) <= len(town_map.lot(place)):
        for (kind, number), (x, y) in zip(cards, town_map.slots(place, len(cards)), strict=True):
            pieces.card(canvas, kind, number, x, y)
        return
    for laid, (x, y, tall) in zip(piles, _heaps(place), strict=False):
        pieces.heap(canvas, laid.kind, len(laid.numbers), x, y, tall=tall)


def _heaps(place: str) -> tuple[tuple[float, float, bool], tuple[float, float, bool]]:
    """Return the spots of two heaps: in two rows of the lot, or side by side, or upright where the lot is narrow."""
    lot = town_map.lot(place)
    (x, y), (second_x, _) = lot[0], lot[1]
    if second_x == x:
        far = next((slot for slot in lot if slot[0] != x), (x, y + 68))
        return (x, y + 8, True), (far[0], far[1] + 8, True)
    rows = [slot for slot in town_map.slots(place, len(lot)) if slot[0] == x]
    if len(rows) == 1:
        return (x, y, False), (x + 72, y, False)
    middle = town_map.building_spot(place)[1]
    one, other = sorted(sorted(rows, key=lambda slot: abs(slot[1] - middle))[:2])
    return (*one, False), (*other, False)


def pawns_at(count: int, x: float, y: float) -> list[tuple[float, float]]:
    """Return where pawns stand that share a cell: in a zigzag, every face in sight."""
    return [
        (x + SPREAD * (place - (count - 1) / 2), y + (5 if place % 2 else -3) * (count > 1)) for place in range(count)
    ]


def _pawns(canvas: Canvas, board: TownBoard) -> None:
    cells: dict[str, list[Seat]] = {}
    for seat, sitting in enumerate(board.seats):
        if sitting.open is not None and sitting.open.cell is not None:
            cells.setdefault(sitting.open.cell, []).append(seat)
    for cell in sorted(cells, key=lambda cell: town_map.spot(cell)[1]):
        x, y = town_map.spot(cell)
        if cell in TOWN.buildings:
            x, y = x + INSIDE[0], y + INSIDE[1]
        lift = 40 if cell in board.numbered else 20
        for seat, (middle, foot) in zip(cells[cell], pawns_at(len(cells[cell]), x, y), strict=True):
            canvas.centre(pieces.pawn(seat, hidden=board.seats[seat].hidden, width=PAWN), middle, foot - lift)


def _numbers(canvas: Canvas, board: TownBoard) -> None:
    for number, cell in enumerate(board.numbered, 1):
        x, y = town_map.spot(cell)
        pieces.chip(canvas, number, x, y, COLOURS["gold"])


def _moved(canvas: Canvas, board: TownBoard) -> None:
    """Draw an arrow for every card that was moved, and a golden ring under every card laid or moved."""
    for carry in board.carries:
        if carry.origin and carry.origin != carry.place:
            sprite, left, top = _arrow(carry.origin, carry.place, SEATS[carry.seat])
            canvas.paste(sprite, left, top)
    rings = {carry.card for carry in board.carries}
    for x, y in _spots(board, rings).values():
        width, height = town_map.CARD
        ring = panel(width + RING, height + RING, COLOURS["gold"], radius=16, edge=COLOURS["gold-shade"], weight=3)
        canvas.centre(ring, x, y)


def _tags(canvas: Canvas, board: TownBoard) -> None:
    """Put the number of a move on the middle of its way, and where a place was checked, shot at or opened."""
    for walk in board.walks:
        if walk.number and len(walk.path) > 1:
            _tag(canvas, walk.number, *_middle(walk.path), walk.seat)
    for mark in board.marks:
        x, y = town_map.building_spot(mark.place)
        y = max(y - 36, town_map.MAP_TOP + 24)
        _tag(canvas, mark.number, x - 22, y, None)
        if mark.sort == "shot":
            canvas.centre(pieces.sign("shot", 36), x + 26, y + 2)


def _middle(path: tuple[str, ...]) -> tuple[float, float]:
    """Return a point of the middle step of a path, clear of both ends where it is long enough."""
    step = (len(path) - 1) // 2
    points = town_map.leg(path[step], path[step + 1])
    (x, y), (end_x, end_y) = points[(len(points) - 1) // 2], points[len(points) // 2]
    return (x + end_x) / 2, (y + end_y) / 2


def _tag(canvas: Canvas, number: int, x: float, y: float, seat: Seat | None) -> None:
    """Write a move's number as the strip has it, on parchment, framed in the colour of the seat."""
    wide = 20 + 18 * len(str(number))
    edge = OUTLINE if seat is None else SEATS[seat]
    canvas.centre(panel(wide + 6, 42, OUTLINE, radius=20, edge=OUTLINE), x, y)
    canvas.centre(panel(wide + 2, 38, COLOURS["parchment"], radius=17, edge=edge, weight=5), x, y)
    canvas.write(number, x, y, 28, "bark-shade")


def _spots(board: TownBoard, cards: set[int]) -> dict[int, tuple[float, float]]:
    """Find where cards lie that lie singly; a heap shows no card of its own."""
    found = {}
    for place in {laid.place for laid in board.laid}:
        numbers = [number for laid in board.laid if laid.place == place for number in laid.numbers]
        if len(numbers) <= len(town_map.lot(place)):
            spots = zip(numbers, town_map.slots(place, len(numbers)), strict=True)
            found.update({number: spot for number, spot in spots if number in cards})
    return found


@lru_cache(maxsize=CACHED_ARROWS)
def _arrow(origin: str, place: str, colour: str) -> tuple[Image.Image, int, int]:
    """Return a dashed arrow from one place to another, with the spot of its upper left corner."""
    (x, y), (end_x, end_y) = town_map.building_spot(origin), town_map.building_spot(place)
    length = hypot(end_x - x, end_y - y)
    along = ((end_x - x) / length, (end_y - y) / length)
    x, y = x + along[0] * SHORTENED, y + along[1] * SHORTENED
    end_x, end_y = end_x - along[0] * SHORTENED, end_y - along[1] * SHORTENED
    base_x, base_y = end_x - 22 * along[0], end_y - 22 * along[1]
    wing = (-12 * along[1], 12 * along[0])
    head = f"M{end_x:.1f} {end_y:.1f}L{base_x + wing[0]:.1f} {base_y + wing[1]:.1f}"
    head += f"L{base_x - wing[0]:.1f} {base_y - wing[1]:.1f}Z"
    line = f"M{x:.1f} {y:.1f}L{base_x:.1f} {base_y:.1f}"
    drawing = "".join(
        f'<path d="{line}" fill="none" stroke="{ink}" stroke-width="{weight}" stroke-dasharray="16 12"/>'
        for ink, weight in ((OUTLINE, 11), (colour, 6))
    )
    drawing += f'<path d="{head}" fill="{colour}" stroke="{OUTLINE}" stroke-width="3" stroke-linejoin="round"/>'
    left, top = round(min(x, end_x)) - 20, round(min(y, end_y)) - 20
    width, height = round(abs(end_x - x)) + 40, round(abs(end_y - y)) + 40
    return sprites.raster(drawing, (left, top, width, height), width, height), left, top
