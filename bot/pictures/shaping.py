"""Lines of text that run one way, shaped and drawn by HarfBuzz: kerning, ligatures, marks, letters that join.

It takes 0.03 to 0.2 ms a line, so that no glyph is kept. Lines that run both ways: `bot.pictures.typography`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Any, NamedTuple

import regex
from PIL import Image

from bot.pictures import glyphs

BOLD, MEDIUM = 700, 500
"""The weights in which text is written."""

_LETTERS = r"\p{bc=R}\p{bc=AL}"
"""What runs from right to left: letters of Hebrew, of Arabic."""
_NEUTRAL = r"\p{bc=ES}\p{bc=ET}\p{bc=CS}\p{bc=NSM}\p{bc=BN}\p{bc=WS}\p{bc=ON}"
"""What goes the way of its neighbours where no number is near (UAX 9, table 4)."""
_LEFTWARDS = regex.compile(f"[{_LETTERS}]")
_RUN = regex.compile(f"[{_NEUTRAL}]*[{_LETTERS}][{_LETTERS}{_NEUTRAL}]*|[^{_LETTERS}]+")


class Extents(NamedTuple):
    """The ink of a line in pixels: to the right of where the line begins, and up from its baseline."""

    left: float
    top: float
    right: float
    bottom: float


class _Glyph(NamedTuple):
    number: int
    """Of the font."""
    x: int
    y: int
    """Its origin, in units of the font."""


class _Run(NamedTuple):
    """Glyphs from left to right; the width is in units of the font."""

    glyphs: tuple[_Glyph, ...]
    width: int


def baseline(size: int) -> int:
    """Return the distance from a line's top to its baseline, in pixels."""
    return round(size * 1.15)


def height(size: int) -> int:
    """Return how high a line is, in pixels."""
    return round(size * 1.6)


def one_way(line: str) -> bool:
    """Return whether all of a line runs from left to right, or all of it from right to left."""
    return len(_RUN.findall(line)) <= 1


def drawn(line: str, size: int, weight: int) -> Image.Image | None:
    """Return a line that runs one way as a mask, about as wide as its ink; None if it has none.

    Its baseline is `baseline(size)` from the top of the mask, which is `height(size)` high.
    """
    import uharfbuzz as hb  # only the process that draws needs it

    found = extents(line, size, weight)
    left, right = floor(found.left), ceil(found.right)
    if left == right:
        return None
    font, scale = _font(weight), size / glyphs.face().upem
    raster = hb.RasterDraw()
    for number, x, y in _shaped(line, weight).glyphs:
        raster.transform = (scale, 0, 0, scale, x * scale, y * scale)
        raster.draw_glyph(font, number)
    below = baseline(size) - height(size)
    raster.extents = hb.RasterExtents(left, below, right - left, height(size), right - left)
    # Its rows are from the bottom up.
    return Image.frombytes("L", (right - left, height(size)), raster.render().buffer, "raw", "L", 0, -1)


def extents(line: str, size: int, weight: int) -> Extents:
    """Return where the ink of a line is; of one that runs both ways about, for its parts stand in another order."""
    runs = [_shaped(part, weight) for part in _RUN.findall(line)]
    found = list(_extents(runs, weight))
    if len(runs) > 1:  # the spaces at the ends of runs are within the line
        found.append(Extents(0, 0, sum(run.width for run in runs), 0))
    if not found:
        return Extents(0, 0, 0, 0)
    scale = size / glyphs.face().upem
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return Extents(min(lefts) * scale, max(tops) * scale, max(rights) * scale, min(bottoms) * scale)


def _extents(runs: Sequence[_Run], weight: int) -> Iterator[Extents]:
    """Yield those of all glyphs that have any, in units of the font."""
    pen = 0
    for run in runs:
        for number, x, y in run.glyphs:
            ink = _ink(number, weight)
            if ink is not None:
                yield Extents(pen + x + ink.left, y + ink.top, pen + x + ink.right, y + ink.bottom)
        pen += run.width


@lru_cache(maxsize=2048)
def _ink(number: int, weight: int) -> Extents | None:
    """Return the ink of a glyph in units of the font, which follows from the outline of that weight; None if empty."""
    found = _font(weight).get_glyph_extents(number)
    if found is None or not found.width:
        return None
    left, top = found.x_bearing, found.y_bearing
    return Extents(left, top, left + found.width, top + found.height)


@lru_cache(maxsize=2)
def _font(weight: int) -> Any:
    """Return the font in a weight. It is shared: never change it."""
    import uharfbuzz as hb

    found = hb.Font(glyphs.face())
    found.set_variations({"wght": weight})
    return found


@lru_cache(maxsize=2048)
def _shaped(run: str, weight: int) -> _Run:
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_str(run)
    buffer.direction = "rtl" if _LEFTWARDS.search(run) else "ltr"
    buffer.guess_segment_properties()  # the script, by the first letter that has one
    hb.shape(_font(weight), buffer)
    pen, placed = 0, []
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        placed.append(_Glyph(glyph.codepoint, pen + place.x_offset, place.y_offset))
        pen += place.x_advance
    return _Run(tuple(placed), pen)
