"""The town between the strip and the seats' plates: map, paths, cards, pawns, numbers. 1000 pixels wide.

It is as high as the lines of the strip and the rows of plates need, 1280 pixels at most. Where many turns are told at
once, paths carry the badge of who went there, and so do places that were checked or shot at.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, hypot

from PIL import Image

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import lots, pieces, plates, strip, town_map
from bot.games.invisible_man.pictures.model import TownBoard
from bot.games.invisible_man.pictures.pills import Dice
from bot.games.invisible_man.pictures.town_map import building, curve, ground
from bot.games.invisible_man.rules.town import TOWN
from bot.pictures import sprites
from bot.pictures.canvas import WIDTH, Canvas, panel
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, GROUNDS, OUTLINE, PLACES, SEATS, rgb
from bot.pictures.sheet import Box

NIGHT = PLACES["town"]["night"]
PAWN, SPREAD = 46, 29
"""A pawn's width, and how far apart those stand that share a cell: no face is hidden."""
INSIDE = (22, 26)
"""How far from the middle of a building the one stands who is in it: its sign stays in sight."""
HALO, BUILDING_LIT = 92, town_map.BUILDING - 6
"""The widths of what lights up a building, and of the building on it."""
SHORTENED = 42
"""How far from the middles of two places the arrow of a card ends."""
DASH, SPACE, PIECE = 16, 12, 5
"""How long its dashes are, and how far apart; how many of them are in a piece."""
HEAD, EDGE = (22, 12), 8
"""How long its head is, and half as wide; how far its strokes reach beyond their points."""


def draw(board: TownBoard) -> bytes:
    top = strip.height(board.pills)
    end = top + town_map.HEIGHT
    canvas = Canvas(WIDTH, end + plates.height(len(board.seats)), NIGHT)
    canvas.part(top)
    canvas.part(end)
    draw_map(canvas.below(top), board)
    canvas.bar(0, 0, WIDTH, top, NIGHT)  # nothing on the map reaches out of it
    strip.draw_strip(canvas, board)
    canvas.bar(0, end, WIDTH, canvas.height, NIGHT)
    plates.draw_plates(canvas, board.seats, board.to_act, end)
    return canvas.png("town")


def draw_map(canvas: Canvas, board: TownBoard) -> None:
    """Draw the map with all that is on it at the top of a canvas."""
    canvas.cover(ground(), 0, 0)
    _possible(canvas, board.possible)
    for walk in board.walks:
        _walk(canvas, walk.path, SEATS[walk.seat])
    _trail(canvas, board.trail)
    _places(canvas, board)
    _dice(canvas, board.dice)
    _moved(canvas, board)
    _cards(canvas, board)
    _pawns(canvas, board)
    _badges(canvas, board)
    _numbers(canvas, board)


def _places(canvas: Canvas, board: TownBoard) -> None:
    """Light up what can be entered and where a chase can end, and close the places whose Signal lies open."""
    lit = [(cell, "paper", "blue-shade") for cell in board.doors] + [(cell, "gold", "red") for cell in board.refuges]
    for cell, fill, edge in lit:
        canvas.centre(_lit(cell, COLOURS[fill], COLOURS[edge], 6), *town_map.building_spot(cell))
    for place in board.opened:
        x, y = town_map.building_spot(place)
        canvas.centre(closed(place, town_map.BUILDING), x, y)
        canvas.centre(pieces.sign("opened", 44), x + 22, y + 20)


@kept
def _lit(cell: str, fill: str, edge: str, weight: int) -> Image.Image:
    """Return a building on a halo: together they are solid but for the corners, and need not be blended."""
    lit, inner = panel(HALO, HALO, fill, radius=24, edge=edge, weight=weight).copy(), building(cell, BUILDING_LIT)
    corner = (HALO - BUILDING_LIT) // 2
    lit.alpha_composite(inner, (corner, corner))
    return lit


@kept
def closed(place: str, size: int) -> Image.Image:
    """Return a place with its colours washed out: it has been checked for good."""
    clear = building(place, size)
    washed = Image.blend(clear.convert("RGB"), Image.new("RGB", clear.size, rgb(COLOURS["paper"])), 0.5)
    washed.putalpha(clear.getchannel("A"))
    return washed


def _dice(canvas: Canvas, dice: Dice) -> None:
    """Throw the dice on the square, each with the badge of who threw it."""
    x, y = town_map.SQUARE
    if len(dice) == 1:
        canvas.centre(pieces.die(dice[0][1], 96), x, y)
        canvas.icon(f"seat-{dice[0][0]}", x + 46, y + 44, 42)
    for place, (seat, value) in enumerate(dice if len(dice) > 1 else ()):
        middle = x + 76 * place - 38
        canvas.centre(pieces.die(value, 68), middle, y - 18)
        canvas.icon(f"seat-{seat}", middle, y + 38, 38)


