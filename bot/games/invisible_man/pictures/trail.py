"""What several turns have left on the map, by the numbers of the caption: ways, cards laid or moved, checks, shots."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from PIL import Image

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import layout, pieces
from bot.games.invisible_man.pictures.model import TownBoard
from bot.pictures import sprites
from bot.pictures.canvas import Canvas, panel
from bot.pictures.palette import COLOURS, OUTLINE, SEATS

RING = 10
"""How far the ring of a card just laid shows around it, in all."""
SHORTENED = 46
"""How far from the middles of two places the arrow of a card ends."""
KEPT_ARROWS = 256


def draw_moved(canvas: Canvas, board: TownBoard) -> None:
    """Draw an arrow for every card that was moved, and a golden ring under every card laid or moved."""
    for carry in board.carries:
        if carry.origin and carry.origin != carry.place:
            sprite, left, top = _arrow(carry.origin, carry.place, SEATS[carry.seat])
            canvas.paste(sprite, left, top)
    rings = {carry.card for carry in board.carries}
    for x, y in _spots(board, rings).values():
        width, height = layout.CARD
        ring = panel(width + RING, height + RING, COLOURS["gold"], radius=16, edge=COLOURS["gold-shade"], weight=3)
        canvas.centre(ring, x, y)


def draw_numbers(canvas: Canvas, board: TownBoard) -> None:
    """Put the number of a move on the middle of its way, and where a place was checked, shot at or opened."""
    for walk in board.walks:
        if walk.number and len(walk.path) > 1:
            _tag(canvas, walk.number, *_middle(walk.path), walk.seat)
    for mark in board.marks:
        x, y = layout.house(mark.place)
        y = max(y - 36, layout.MAP_TOP + 24)
        _tag(canvas, mark.number, x - 22, y, None)
        if mark.sort == "shot":
            canvas.centre(pieces.sign("shot", 36), x + 26, y + 2)


def _middle(path: tuple[str, ...]) -> tuple[float, float]:
    """Give a point of the middle step of a way, clear of both ends where it is long enough."""
    step = (len(path) - 1) // 2
    points = layout.leg(path[step], path[step + 1])
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
        if len(numbers) <= len(layout.lot(place)):
            spots = zip(numbers, layout.slots(place, len(numbers)), strict=True)
            found.update({number: spot for number, spot in spots if number in cards})
    return found


@lru_cache(maxsize=KEPT_ARROWS)
def _arrow(origin: str, place: str, colour: str) -> tuple[Image.Image, int, int]:
    """Give a dashed arrow from one place to another, with the spot of its upper left corner."""
    (x, y), (end_x, end_y) = layout.house(origin), layout.house(place)
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
