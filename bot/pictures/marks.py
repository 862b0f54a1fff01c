"""Marks shared by many pictures: numbers in a circle, on a flag, arrows, beams of light."""

from __future__ import annotations

from PIL import Image

from bot.engine.rules import Seat
from bot.pictures import sprites
from bot.pictures.canvas import SMALLEST_TYPE, Align, Canvas, panel
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, OUTLINE, SEATS, ink_on

FLAG_HEIGHT, FLAG_ROOM, FLAG_DIGIT, FLAG_NOTCH = 46, 30, 25, 10
"""Pixels: how high a flag is, how wide without its digits, how wide for each, how deep its notch."""


def disc(canvas: Canvas, number: int, x: float, y: float, size: int, *, type_size: int | None = None) -> None:
    """Draw a number in a circle, centred at x, y; its type is 0.7 of the circle, or `type_size`."""
    canvas.centre(panel(size, size, COLOURS["paper"], radius=size // 2, weight=3), x, y)
    canvas.write(number, x, y, type_size or max(28, min(SMALLEST_TYPE, size - 8), size * 7 // 10))


def flag(canvas: Canvas, number: int, seat: Seat | None, x: float, y: float, *, align: Align = "centre") -> int:
    """Draw the number of a move on a flag in the colour of who moved, at x, y; return its width in pixels.

    Hats have their numbers in circles, moves have theirs on flags, wherever either is shown.
    """
    sprite, ground = _flag(len(str(number)), seat), COLOURS["parchment"] if seat is None else SEATS[seat]
    left = x - {"left": 0.0, "centre": sprite.width / 2, "right": float(sprite.width)}[align]
    canvas.paste(sprite, left, y - sprite.height / 2)
    canvas.write(number, left + (sprite.width - FLAG_NOTCH) / 2, y, SMALLEST_TYPE, ink_on(ground))
    return sprite.width


def flag_width(number: int) -> int:
    return FLAG_ROOM + FLAG_DIGIT * len(str(number))


@kept
def _flag(digits: int, seat: Seat | None) -> Image.Image:
    width, height = FLAG_ROOM + FLAG_DIGIT * digits, FLAG_HEIGHT
    fill = COLOURS["parchment"] if seat is None else SEATS[seat]
    cloth = f"M2 2H{width - 2}L{width - 2 - FLAG_NOTCH} {height / 2:g}L{width - 2} {height - 2}H2Z"
    drawing = f'<path d="{cloth}" fill="{fill}" stroke="{OUTLINE}" stroke-width="4" stroke-linejoin="round"/>'
    return sprites.drawn(drawing, (0, 0, width, height), width, height)


def arrow(line: str, heads: str, colour: str, *, weight: int) -> str:
    """Return the drawing of an arrow in its seat's colour; `line` and `heads` are SVG paths.

    Around the colour lies a dark line and around that a light one, so that it stands out on any ground.
    """
    return "".join(
        f'<path d="{line}" fill="none" stroke="{edge}" stroke-width="{wide:g}" stroke-linejoin="round"/>'
        f'<path d="{heads}" fill="{edge}" stroke="{edge}" stroke-width="{head:g}" stroke-linejoin="round"/>'
        for edge, wide, head in (
            (COLOURS["paper"], weight + 14, 15),
            (OUTLINE, weight + 6, 7),
            (colour, weight, 1),
        )
    )


@kept
def beams(width: int, height: int, x: int, y: int, *, reach: int = 1400) -> Image.Image:
    """Return twenty beams of light from x, y, `reach` pixels long, as a mask to spray through."""
    turned = "".join(f'<path d="M0 0L{reach} -90V90Z" transform="rotate({turn})"/>' for turn in range(0, 360, 18))
    drawing = f'<g transform="translate({x} {y})">{turned}</g>'
    return sprites.drawn(drawing, (0, 0, width, height), width, height).getchannel("A")