def _walk(canvas: Canvas, path: tuple[str, ...], ink: str) -> None:
    """Draw the path that a pawn went in its seat's colour."""
    steps = list(pairwise(path))
    for colour, weight in ((OUTLINE, 17), (ink, 9)):
        for one, other in steps:
            _step(canvas, one, other, colour, weight)
    for cell in TOWN.buildings.intersection(path):
        canvas.centre(building(cell, town_map.BUILDING), *town_map.building_spot(cell))


def _possible(canvas: Canvas, cells: tuple[str, ...]) -> None:
    """Shade the cells and places where the police could think him."""
    for cell in cells:
        if cell in TOWN.buildings:
            canvas.centre(_lit(cell, GROUNDS["lilac"], COLOURS["violet"], 5), *town_map.building_spot(cell))
        else:
            spot = panel(46, 46, GROUNDS["lilac"], radius=21, edge=COLOURS["violet"], weight=5)
            canvas.centre(spot, *town_map.spot(cell))


def _trail(canvas: Canvas, cells: tuple[str, ...]) -> None:
    """Draw where the Invisible Man really went: light steps on a dark way, from one cell to the next."""
    _walk(canvas, cells, COLOURS["violet-shade"])
    for one, other in pairwise(cells):
        _footsteps(canvas, one, other)
    if len(cells) > 1:
        x, y = town_map.building_spot(cells[0]) if cells[0] in TOWN.buildings else town_map.spot(cells[0])
        canvas.centre(panel(30, 30, COLOURS["paper"], radius=14, edge=COLOURS["violet-shade"], weight=7), x, y)


def _footsteps(canvas: Canvas, one: str, other: str) -> None:
    _line(canvas, one, other, f'stroke="{COLOURS["paper"]}" stroke-width="5" stroke-dasharray=".1 13"')


def _step(canvas: Canvas, one: str, other: str, colour: str, weight: int) -> None:
    """Draw one step as a line."""
    _line(canvas, one, other, f'stroke="{colour}" stroke-width="{weight}"')


def _line(canvas: Canvas, one: str, other: str, style: str) -> None:
    points = town_map.leg(one, other)
    left, top = (round(min(values)) - 20 for values in zip(*points, strict=True))
    # Most steps are as long as others, so that they look the same somewhere else.
    moved = tuple((round(x - left, 2), round(y - top, 2)) for x, y in points)
    canvas.paste(_stroke(moved, style), left, top)


@kept
def _stroke(points: tuple[town_map.Spot, ...], style: str) -> Image.Image:
    width, height = (round(max(values)) + 20 for values in zip(*points, strict=True))
    drawing = f'<path d="{curve(points)}" fill="none" stroke-linecap="round" {style}/>'
    return sprites.drawn(drawing, (0, 0, width, height), width, height)


def _cards(canvas: Canvas, board: TownBoard) -> None:
    """Lay the cards beside their places; those just laid or moved stand out."""
    fresh = {carry.card for carry in board.carries}
    for place in dict.fromkeys(laid.place for laid in board.laid):
        for slip in lots.slips([laid for laid in board.laid if laid.place == place]):
            lots.draw_slip(canvas, slip, fresh)


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
            x, y = (middle + aside for middle, aside in zip(town_map.building_spot(cell), INSIDE, strict=True))
        lift = 42 if cell in board.numbered else 18
        for seat, (middle, foot) in zip(cells[cell], pawns_at(len(cells[cell]), x, y), strict=True):
            canvas.centre(pieces.pawn(seat, hidden=board.seats[seat].hidden, width=PAWN), middle, foot - lift)


def _numbers(canvas: Canvas, board: TownBoard) -> None:
    for number, cell in enumerate(board.numbered, 1):
        x, y = town_map.spot(cell)
        pieces.chip(canvas, number, x, y, COLOURS["gold"])


def _moved(canvas: Canvas, board: TownBoard) -> None:
    """Draw an arrow for every card that was moved."""
    for carry in board.carries:
        if carry.origin and carry.origin != carry.place:
            _arrow(canvas, carry.origin, carry.place, SEATS[carry.seat])


def _badges(canvas: Canvas, board: TownBoard) -> None:
    """Put the badge of a seat on the middle of its way, and where it checked, shot at or opened a place."""
    for walk in board.walks:
        if len(walk.path) > 1:
            _badge(canvas, walk.seat, *_middle(walk.path))
    for mark in board.marks:
        x, y = town_map.building_spot(mark.place)
        _badge(canvas, mark.seat, x - 28, y - 28)
        if mark.sort == "shot":
            canvas.centre(pieces.sign("shot", 40), x + 24, y - 20)


