"""The conjurer's stage that every picture of this game stands on: curtain, backdrop, planks, light, apron.

Planks and backdrop are light, so that black hats stand out; the curtains leave the place of the hats free. Grounds are
drawn once and shared.
"""

from __future__ import annotations

from math import pi, tan

import msgspec
from PIL import Image

from bot.pictures import sprites
from bot.pictures.canvas import Canvas
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, OUTLINE, PLACES, rgb

PLACE = "stage"
PLANKS, LIGHT = PLACES[PLACE]["planks"], PLACES[PLACE]["light"]
BACKDROP, RAY = PLACES[PLACE]["backdrop"], PLACES[PLACE]["ray"]
GROUNDS = (PLANKS, LIGHT, BACKDROP, RAY)
"""What hats, arrows and numbers stand on."""

_CLOTH, _FOLDS = COLOURS["red"], COLOURS["red-shade"]
_SEAM, _APRON = PLACES[PLACE]["planks-shade"], COLOURS["bark"]
_SWAGS, _LAMPS = 5, 9
_PLEATS = ((-40, 40, _FOLDS), (38, 92, _CLOTH), (90, 128, _FOLDS), (126, 172, _CLOTH))
"""The folds of a side curtain at its top: left, right, colour."""
_JOINTS = (0.7, 0.3, 0.85, 0.55, 0.2, 0.9, 0.35, 0.6, 0.25, 0.8, 0.4, 0.65)
"""Where each plank is joined, as a share of its way to the looker."""


class Plan(msgspec.Struct, frozen=True):
    """Where a stage's parts are, in pixels.

    The backdrop ends at `wall`, the planks at `lip`, with the apron below; the valance hangs down to `drop`, and side
    curtains are tied at `knot`. `pool` is the light on the planks: its middle, how far it reaches to the side and down.
    """

    width: int
    height: int
    wall: int
    lip: int
    drop: int
    knot: int
    pool: tuple[int, int, int, int]
    rays: tuple[int, int] | None = None
    """Where golden rays come from."""


def stage(plan: Plan) -> Canvas:
    """Return a canvas with a stage on it."""
    canvas = Canvas(plan.width, plan.height)
    canvas.cover(_ground(plan), 0, 0)
    return canvas


def finished(canvas: Canvas) -> bytes:
    return canvas.png(PLACE)


@kept
def _ground(plan: Plan) -> Image.Image:
    parts = (_backdrop(plan), _planks(plan), _rays(plan), _curtain(plan), _valance(plan), _apron(plan))
    window = (0, 0, plan.width, plan.height)
    return sprites.drawn("".join(parts), window, plan.width, plan.height).convert("RGB")


def beams(x: float, y: float, reach: float, colour: str, count: int) -> str:
    """Return the drawing of beams of light from a point, as wide as the dark between them."""
    half = reach * tan(pi / count / 2)
    beam = f"M0 0L{reach} {-half:.0f}V{half:.0f}Z"
    turned = "".join(f'<path d="{beam}" transform="rotate({360 * turn / count:g})"/>' for turn in range(count))
    return f'<g fill="{colour}" transform="translate({x:g} {y:g})">{turned}</g>'


