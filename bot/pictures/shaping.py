"""Lines of text that run one way, shaped and drawn by HarfBuzz: kerning, ligatures, marks, letters that join.

It takes 0.03 to 0.2 ms a line, so that no glyph is kept. Lines that run both ways: `bot.pictures.typography`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

import regex
from PIL import Image

from bot.pictures.typefaces import Typeface, face, font, split

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
    """Of the typeface."""
    x: float
    y: float
    """Its origin, in ems."""


class _Run(NamedTuple):
    """Glyphs of a typeface from left to right; the width is in ems."""

    typeface: Typeface
    glyphs: tuple[_Glyph, ...]
    width: float


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

    Its baseline is `baseline(size)` from the top of the mask, which is `height(size)` high. A line with letters that
    reach deeper, as some of Pashto and Burmese do, stands higher.
    """
    import uharfbuzz as hb  # only the process that draws needs it

    found = extents(line, size, weight)
    left, right = floor(found.left), ceil(found.right)
    if left == right:
        return None
    below = baseline(size) - height(size)
    raised = max(0, below - floor(found.bottom))
    raster, pen = hb.RasterDraw(), 0.0
    for run in _runs(line, weight):
        scale = size / face(run.typeface).upem
        for number, x, y in run.glyphs:
            raster.transform = (scale, 0, 0, scale, (pen + x) * size, y * size + raised)
            raster.draw_glyph(font(run.typeface, weight), number)
        pen += run.width
    raster.extents = hb.RasterExtents(left, below, right - left, height(size), right - left)
    # Its rows are from the bottom up.
    return Image.frombytes("L", (right - left, height(size)), raster.render().buffer, "raw", "L", 0, -1)


def extents(line: str, size: int, weight: int) -> Extents:
    """Return where the ink of a line is; of one that runs both ways about, for its parts stand in another order."""
    left, top, right, bottom = _extents(line, weight)
    return Extents(left * size, top * size, right * size, bottom * size)


@lru_cache(maxsize=2048)
def _extents(line: str, weight: int) -> Extents:
    """Return them in ems."""
    pen, found = 0.0, list[Extents]()
    for run in _runs(line, weight):
        for number, x, y in run.glyphs:
            ink = _ink(run.typeface, number, weight)
            if ink is not None:
                found.append(Extents(pen + x + ink.left, y + ink.top, pen + x + ink.right, y + ink.bottom))
        pen += run.width
    if not one_way(line):  # the spaces at the ends of its parts are within the line
        found.append(Extents(0, 0, pen, 0))
    if not found:
        return Extents(0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return Extents(min(lefts), max(tops), max(rights), min(bottoms))


@lru_cache(maxsize=2048)
def _ink(typeface: Typeface, number: int, weight: int) -> Extents | None:
    """Return the ink of a glyph in ems, which follows from the outline of that weight; None if it is empty."""
    found, em = font(typeface, weight).get_glyph_extents(number), face(typeface).upem
    if found is None or not found.width:
        return None
    left, top = found.x_bearing / em, found.y_bearing / em
    return Extents(left, top, left + found.width / em, top + found.height / em)


def _runs(line: str, weight: int) -> Iterator[_Run]:
    """Shape a line: what runs one way in one typeface, from left to right."""
    for part in _RUN.findall(line):
        pieces, leftwards = split(part), bool(_LEFTWARDS.search(part))
        for letters, typeface in reversed(pieces) if leftwards else pieces:
            yield _shaped(letters, typeface, weight, leftwards)


@lru_cache(maxsize=2048)
def _shaped(letters: str, typeface: Typeface, weight: int, leftwards: bool) -> _Run:
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_str(letters)
    buffer.direction = "rtl" if leftwards else "ltr"
    buffer.guess_segment_properties()  # the script, by the first letter that has one
    hb.shape(font(typeface, weight), buffer)
    pen, placed, em = 0, [], face(typeface).upem
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        placed.append(_Glyph(glyph.codepoint, (pen + place.x_offset) / em, place.y_offset / em))
        pen += place.x_advance
    return _Run(typeface, tuple(placed), pen / em)
