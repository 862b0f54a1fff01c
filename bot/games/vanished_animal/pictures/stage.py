"""The conjurer's stage that every picture of this game stands on: curtain, backdrop, planks, light, apron.

Planks and backdrop are light, so that black hats stand out; the curtains leave the place of the hats free. Grounds are
drawn once and shared.
"""

from __future__ import annotations

from functools import lru_cache
from math import pi, tan

import msgspec
from PIL import Image

from bot.pictures import sprites
from bot.pictures.canvas import Canvas
from bot.pictures.encode import png
from bot.pictures.palette import COLOURS, OUTLINE, PLACES, rgb

PLACE = "stage"
PLANKS, LIGHT = PLACES[PLACE]["planks"], PLACES[PLACE]["light"]
BACKDROP, RAY = PLACES[PLACE]["backdrop"], PLACES[PLACE]["ray"]
GROUNDS = (PLANKS, LIGHT, BACKDROP, RAY)
"""What hats, arrows and numbers stand on."""

_CURTAIN, _FOLDS, _SEAM, _APRON = COLOURS["red"], COLOURS["red-shade"], PLACES[PLACE]["planks-shade"], COLOURS["bark"]
_SWAGS = 5


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
    canvas.image.paste(_ground(plan), (0, 0))
    return canvas


def finished(canvas: Canvas) -> bytes:
    return png(canvas.image, place=PLACE)


@lru_cache(maxsize=8)
def _ground(plan: Plan) -> Image.Image:
    parts = (_backdrop(plan), _planks(plan), _rays(plan), _curtain(plan), _valance(plan), _apron(plan))
    window = (0, 0, plan.width, plan.height)
    return sprites.drawn("".join(parts), window, plan.width, plan.height).convert("RGB")


def beams(x: float, y: float, reach: float, colour: str, count: int) -> str:
    """Return the drawing of beams of light from a point, as wide as the dark between them."""
    half = reach * tan(pi / count / 2)
    turned = "".join(f'<path d="M0 0L{reach} {-half:.0f}V{half:.0f}Z" transform="rotate({360 * turn / count:g})"/>' for turn in range(count))
    return f'<g fill="{colour}" transform="translate({x:g} {y:g})">{turned}</g>'


