"""Names and numbers as cached sprites, shaped by resvg (Hebrew and Arabic too).

No system font is ever used: what Rubik does not cover is left out, so nobody's name shows as empty boxes.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from html import escape

import regex
import resvg_py
from PIL import Image

from bot.pictures.glyphs import FONT, drawable
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS

LONGEST = 64
"""Grapheme clusters at most; more would never fit and only cost time."""

_MARGIN = 8
_CLUSTER = regex.compile(r"\X")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def baseline(size: int) -> int:
    """Return the distance from a text sprite's top to its baseline, in pixels."""
    return round(size * 1.15)


@kept
def text(
    content: str, size: int, colour: str = "ink", *, width: int | None = None, bold: bool = True
) -> Image.Image | None:
    """Render one line, shortened with an ellipsis to `width` pixels. Return None if nothing of it can be drawn.

    The sprite is as wide as its ink and 1.6 times `size` high. It is shared: never draw on it.
    """
    letters = _CLUSTER.findall(drawable(content))[:LONGEST]
    whole = _draw("".join(letters), size, colour, bold, width)
    if whole is None or width is None or whole.width <= width:
        return whole
    tried: dict[int, Image.Image | None] = {}

    def shortened(kept: int) -> Image.Image | None:
        if kept not in tried:
            tried[kept] = _draw("".join(letters[:kept]).rstrip() + "…", size, colour, bold, width)
        return tried[kept]

    # Letters differ in width, and each trial holds the GIL for a few milliseconds: so bisect.
    fitting = bisect_right(range(1, len(letters)), width, key=lambda kept: _width(shortened(kept)))
    return shortened(fitting) if fitting else None


def _width(sprite: Image.Image | None) -> int:
    return 0 if sprite is None else sprite.width


def _draw(line: str, size: int, colour: str, bold: bool, width: int | None) -> Image.Image | None:
    """Draw a line whole, or so much of it that it is seen to be wider than `width`."""
    if not line:
        return None
    canvas, height = len(line) * size * 2 + 4 * _MARGIN, round(size * 1.6)
    if width is not None:
        canvas = min(canvas, width + 3 * size + 2 * _MARGIN)
    # Without its own direction, "…" or "!" after a Hebrew name would stand at the wrong end (UAX 9).
    inner = f"{_FIRST_STRONG_ISOLATE}{escape(line)}{_POP_ISOLATE}"
    style = f'font-family="Rubik" font-weight="{700 if bold else 500}" font-size="{size}" fill="{COLOURS[colour]}"'
    label = f'<text x="{size + _MARGIN}" y="{baseline(size)}" {style}>{inner}</text>'
    document = f'<svg xmlns="http://www.w3.org/2000/svg" width="{canvas}" height="{height}">{label}</svg>'
    png = resvg_py.svg_to_bytes(svg_string=document, font_files=[str(FONT)], skip_system_fonts=True)
    image = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    ink = image.getchannel("A").getbbox()
    return None if ink is None else image.crop((ink[0], 0, ink[2], height))
