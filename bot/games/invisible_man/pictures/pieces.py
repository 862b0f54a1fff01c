"""Pawns, cards and dice as sprites."""

from __future__ import annotations

from PIL import Image

from bot.engine.rules import Seat
from bot.pictures import sprites
from bot.pictures.canvas import SMALLEST_TYPE, Canvas, panel
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, GROUNDS, OUTLINE, RIGHT, WRONG

BACKS: dict[str, str] = {
    "yes": RIGHT,
    "no": WRONG,
    "signal": GROUNDS["denim"],
    "cloak": GROUNDS["lilac"],
}
"""The colour of each kind of card. Yes is light with dark writing, No dark with light; their shapes differ too."""
INKS: dict[str, str] = {"yes": "ink", "no": "paper", "signal": "ink", "cloak": "ink"}
"""What is written in on each kind of card, by the name of a colour."""
ROUND, SCOOP = 12, 9
"""Radius of the corners of a Yes, which are round, and of a No, which are cut out as on a ticket."""
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((48, 48),),
    2: ((28, 68), (68, 28)),
    3: ((26, 70), (48, 48), (70, 26)),
    4: ((29, 29), (67, 29), (29, 67), (67, 67)),
    5: ((27, 27), (69, 27), (48, 48), (27, 69), (69, 69)),
    6: ((29, 24), (67, 24), (29, 48), (67, 48), (29, 72), (67, 72)),
}


@kept
def sign(name: str, size: int) -> Image.Image:
    return sprites.drawn(sprites.art(f"invisible_man/{name}"), (0, 0, 96, 96), size, size)


@kept
def emblem(kind: str, size: int) -> Image.Image:
    """Return what is drawn on a card's back, clear of its ground: a tick, a cross, or the thing itself."""
    if kind not in _STROKES:
        return sign(kind, size)
    style = f'fill="none" stroke="{COLOURS[INKS[kind]]}" stroke-width="20" stroke-linecap="round"'
    drawing = f'<path d="{_STROKES[kind]}" {style} stroke-linejoin="round"/>'
    return sprites.drawn(drawing, (0, 0, 96, 96), size, size)


_STROKES = {"yes": "M14 52L38 76L82 22", "no": "M20 20L76 76M76 20L20 76"}


def mini(kind: str, size: int) -> Image.Image:
    """Return a small square card of a kind with its emblem; a policeman's charge is a drop of paint."""
    return _mini(kind, size) if kind in BACKS else sign(kind, size)


@kept
def _mini(kind: str, size: int) -> Image.Image:
    whole, inner = blank(kind, size, size).copy(), emblem(kind, round(size * 0.66))
    corner = (size - inner.width) // 2
    whole.alpha_composite(inner, (corner, corner))
    return whole


@kept
def faded(kind: str, size: int) -> Image.Image:
    """Return a small card as the mark of a pile that is empty."""
    empty = _mini(kind, size).copy()
    empty.putalpha(empty.getchannel("A").point(lambda value: value * 3 // 8))
    return empty


@kept
def pawn(seat: Seat, *, hidden: bool, width: int) -> Image.Image:
    """Return a seat's figure, a third higher than wide: the Invisible Man, or a policeman in the seat's cap."""
    name = "invisible" if hidden else f"policeman-{seat}"
    return sprites.drawn(sprites.art(f"invisible_man/{name}"), (0, 0, 96, 128), width, width * 4 // 3)


@kept
def die(value: int, size: int) -> Image.Image:
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="10"/>' for x, y in PIPS[value])
    drawing = (
        f'<rect x="4" y="4" width="88" height="88" rx="20" fill="{COLOURS["paper"]}"/>'
        f'<path d="M80 6C88 8 92 14 92 22V74C92 86 86 92 74 92H22C14 92 8 88 6 82C60 88 84 70 80 6Z"'
        f' fill="{COLOURS["steel"]}"/>'
        f'<rect x="4" y="4" width="88" height="88" rx="20" fill="none" stroke="{OUTLINE}" stroke-width="7"/>'
        f'<g fill="{OUTLINE}">{pips}</g>'
    )
    return sprites.drawn(drawing, (0, 0, 96, 96), size, size)


@kept
def blank(kind: str, width: int, height: int) -> Image.Image:
    """Return the back of a card: round corners for Yes, cut out ones for No."""
    return sprites.drawn(outline(kind, width, height), (0, 0, width, height), width, height)


def outline(kind: str, width: int, height: int) -> str:
    """Return the drawing of a card's back."""
    left, right, bottom = 1.5, width - 1.5, height - 1.5
    style = f'fill="{BACKS[kind]}" stroke="{OUTLINE}" stroke-width="3" stroke-linejoin="round"'
    if kind != "no":
        radius = ROUND if kind == "yes" else 6
        return f'<rect x="1.5" y="1.5" width="{width - 3}" height="{height - 3}" rx="{radius}" {style}/>'
    arc = f"A{SCOOP} {SCOOP} 0 0 0"
    sides = (
        f"M{left + SCOOP} {left}H{right - SCOOP}{arc} {right} {left + SCOOP}V{bottom - SCOOP}"
        f"{arc} {right - SCOOP} {bottom}H{left + SCOOP}{arc} {left} {bottom - SCOOP}V{left + SCOOP}"
        f"{arc} {left + SCOOP} {left}Z"
    )
    return f'<path d="{sides}" {style}/>'


def chip(canvas: Canvas, number: int, x: float, y: float, fill: str) -> None:
    """Put the number of a cell that can be chosen."""
    canvas.centre(panel(22 + 22 * len(str(number)), 44, fill, radius=20, weight=4), x, y)
    canvas.write(number, x, y, SMALLEST_TYPE)