def tint(colour: str) -> str:
    """Return a colour half way to paper: every picture may hold it."""
    mixed = (round((one + other) / 2) for one, other in zip(rgb(colour), rgb(COLOURS["paper"]), strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _backdrop(plan: Plan) -> str:
    wall = f'<rect width="{plan.width}" height="{plan.wall}" fill="{BACKDROP}"/>'
    if plan.rays is not None:
        return wall
    clip = f'<clipPath id="wall"><rect width="{plan.width}" height="{plan.wall}"/></clipPath>'
    return f'{clip}{wall}<g clip-path="url(#wall)">{beams(plan.width / 2, plan.wall + 60, plan.width, RAY, 28)}</g>'


def _planks(plan: Plan) -> str:
    """Lay planks that run away from the looker, and let light fall on them."""
    middle, far, count = plan.width / 2, plan.wall - 560, 12

    def at(x: float, y: float) -> float:
        return middle + (x - middle) * (y - far) / (plan.lip - far)

    seams = [plan.width * (1.5 * place / count - 0.25) for place in range(count + 1)]
    lines = "".join(f"M{at(x, plan.wall):.0f} {plan.wall}L{x:.0f} {plan.lip}" for x in seams)
    deep = plan.lip - plan.wall
    joints = [(plan.wall + deep * share, place) for place, share in enumerate((0.7, 0.3, 0.85, 0.55, 0.2, 0.9, 0.35, 0.6, 0.25, 0.8, 0.4, 0.65))]
    ends = "".join(f"M{at(seams[place], y):.0f} {y:.0f}H{at(seams[place + 1], y):.0f}" for y, place in joints)
    x, y, wide, high = plan.pool
    return (
        f'<rect y="{plan.wall}" width="{plan.width}" height="{deep}" fill="{PLANKS}"/>'
        f'<ellipse cx="{x}" cy="{y}" rx="{wide}" ry="{high}" fill="{LIGHT}"/>'
        f'<path d="{lines}{ends}" fill="none" stroke="{_SEAM}" stroke-width="3"/>'
        f'<path d="M0 {plan.wall}H{plan.width}" stroke="{OUTLINE}" stroke-width="5"/>'
    )


def _rays(plan: Plan) -> str:
    if plan.rays is None:
        return ""
    clip = f'<clipPath id="all"><rect width="{plan.width}" height="{plan.lip}"/></clipPath>'
    return f'{clip}<g clip-path="url(#all)">{beams(*plan.rays, 1400, COLOURS["lemon"], 20)}</g>'


def _curtain(plan: Plan) -> str:
    """Hang a curtain on both sides, drawn aside and tied by a golden cord."""
    knot, lip = plan.knot, plan.lip

    def fold(left: int, right: int, colour: str) -> str:
        low, gathered = knot * 0.6, (left * 0.2 - 8, right * 0.2 - 8)
        return (
            f'<path d="M{left} -10H{right}Q{right} {low:.0f} {gathered[1]:.0f} {knot}H{gathered[0]:.0f}'
            f'Q{left} {low:.0f} {left} -10Z" fill="{colour}"/>'
        )

    folds = "".join(fold(*edges) for edges in ((-40, 40, _FOLDS), (38, 92, _CURTAIN), (90, 128, _FOLDS), (126, 172, _CURTAIN)))
    hem = f'<path d="M172 -10Q172 {knot * 0.6:.0f} 26 {knot}" fill="none" stroke="{OUTLINE}" stroke-width="5"/>'
    tail = (
        f'<path d="M-10 {knot}H20Q14 {(knot + lip) // 2} 17 {lip}H-10Z" fill="{_CURTAIN}" stroke="{OUTLINE}" stroke-width="5"/>'
        f'<path d="M-10 {knot}H8Q4 {(knot + lip) // 2} 6 {lip}H-10Z" fill="{_FOLDS}"/>'
    )
    cord = f'<rect x="-20" y="{knot - 13}" width="56" height="26" rx="12" fill="{COLOURS["gold"]}" stroke="{OUTLINE}" stroke-width="5"/>'
    drawing = folds + hem + tail + cord
    return f'{drawing}<g transform="translate({plan.width} 0) scale(-1 1)">{drawing}</g>'


def _valance(plan: Plan) -> str:
    """Hang the short curtain along the top, in swags with a golden fringe."""
    wide, top = plan.width / _SWAGS, plan.drop - 44

    def swag(left: float, sag: int, fill: str) -> str:
        cloth = f"M{left:.0f} -10V{top}Q{left + wide / 2:.0f} {top + sag} {left + wide:.0f} {top}V-10Z"
        return f'<path d="{cloth}" fill="{fill}" stroke="{OUTLINE}" stroke-width="5"/>'

    def pleat(left: float, turn: float) -> str:
        edge = left + (wide if turn < 0 else 0)
        return f'<path d="M{edge:.0f} -10V{top}Q{edge + turn * 12:.0f} {top - 30} {edge + turn * 26:.0f} -10Z" fill="{_FOLDS}"/>'

    lefts = [wide * place for place in range(_SWAGS)]
    fringe = "".join(swag(left, 88, COLOURS["gold"]) for left in lefts)
    cloth = "".join(swag(left, 56, _CURTAIN) + pleat(left + 3, 1) + pleat(left - 3, -1) for left in lefts)
    return fringe + cloth


def _apron(plan: Plan) -> str:
    """Draw the front of the stage with a row of lamps on its edge."""
    lip = plan.lip
    lamps = "".join(
        f'<path d="M{x - 22:.0f} {lip + 4}A22 22 0 0 1 {x + 22:.0f} {lip + 4}Z" fill="{COLOURS["lemon"]}" stroke="{OUTLINE}" stroke-width="4"/>'
        for x in (plan.width * (place + 0.5) / 9 for place in range(9))
    )
    return (
        f'<rect y="{lip}" width="{plan.width}" height="{plan.height - lip}" fill="{_APRON}"/>{lamps}'
        f'<rect x="-5" y="{lip}" width="{plan.width + 10}" height="18" fill="{COLOURS["gold"]}" stroke="{OUTLINE}" stroke-width="5"/>'
    )
