"""The ring: five hats around the box, and what was just done to them: arrows for swaps, tags for looks."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from PIL import Image

from bot.games.vanished_animal.pictures import figures
from bot.games.vanished_animal.pictures.model import VanishedMove, VanishedTableau
from bot.games.vanished_animal.rules.moves import HATS
from bot.pictures import marks, sprites
from bot.pictures.canvas import Canvas, panel
from bot.pictures.marks import disc, label
from bot.pictures.palette import COLOURS, SEATS

CENTRE = (430, 346)
RADII = (300, 172)
RUG = (412, 240)
HAT, OPEN_HAT, BOX, OPEN_BOX = 152, 118, 132, 118
BASE = 70
"""How far below a spot a hat stands."""
REACH = 92
"""How far from a hat's middle an arrow ends."""
CLOSE = 250
"""Hats nearer than this leave no room for an arrow straight between them."""
TAG_Y, TAGS_Y, TAGS_HEIGHT = -44, -74, 108
"""Where a hat's one tag is, where the first of several is, and how much of a hat these may hide."""
SHARES = (0.4, 0.6, 0.25, 0.75, 0.5, 0.15, 0.85)
"""Where on its way an arrow may be numbered, the best first."""
LABEL = (78, 40)
"""The size of a number of three digits."""

Point = tuple[float, float]
Curve = tuple[Point, Point, Point]
"""A quadratic curve: its ends, and between them the point that bends it."""


def spot(hat: int) -> Point:
    """Return the middle of a hat's place; they go clockwise from the top."""
    angle = -pi / 2 + 2 * pi * hat / HATS
    return CENTRE[0] + RADII[0] * cos(angle), CENTRE[1] + RADII[1] * sin(angle)


def draw_ring(canvas: Canvas, table: VanishedTableau) -> None:
    """Draw the ring, shut, or turned up by a round that has just ended (D13)."""
    canvas.centre(_rug(), *CENTRE)
    fresh = [move for move in table.moves if not move.stale]
    swaps = [move for move in fresh if move.deed == "swap"]
    curves = arrows(swaps)
    for move, curve in zip(swaps, curves, strict=True):
        _arrow(canvas, move, curve)
    _box(canvas, table.box)
    for hat in range(HATS):
        _hat(canvas, table, hat)
    numbered = len(table.moves) > 1
    _tags(canvas, [move for move in fresh if move.deed == "eye"], numbered=numbered)
    if numbered:
        for move, place in zip(swaps, numbers(curves), strict=True):
            label(canvas, move.number, *place)


def arrows(swaps: list[VanishedMove]) -> list[Curve]:
    """Return each swap's arrow; those of the same two hats lie side by side, the later farther out."""
    return [_curve(move, sum(other.hats == move.hats for other in swaps[:place])) for place, move in enumerate(swaps)]


def _rug() -> Image.Image:
    wide, high = RUG
    drawing = (
        f'<ellipse rx="{wide}" ry="{high}" fill="{COLOURS["felt-shade"]}"/>'
        f'<ellipse rx="{wide - 12}" ry="{high - 12}" fill="none" stroke="{COLOURS["gold-shade"]}" stroke-width="4"'
        ' stroke-dasharray="2 16" stroke-linecap="round"/>'
    )
    return sprites.raster(drawing, (-wide, -high, 2 * wide, 2 * high), 2 * wide, 2 * high)


def _box(canvas: Canvas, kind: str | None) -> None:
    x, y = CENTRE
    sprite = figures.box(BOX) if kind is None else figures.opened_box(kind, OPEN_BOX)
    canvas.paste(sprite, x - sprite.width / 2, y + BASE - sprite.height)


def _hat(canvas: Canvas, table: VanishedTableau, hat: int) -> None:
    x, y = spot(hat)
    if table.looked == hat:
        canvas.centre(_halo(), x, y)
    sprite = figures.hat(HAT) if table.faces is None else figures.opened_hat(table.faces[hat], OPEN_HAT)
    canvas.paste(sprite, x - sprite.width / 2, y + BASE - sprite.height)
    disc(canvas, hat + 1, x, y + BASE - 24, 48)


def _halo() -> Image.Image:
    drawing = f'<ellipse rx="92" ry="80" fill="{COLOURS["lemon"]}" stroke="{COLOURS["gold"]}" stroke-width="8"/>'
    return sprites.raster(drawing, (-100, -88, 200, 176), 200, 176)


