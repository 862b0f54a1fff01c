"""Names and numbers as cached sprites: put together of letters, or where these join or carry marks shaped by resvg.

No system font is ever used: what Rubik does not cover is left out, so nobody's name shows as empty boxes.
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
from PIL import Image, ImageFont

from bot.pictures.glyphs import FONT, drawable
from bot.pictures.kept import kept
from bot.pictures.letters import BOLD, MEDIUM, assembled, baseline, font, height
from bot.pictures.palette import COLOURS, rgb

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

LONGEST = 64
"""Grapheme clusters at most; more would never fit and only cost time."""

LARGEST = 84
"""The largest size in which a name is written."""

_MARGIN = 8
_APART = 0.12
"""Of the type size: how far what is drawn may be from what was measured letter by letter."""
_CLOSEST = 0.7
"""How much of the width of its letters alone a line has at least where no script joins them: kerning takes an eighth,
and what is empty at both ends less than half of the type size."""
_CLUSTER = regex.compile(r"\X")
_JOINED = regex.compile(r"\p{Arabic}|\p{M}|\p{Cf}")
"""What is much narrower together than its letters are alone."""
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def text(
    content: str, size: int, colour: str = "ink", *, width: int | None = None, bold: bool = True
) -> Image.Image | None:
    """Render one line, shortened with an ellipsis to `width` pixels. Return None if nothing of it can be drawn.

    The sprite is as wide as its ink and 1.6 times `size` high. It is shared: never draw on it.
    """
    line = _line(content)
    # A name that fits is the same sprite whatever the room for it, so that a plate of another width need not draw it.
    if width is None or _fits(line, size, colour, bold, width):
        return _whole(line, size, colour, bold)
    return _shortened(line, size, colour, bold, width)


@lru_cache(maxsize=2048)
def _line(content: str) -> str:
    return "".join(_CLUSTER.findall(drawable(content))[:LONGEST])


@lru_cache(maxsize=2048)
def _fits(line: str, size: int, colour: str, bold: bool, width: int) -> bool:
    measured = _measured(line, size, bold)
    if measured * _CLOSEST > width + size / 2 and not _JOINED.search(line):
        return False
    long = measured > 2 * width
    return _width(_draw(line, size, colour, bold, width) if long else _whole(line, size, colour, bold)) <= width


@kept
def _whole(line: str, size: int, colour: str, bold: bool) -> Image.Image | None:
    return _draw(line, size, colour, bold)


@kept
def _shortened(line: str, size: int, colour: str, bold: bool, width: int) -> Image.Image | None:
    letters = _CLUSTER.findall(line)
    drawn: dict[int, Image.Image | None] = {}

    def beginning(kept: int) -> str:
        return "".join(letters[:kept]).rstrip() + "…"

    def room(kept: int) -> float:
        return _measured(beginning(kept), size, bold)

    def fits(kept: int) -> bool:
        if kept not in drawn:
            drawn[kept] = _draw(beginning(kept), size, colour, bold, width)
        return _width(drawn[kept]) <= width

    # Each trial takes milliseconds, and letters that are measured one by one are nearly as wide together.
    kept = bisect_right(range(1, len(letters)), float(width), key=room)
    while kept and not fits(kept):
        kept -= 1
    while 0 < kept < len(letters) - 1:
        more = room(kept + 1) - room(kept)
        if _width(drawn[kept]) + more > width + _APART * size or not fits(kept + 1):
            break
        kept += 1
    return drawn[kept] if kept else None


def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    return font(size, BOLD if bold else MEDIUM)


def _measured(line: str, size: int, bold: bool) -> float:
    """Return about how wide a line is, in pixels: as wide as its letters, each as it is alone."""
    return _font(size, bold).getlength(line)


def _width(sprite: Image.Image | None) -> int:
    return 0 if sprite is None else sprite.width


def _draw(line: str, size: int, colour: str, bold: bool, width: int | None = None) -> Image.Image | None:
    """Draw a line whole, or so much of it that it is seen to be wider than `width`."""
    mask = assembled(line, size, BOLD if bold else MEDIUM)
    if mask is None and width is None and size <= LARGEST:
        mask = _reduced(line, size, bold)
    if mask is None:
        return _shaped(line, size, colour, bold, width)
    ink = mask.getbbox()
    if ink is None:
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
    sprite = _shaped(line, LARGEST, "ink", bold)
    return None if sprite is None else sprite.getchannel("A")


def _shaped(line: str, size: int, colour: str, bold: bool, width: int | None = None) -> Image.Image | None:
    """Draw as `_draw` does, by all rules that a script has."""
    if not line:
        return None
    most = len(line) * size * 2 + 4 * _MARGIN
    if width is not None:
        most = min(most, width + 3 * size + 2 * _MARGIN)
    whole = (0, 0, most, height(size))
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
    _, top, right, bottom = _font(size, bold).getbbox(line, anchor="ls")
    high, low = baseline(size) + floor(top - _APART * size), baseline(size) + ceil(bottom + _APART * size)
    if len(_CLUSTER.findall(line)) < len(line):  # marks stand above and below each other
        high, low = whole[1], whole[3]
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
    png = resvg_py.svg_to_bytes(svg_string=f"<svg {head}>{label}</svg>", font_files=[str(FONT)], skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")