def _badge(canvas: Canvas, seat: Seat, x: float, y: float) -> None:
    canvas.centre(panel(40, 40, COLOURS["paper"], radius=18, weight=4), x, y)
    canvas.icon(f"seat-{seat}", x, y, 26)


def _middle(path: tuple[str, ...]) -> tuple[float, float]:
    """Return a point of the middle step of a path, clear of both ends where it is long enough."""
    step = (len(path) - 1) // 2
    points = town_map.leg(path[step], path[step + 1])
    (x, y), (end_x, end_y) = points[(len(points) - 1) // 2], points[len(points) // 2]
    return (x + end_x) / 2, (y + end_y) / 2


def _arrow(canvas: Canvas, origin: str, place: str, colour: str) -> None:
    """Draw a dashed arrow from one place to another.

    It is put together of dashes that are drawn once, in pieces, since what is empty beside a long slanting line would
    take most of the time.
    """
    start, end = town_map.building_spot(origin), town_map.building_spot(place)
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)

    def at(far: float, aside: float = 0) -> town_map.Spot:
        """Return the point so far on the way, and so far to its right."""
        return (start[0] + far * along[0] - aside * along[1], start[1] + far * along[1] + aside * along[0])

    tip = length - SHORTENED
    base = tip - HEAD[0]
    begins = range(SHORTENED, ceil(base), DASH + SPACE)
    whole = [at(far) for far in begins if far + DASH <= base]
    dash = (round(DASH * along[0], 1), round(DASH * along[1], 1))
    for first in range(0, len(whole), PIECE):
        _dashes(canvas, whole[first : first + PIECE], dash, colour)
    rest = [at(begins[-1]), at(base)] if len(begins) > len(whole) else []
    _head(canvas, rest, [at(tip), at(base, HEAD[1]), at(base, -HEAD[1])], colour)


def _dashes(canvas: Canvas, begins: Sequence[town_map.Spot], dash: town_map.Spot, colour: str) -> None:
    """Draw dashes, given by where they begin and where the end of one is from there, to a pixel."""
    left, top = (round(min(values)) for values in zip(*begins, strict=True))
    moved = tuple((round(x) - left, round(y) - top) for x, y in begins)
    aside, above, _, _ = _reach(dash)
    canvas.paste(_row(moved, dash, colour), left + aside, top + above)


@kept
def _row(begins: tuple[tuple[int, int], ...], dash: town_map.Spot, colour: str) -> Image.Image:
    one = _dash(dash, colour)
    right, bottom = (max(values) for values in zip(*begins, strict=True))
    row = Image.new("RGBA", (right + one.width, bottom + one.height))
    for place in begins:
        row.alpha_composite(one, place)
    return row


@kept
def _dash(dash: town_map.Spot, colour: str) -> Image.Image:
    left, top, right, bottom = _reach(dash)
    box = (left, top, right - left, bottom - top)
    return sprites.drawn(_stroked(f"M0 0L{dash[0]} {dash[1]}", colour), box, right - left, bottom - top)


def _reach(dash: town_map.Spot) -> Box:
    """Return the room of a dash that begins at 0, 0."""
    x, y = dash
    return (floor(min(0, x)) - EDGE, floor(min(0, y)) - EDGE, ceil(max(0, x)) + EDGE, ceil(max(0, y)) + EDGE)


def _stroked(way: str, colour: str) -> str:
    return "".join(
        f'<path d="{way}" fill="none" stroke="{ink}" stroke-width="{weight}"/>'
        for ink, weight in ((OUTLINE, 13), (colour, 7))
    )


def _head(canvas: Canvas, line: Sequence[town_map.Spot], head: Sequence[town_map.Spot], colour: str) -> None:
    """Draw the head of an arrow, and what is left of a dash before it, given by its ends."""
    points = (*line, *head)
    left, top = (floor(min(values)) - EDGE for values in zip(*points, strict=True))
    right, bottom = (ceil(max(values)) + EDGE for values in zip(*points, strict=True))
    corners, ends = ([f"{x - left:.1f} {y - top:.1f}" for x, y in each] for each in (head, line))
    style = f'fill="{colour}" stroke="{OUTLINE}" stroke-width="3" stroke-linejoin="round"'
    drawing = f'<path d="M{"L".join(corners)}Z" {style}/>'
    if ends:
        drawing = _stroked(f"M{'L'.join(ends)}", colour) + drawing
    size = (right - left, bottom - top)
    canvas.paste(sprites.raster(drawing, (0, 0, *size), *size), left, top)