def tint(colour: str) -> str:
    """Return a colour half way to paper: every picture may hold it."""
    mixed = (round((one + other) / 2) for one, other in zip(rgb(colour), rgb(COLOURS["paper"]), strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def path(way: str, fill: str, weight: int = 0) -> str:
    """Return the drawing of a shape, with an outline if that has a weight."""
    edge = f' stroke="{OUTLINE}" stroke-width="{weight}" stroke-linejoin="round"' if weight else ""
    return f'<path d="{way}" fill="{fill}"{edge}/>'


def bar(left: float, top: float, width: float, height: float, fill: str, weight: int = 0, *, radius: int = 0) -> str:
    """Return the drawing of a rectangle, with an outline if that has a weight."""
    edge = f' stroke="{OUTLINE}" stroke-width="{weight}"' if weight else ""
    size = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="{radius}"'
    return f'<rect {size} fill="{fill}"{edge}/>'


def _within(width: int, height: int, name: str, drawing: str) -> str:
    """Return a drawing of which nothing shows right of `width` or below `height`."""
    return (
        f'<clipPath id="{name}">{bar(0, 0, width, height, OUTLINE)}</clipPath><g clip-path="url(#{name})">{drawing}</g>'
    )


def _backdrop(plan: Plan) -> str:
    wall = bar(0, 0, plan.width, plan.wall, BACKDROP)
    if plan.rays is not None:
        return wall
    return wall + _within(plan.width, plan.wall, "wall", beams(plan.width / 2, plan.wall + 60, plan.width, RAY, 28))


def _planks(plan: Plan) -> str:
    """Lay planks that run away from the looker, and let light fall on them."""
    middle, far, deep = plan.width / 2, plan.wall - 560, plan.lip - plan.wall

    def at(x: float, y: float) -> float:
        """Return where a seam that ends at x is at height y."""
        return middle + (x - middle) * (y - far) / (plan.lip - far)

    seams = [plan.width * (1.5 * place / len(_JOINTS) - 0.25) for place in range(len(_JOINTS) + 1)]
    lines = "".join(f"M{at(x, plan.wall):.0f} {plan.wall}L{x:.0f} {plan.lip}" for x in seams)
    ends = "".join(
        f"M{at(seams[place], y):.0f} {y:.0f}H{at(seams[place + 1], y):.0f}"
        for place, y in enumerate(plan.wall + deep * share for share in _JOINTS)
    )
    x, y, wide, high = plan.pool
    return (
        bar(0, plan.wall, plan.width, deep, PLANKS)
        + f'<ellipse cx="{x}" cy="{y}" rx="{wide}" ry="{high}" fill="{LIGHT}"/>'
        + f'<path d="{lines}{ends}" fill="none" stroke="{_SEAM}" stroke-width="3"/>'
        + path(f"M0 {plan.wall}H{plan.width}", "none", 5)
    )


def _rays(plan: Plan) -> str:
    if plan.rays is None:
        return ""
    return _within(plan.width, plan.lip, "hall", beams(*plan.rays, 1400, COLOURS["lemon"], 20))


def _curtain(plan: Plan) -> str:
    """Hang a curtain on both sides, drawn aside and tied by a golden cord."""
    knot, lip, low = plan.knot, plan.lip, round(plan.knot * 0.6)

    def fold(left: int, right: int, colour: str) -> str:
        start, end = round(left * 0.2 - 8), round(right * 0.2 - 8)
        return path(f"M{left} -10H{right}Q{right} {low} {end} {knot}H{start}Q{left} {low} {left} -10Z", colour)

    drawing = (
        "".join(fold(left, right, colour) for left, right, colour in _PLEATS)
        + path(f"M172 -10Q172 {low} 26 {knot}", "none", 5)
        + path(f"M-10 {knot}H20Q14 {(knot + lip) // 2} 17 {lip}H-10Z", _CLOTH, 5)
        + path(f"M-10 {knot}H8Q4 {(knot + lip) // 2} 6 {lip}H-10Z", _FOLDS)
        + bar(-20, knot - 13, 56, 26, COLOURS["gold"], 5, radius=12)
    )
    return f'{drawing}<g transform="translate({plan.width} 0) scale(-1 1)">{drawing}</g>'


def _valance(plan: Plan) -> str:
    """Hang the short curtain along the top, in swags with a golden fringe."""
    wide, top = plan.width / _SWAGS, plan.drop - 44

    def swag(left: float, sag: int, fill: str) -> str:
        way = f"M{left:g} -10V{top}Q{left + wide / 2:g} {top + sag} {left + wide:g} {top}V-10Z"
        return path(way, fill, 5)

    def pleat(edge: float, turn: int) -> str:
        return path(f"M{edge:g} -10V{top}Q{edge + turn * 12:g} {top - 30} {edge + turn * 26:g} -10Z", _FOLDS)

    lefts = [wide * place for place in range(_SWAGS)]
    fringe = "".join(swag(left, 88, COLOURS["gold"]) for left in lefts)
    return fringe + "".join(swag(left, 56, _CLOTH) + pleat(left + 3, 1) + pleat(left + wide - 3, -1) for left in lefts)


def _apron(plan: Plan) -> str:
    """Draw the front of the stage with a row of lamps on its edge."""
    low = plan.lip + 4
    lamps = "".join(
        path(f"M{x - 22:.0f} {low}A 22 22 0 0 1 {x + 22:.0f} {low}Z", COLOURS["lemon"], 4)
        for x in (plan.width * (place + 0.5) / _LAMPS for place in range(_LAMPS))
    )
    front = bar(0, plan.lip, plan.width, plan.height - plan.lip, _APRON)
    return front + lamps + bar(-5, plan.lip, plan.width + 10, 18, COLOURS["gold"], 5)
