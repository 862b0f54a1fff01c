"""Marks shared by many pictures: numbers in a circle or on a label, beams of light."""

from __future__ import annotations

from PIL import Image

from bot.pictures import sprites
from bot.pictures.canvas import Canvas, panel
from bot.pictures.palette import COLOURS, OUTLINE


def disc(canvas: Canvas, number: int, x: float, y: float, size: int) -> None:
    """Draw a number in a circle, centred at x, y."""
    canvas.centre(panel(size, size, COLOURS["paper"], radius=size // 2, weight=3), x, y)
    canvas.write(number, x, y, max(28, size * 7 // 10))


def label(canvas: Canvas, number: int, x: float, y: float) -> None:
    """Draw the number of a move on a label as wide as it needs, centred at x, y."""
    canvas.centre(panel(24 + 18 * len(str(number)), 40, COLOURS["parchment"], radius=18, weight=3), x, y)
    canvas.write(number, x, y, 28)


def arrow(line: str, heads: str, colour: str, *, weight: int) -> str:
    """Return the drawing of an arrow in its seat's colour with a dark edge; `line` and `heads` are SVG paths."""
    return "".join(
        f'<path d="{line}" fill="none" stroke="{edge}" stroke-width="{wide}"/>'
        f'<path d="{heads}" fill="{edge}" stroke="{edge}" stroke-width="{head}" stroke-linejoin="round"/>'
        for edge, wide, head in ((OUTLINE, 2 * weight, weight + 1), (colour, weight, 1))
    )


def beams(width: int, height: int, x: int, y: int, *, reach: int = 1400) -> Image.Image:
    """Return twenty beams of light from x, y, `reach` pixels long."""
    turned = "".join(f'<path d="M0 0L{reach} -90V90Z" transform="rotate({turn})"/>' for turn in range(0, 360, 18))
    drawing = f'<g fill="{COLOURS["felt-shade"]}" transform="translate({x} {y})">{turned}</g>'
    return sprites.raster(drawing, (0, 0, width, height), width, height)