def _curve(move: VanishedMove, lane: int) -> Curve:
    """Bend an arrow outwards, past the box, more where hats stand close; a second one between the same hats more."""
    (ax, ay), (bx, by) = spot(move.hats[0]), spot(move.hats[1])
    mx, my = (ax + bx) / 2, (ay + by) / 2
    dx, dy = mx - CENTRE[0], my - CENTRE[1]
    bend = (130 if hypot(ax - bx, ay - by) < CLOSE else 70) + 60 * lane
    control = (mx + bend * dx / hypot(dx, dy), my + bend * dy / hypot(dx, dy))
    return _towards((ax, ay), control, REACH), control, _towards((bx, by), control, REACH)


def _towards(start: Point, goal: Point, way: float) -> Point:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    return start[0] + way * dx / hypot(dx, dy), start[1] + way * dy / hypot(dx, dy)


def _arrow(canvas: Canvas, move: VanishedMove, curve: Curve) -> None:
    left, top = (int(min(point[axis] for point in curve)) - 30 for axis in (0, 1))
    wide, high = (int(max(point[axis] for point in curve)) + 30 - low for axis, low in ((0, left), (1, top)))
    a, control, b = ((x - left, y - top) for x, y in curve)
    line = f"M{a[0]:.0f} {a[1]:.0f}Q{control[0]:.0f} {control[1]:.0f} {b[0]:.0f} {b[1]:.0f}"
    heads = _head(a, control) + _head(b, control)
    colour = SEATS[move.seat] if move.seat is not None else COLOURS["paper"]
    drawing = marks.arrow(line, heads, colour, weight=8)
    canvas.paste(sprites.raster(drawing, (0, 0, wide, high), wide, high), left, top)


def _head(tip: Point, control: Point) -> str:
    """Draw an arrow's head that looks away from where its line comes from."""
    dx, dy = _towards((0, 0), (tip[0] - control[0], tip[1] - control[1]), 1)
    x, y = tip[0] + 14 * dx, tip[1] + 14 * dy
    corners = [(x - 26 * dx + side * 17 * dy, y - 26 * dy - side * 17 * dx) for side in (1, -1)]
    return f"M{x:.0f} {y:.0f}" + "".join(f"L{cx:.0f} {cy:.0f}" for cx, cy in corners) + "Z"


def numbers(curves: list[Curve]) -> list[Point]:
    """Place a number on each arrow where neither a hat nor another number is near, the middle rather than an end."""
    taken = [(x, y + shift) for x, y in map(spot, range(HATS)) for shift in (-24, 36)]
    for curve in curves:
        places = [_along(curve, share) for share in SHARES]
        taken.append(max(places, key=lambda place: min(LABEL[1], *(_clear(place, other) for other in taken))))
    return taken[2 * HATS :]


def _clear(one: Point, other: Point) -> float:
    """Return how far apart two numbers are, as if they were as high as wide."""
    return max(abs(one[0] - other[0]) * LABEL[1] / LABEL[0], abs(one[1] - other[1]))


def _along(curve: Curve, share: float) -> Point:
    weights = ((1 - share) ** 2, 2 * share * (1 - share), share**2)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y


def _tags(canvas: Canvas, looks: list[VanishedMove], *, numbered: bool) -> None:
    """Pin who looked on the hat, the first on top: a hat's own face tells nothing that they could hide."""
    for hat in {move.hats[0] for move in looks}:
        here = [move for move in looks if move.hats[0] == hat]
        first = TAG_Y if len(here) == 1 else TAGS_Y
        step = min(42, TAGS_HEIGHT // len(here))
        for place, move in enumerate(here):
            _tag(canvas, move, first + step * place, numbered=numbered)


def _tag(canvas: Canvas, move: VanishedMove, down: int, *, numbered: bool) -> None:
    digits = len(str(move.number)) if numbered else 0
    width = 92 + 18 * digits
    x, y = spot(move.hats[0])
    left, middle = x - width / 2, y + down
    canvas.paste(panel(width, 44, COLOURS["parchment"], radius=20, weight=3), left, middle - 22)
    if numbered:
        canvas.write(move.number, left + 12, middle, 28, "bark-shade", align="left")
    canvas.icon(f"seat-{move.seat}", left + 28 + 18 * digits, middle, 32)
    canvas.icon("eye", left + 66 + 18 * digits, middle, 38)
