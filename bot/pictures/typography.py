"""Names and numbers as cached sprites: drawn by HarfBuzz, or where they run both ways by resvg, which orders them.

A name of which nothing can be drawn shows as an ellipsis, as what is shortened does: nobody's shows as empty boxes.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from functools import lru_cache
from html import escape
from math import ceil, floor
from typing import TypeAlias

import regex
import resvg_py
from PIL import Image

from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, rgb
from bot.pictures.shaping import Extents, baseline, drawn, extents, height, one_way
from bot.pictures.typefaces import BOLD, MEDIUM, RUBIK, drawable, split

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

LONGEST = 64
"""Grapheme clusters at most; more would never fit and only cost time."""

LARGEST = 84
"""The largest size in which a name is written."""

_MARGIN = 8
_APART = 0.12
"""Of the type size: how far what is drawn may be from what was measured."""
_STEP = 4
"""Between the sizes that are tried for a line that may be written smaller."""
_CLUSTER = regex.compile(r"\X")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def text(
    content: str, size: int, colour: str = "ink", *, width: int | None = None, bold: bool = True
) -> Image.Image | None:
    """Render one line, shortened with an ellipsis to `width` pixels. Return None if it is blank or has no room.

    The sprite is as wide as its ink and 1.6 times `size` high. It is shared: never draw on it.
    """
    line = _line(content)
    # A name that fits is the same sprite whatever the room for it, so that a plate of another width need not draw it.
    if width is None or _fits(line, size, colour, bold, width):
        return _whole(line, size, colour, bold)
    return _shortened(line, size, colour, bold, width)


def fitted(content: str, size: int, smallest: int, width: int, *, bold: bool = True) -> int:
    """Return the largest type from `size` down in which a line needs at most `width` pixels, or else `smallest`."""
    line = _line(content)
    # In steps: each size is a sprite of its own.
    sizes = range(size, smallest, -_STEP)
    return next((tried for tried in sizes if _measured(line, tried, bold) <= width), smallest)


@lru_cache(maxsize=2048)
def _line(content: str) -> str:
    line = "".join(_CLUSTER.findall(drawable(content))[:LONGEST])
    return line if line or not content.strip() else "…"


@lru_cache(maxsize=2048)
def _fits(line: str, size: int, colour: str, bold: bool, width: int) -> bool:
    if _measured(line, size, bold) > width + size / 2:
        return False
    return _width(_whole(line, size, colour, bold)) <= width


@kept
def _whole(line: str, size: int, colour: str, bold: bool) -> Image.Image | None:
    return _draw(line, size, colour, bold)


@kept
def _shortened(line: str, size: int, colour: str, bold: bool, width: int) -> Image.Image | None:
    letters = _CLUSTER.findall(line)
    tried: dict[int, Image.Image | None] = {}

    def beginning(kept: int) -> str:
        return "".join(letters[:kept]).rstrip() + "…"

    def room(kept: int) -> float:
        return _measured(beginning(kept), size, bold)

    def fits(kept: int) -> bool:
        if kept not in tried:
            tried[kept] = _draw(beginning(kept), size, colour, bold)
        return _width(tried[kept]) <= width

    # What is measured is nearly as wide when it is drawn, which takes milliseconds where it runs both ways.
    kept = bisect_right(range(1, len(letters)), float(width), key=room)
    while kept and not fits(kept):
        kept -= 1
    while 0 < kept < len(letters) - 1:
        more = room(kept + 1) - room(kept)
        if _width(tried[kept]) + more > width + _APART * size or not fits(kept + 1):
            break
        kept += 1
    return tried[kept] if kept else None


def _extents(line: str, size: int, bold: bool) -> Extents:
    return extents(line, size, BOLD if bold else MEDIUM)


def _measured(line: str, size: int, bold: bool) -> float:
    """Return about how wide the ink of a line is, in pixels."""
    found = _extents(line, size, bold)
    return found.right - found.left


def _width(sprite: Image.Image | None) -> int:
    return 0 if sprite is None else sprite.width


def _draw(line: str, size: int, colour: str, bold: bool) -> Image.Image | None:
    if one_way(line):
        mask = drawn(line, size, BOLD if bold else MEDIUM)
    elif size <= LARGEST:
        mask = _reduced(line, size, bold)
    else:
        return _ordered(line, size, colour, bold)
    ink = None if mask is None else mask.getbbox()
    if mask is None or ink is None:
        return None
    sprite = Image.new("RGBA", (ink[2] - ink[0], mask.height), rgb(COLOURS[colour]))
    sprite.putalpha(mask.crop((ink[0], 0, ink[2], mask.height)))
    return sprite


def _reduced(line: str, size: int, bold: bool) -> Image.Image | None:
    """Return the mask of a line that is drawn once, for all sizes of a game: the largest one, made smaller."""
    large = _largest(line, bold)
    if large is None or size == LARGEST:
        return large
    scale = LARGEST / size
    room = Image.new("L", (large.width + 2 * LARGEST, large.height + 2 * LARGEST))
    room.paste(large, (0, LARGEST))
    wide, high = ceil(large.width / scale) + 1, height(size)
    top = LARGEST + baseline(LARGEST) - baseline(size) * scale  # so that both baselines are one
    box = (0, top, wide * scale, top + high * scale)
    return room.resize((wide, high), Image.Resampling.HAMMING, box)


@kept
def _largest(line: str, bold: bool) -> Image.Image | None:
    sprite = _ordered(line, LARGEST, "ink", bold)
    return None if sprite is None else sprite.getchannel("A")


def _ordered(line: str, size: int, colour: str, bold: bool) -> Image.Image | None:
    """Draw a line that runs both ways."""
    if not line:
        return None
    whole = (0, 0, len(line) * size * 2 + 4 * _MARGIN, height(size))
    box = _room(line, size, bold, whole)
    image = _rastered(line, size, colour, bold, box)
    ink = image.getchannel("A").getbbox()
    if ink is not None and _doubtful(ink, box, whole, size):
        box, image = whole, _rastered(line, size, colour, bold, whole)
        ink = image.getchannel("A").getbbox()
    if ink is None:
        return None
    sprite = Image.new("RGBA", (ink[2] - ink[0], whole[3]))
    sprite.paste(image.crop((ink[0], 0, ink[2], image.height)), (0, box[1]))
    return sprite


def _room(line: str, size: int, bold: bool, whole: Box) -> Box:
    """Return what of a canvas a line is thought to need: every pixel costs, empty ones too."""
    _, top, right, bottom = _extents(line, size, bold)
    high, low = baseline(size) - ceil(top + _APART * size), baseline(size) - floor(bottom - _APART * size)
    return (0, max(whole[1], high), min(whole[2], _start(size) + ceil(right) + size), min(whole[3], low))


def _doubtful(ink: Box, box: Box, whole: Box, size: int) -> bool:
    """Return whether there may be more than is seen: ink at an edge, or so near to the end that a space may hide it."""
    return (
        (box[1] > whole[1] and ink[1] == 0)
        or (box[3] < whole[3] and ink[3] == box[3] - box[1])
        or (box[2] < whole[2] and ink[2] > box[2] - size // 2)
    )


def _start(size: int) -> int:
    return size // 2 + _MARGIN


def _rastered(line: str, size: int, colour: str, bold: bool, box: Box) -> Image.Image:
    """Draw what is seen of a line in a part of a canvas."""
    left, top, right, bottom = box
    # Without its own direction, "…" or "!" after a Hebrew name would stand at the wrong end (UAX 9).
    inner = f"{_FIRST_STRONG_ISOLATE}{escape(line)}{_POP_ISOLATE}"
    style = f'font-family="Rubik" font-weight="{BOLD if bold else MEDIUM}" font-size="{size}" fill="{COLOURS[colour]}"'
    label = f'<text x="{_start(size) - left}" y="{baseline(size) - top}" {style}>{inner}</text>'
    head = f'xmlns="http://www.w3.org/2000/svg" width="{right - left}" height="{bottom - top}"'
    files = dict.fromkeys(map(str, (RUBIK.file, *(typeface.file for _, typeface in split(line)))))
    png = resvg_py.svg_to_bytes(svg_string=f"<svg {head}>{label}</svg>", font_files=[*files], skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")
