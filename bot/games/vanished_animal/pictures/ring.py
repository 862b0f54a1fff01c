"""The ring: five hats around the box, and what was just done to them: arrows for swaps, tags for looks."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from PIL import Image

from bot.engine.rules import Seat
from bot.games.vanished_animal.pictures import figures, routes
from bot.games.vanished_animal.pictures.model import VanishedMove, VanishedTableau
from bot.games.vanished_animal.pictures.routes import HEAD, SPOTS, Box, Curve, Point
from bot.games.vanished_animal.rules.moves import HATS
from bot.pictures import marks, sprites
from bot.pictures.canvas import Canvas, panel
from bot.pictures.palette import COLOURS, SEATS

HAT, OPEN_HAT, BOX, OPEN_BOX = 206, 154, 156, 144
BASE = 100
"""How far below the middle of a spot a hat stands."""
BOX_BASE = 78
DISC, DISC_Y = 62, 70
"""The size of a hat's number, and how far below the middle of its spot it is."""
TAG_Y, TAGS_Y, TAG_STEP = -36, -72, 47
"""Where a hat's one tag is, where the first of several is, and their distance."""
TAG_HEIGHT, MOST_TAGS = 54, 3
KNOWERS_Y = 24
"""How far below the middle of its spot the badges of who knows a hat are."""
WEIGHT = 13
"""Of an arrow's line, in its colour."""


def draw_ring(canvas: Canvas, table: VanishedTableau) -> None:
    """Draw the ring, shut, or face up for who looks back at a game that is over."""
    fresh = [move for move in table.moves if not move.stale]
    swaps = [move for move in fresh if move.deed == "swap"]
    curves = routes.routes([(move.hats[0], move.hats[1]) for move in swaps])
    _box(canvas, table)
    if table.looked is not None:
        canvas.centre(_halo(), *SPOTS[table.looked])
    for move, curve in zip(swaps, curves, strict=True):
        _arrow(canvas, move.seat, curve)
    looks = [move for move in fresh if move.deed == "eye" and not move.moved]
    looked = {move.hats[0] for move in looks}
    for hat in range(HATS):
        _hat(canvas, table, hat, looked=hat in looked)
    numbered = len(table.moves) > 1
    pinned = tags(looks, numbered=numbered) if table.faces is None else {}
    for place, move in pinned.items():
        _tag(canvas, move, place, numbered=numbered)
    if numbered:
        sizes = [(marks.flag_width(move.number), marks.FLAG_HEIGHT) for move in swaps]
        for move, point in zip(swaps, routes.numbers(curves, sizes, tuple(pinned)), strict=True):
            marks.flag(canvas, move.number, move.seat, *point)


def _box(canvas: Canvas, table: VanishedTableau) -> None:
    x, y = routes.BOX
    sprite = figures.box(BOX) if table.box is None else figures.opened_box(table.box, OPEN_BOX)
    canvas.paste(sprite, x - sprite.width / 2, y + BOX_BASE - sprite.height)
    _knowers(canvas, table.box_knowers, x, y + BOX_BASE - 38, looked=False)


def _hat(canvas: Canvas, table: VanishedTableau, hat: int, *, looked: bool) -> None:
    x, y = SPOTS[hat]
    sprite = figures.hat(HAT) if table.faces is None else figures.opened_hat(table.faces[hat], OPEN_HAT)
    canvas.paste(sprite, x - sprite.width / 2, y + BASE - sprite.height)
    marks.disc(canvas, hat + 1, x, y + DISC_Y, DISC)
    if table.faces is not None:
        _knowers(canvas, table.knowers[hat] if table.knowers else (), x, y + KNOWERS_Y, looked=looked)


def _knowers(canvas: Canvas, seats: Sequence[Seat], x: float, y: float, *, looked: bool) -> None:
    """Lay the badges of who knows what is in a vessel side by side, after an eye if it was just looked into."""
    icons = ["eye"] * looked + [f"seat-{seat}" for seat in seats]
    if not icons:
        return
    pitch = 44
    canvas.centre(panel(pitch * len(icons) + 16, 52, COLOURS["parchment"], radius=24, weight=4), x, y)
    for place, icon in enumerate(icons):
        canvas.icon(icon, x + pitch * (place - (len(icons) - 1) / 2), y, 40)


def _halo() -> Image.Image:
    """Return the light on the hat whose swap is due."""
    drawing = (
        f'<ellipse rx="112" ry="120" fill="{COLOURS["lemon"]}" stroke="{COLOURS["ink"]}" stroke-width="12"/>'
        f'<ellipse rx="112" ry="120" fill="none" stroke="{COLOURS["gold"]}" stroke-width="7"/>'
    )
    return sprites.raster(drawing, (-120, -128, 240, 256), 240, 256)


def _arrow(canvas: Canvas, seat: Seat | None, curve: Curve) -> None:
    left, top = (int(min(point[axis] for point in curve)) - 40 for axis in (0, 1))
    wide, high = (int(max(point[axis] for point in curve)) + 40 - low for axis, low in ((0, left), (1, top)))
    moved: Curve = tuple((x - left, y - top) for x, y in curve)  # type: ignore[assignment]
    share = min(0.4, 0.8 * HEAD / routes.length(moved))
    start, control, end = routes.part(moved, share, 1 - share)
    line = f"M{start[0]:.0f} {start[1]:.0f}Q{control[0]:.0f} {control[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
    heads = _head(moved[0], start) + _head(moved[2], end)
    drawing = marks.arrow(line, heads, SEATS[seat] if seat is not None else COLOURS["paper"], weight=WEIGHT)
    canvas.paste(sprites.raster(drawing, (0, 0, wide, high), wide, high), left, top)


def _head(tip: Point, base: Point) -> str:
    """Draw an arrow's head that looks away from where its line ends."""
    dx, dy = tip[0] - base[0], tip[1] - base[1]
    dx, dy = dx / hypot(dx, dy), dy / hypot(dx, dy)
    x, y = tip[0] - HEAD * dx, tip[1] - HEAD * dy
    corners = "".join(f"L{x + side * 24 * dy:.0f} {y - side * 24 * dx:.0f}" for side in (1, -1))
    return f"M{tip[0]:.0f} {tip[1]:.0f}{corners}Z"


def tags(looks: Sequence[VanishedMove], *, numbered: bool) -> dict[Box, VanishedMove]:
    """Return where to pin who looked on the hats, the first on top: they hide nothing that a hat's own face tells."""
    pinned: dict[Box, VanishedMove] = {}
    for hat in range(HATS):
        here = [move for move in looks if move.hats[0] == hat][-MOST_TAGS:]
        x, y = SPOTS[hat]
        for place, move in enumerate(here):
            room = marks.flag_width(move.number) + 2 if numbered else 6
            middle = y + (TAG_Y if len(here) == 1 else TAGS_Y + TAG_STEP * place)
            pinned[x, middle, room + 94, TAG_HEIGHT] = move
    return pinned


def _tag(canvas: Canvas, move: VanishedMove, box: Box, *, numbered: bool) -> None:
    x, y, wide, high = box
    right = x + wide / 2
    canvas.centre(panel(int(wide), int(high), COLOURS["parchment"], radius=20, weight=4), x, y)
    if numbered:
        marks.flag(canvas, move.number, move.seat, x - wide / 2 + 6, y, align="left")
    canvas.icon(f"seat-{move.seat}", right - 70, y, 36)
    canvas.icon("eye", right - 28, y, 44)
