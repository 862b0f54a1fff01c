"""Lines put together of letters that were drawn before: a name nobody has seen yet is made of letters everybody has.

Only scripts whose letters stand side by side, whatever their neighbours: Latin, Cyrillic, Hebrew without points,
numbers. What joins, or is set by more rules than kerning, is not for this module (`bot.pictures.typography`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import NamedTuple

import regex
from PIL import Image, ImageDraw, ImageFont

from bot.pictures import glyphs, kept
from bot.pictures.spacing import Kern, Spacing

BOLD, MEDIUM = 700, 500
"""The weights in which text is written."""
FINE = 4
"""In how many parts a pixel is divided: so finely letters are placed, and each is drawn so much larger at first."""

LETTERS = 2048
"""How many are kept, of 1 to 4 kB: some hundred signs, in some sizes and places."""

_UNITS = 1000
"""Of the font, in a type size."""
_OUT = 0.3
"""Of the type size: how far a letter may reach out of its own width on either side, at most."""
_COMMON = r"[\p{Common}--[\p{Cf}\p{Lm}⁄،؛؟﴾﴿]]"
"""Signs of every script, but for those that join or are Arabic; "⁄" makes fractions."""
_ONE_BY_ONE = regex.compile(
    rf"(?V1)(?P<right>[\p{{Latin}}{_COMMON}--[\p{{M}}\p{{Lm}}Ŀ]]+|[\p{{Cyrillic}}{_COMMON}--[\p{{M}}\p{{Lm}}]]+)"
    # From right to left numbers would stand the other way round, and brackets be turned.
    r"""|(?P<left>[א-ת \-.,:!?…־׳״'"]+)"""
)
"""Lines of one script; Ŀ would be two letters."""
_LIGATURES = (("fi", "ﬁ"), ("fl", "ﬂ"))
_UNKNOWN_LIGATURE = "ff"
"""Drawn in one piece, which has no number of its own in the font."""
_SCRIPT = regex.compile(r"(?P<latn>\p{Latin})|(?P<cyrl>\p{Cyrillic})|(?P<hebr>\p{Hebrew})")


class _Letter(NamedTuple):
    mask: Image.Image
    left: int
    top: int
    """Where it lies in a line that begins with it."""


class _Line(NamedTuple):
    """Letters from left to right with the place of each; places and the width are in units of the font."""

    letters: tuple[tuple[str, int], ...]
    width: int


def assembled(content: str, size: int, weight: int) -> Image.Image | None:
    """Return one line as a mask, with room on both sides, or None where it cannot be put together.

    Its baseline is `baseline(size)` from the top of the mask, which is `height(size)` high.
    """
    placed = _placed(content, weight)
    if placed is None:
        return None
    mask = Image.new("L", (ceil(placed.width * size / _UNITS) + 2 * _out(size) + 2, height(size)))
    for letter, place in placed.letters:
        x, fraction = divmod(round(place * size * FINE / _UNITS), FINE)
        drawn = _letter(letter, size, weight, fraction)
        if drawn is not None:
            mask.paste(255, (x + drawn.left, drawn.top), drawn.mask)
    return mask


def baseline(size: int) -> int:
    """Return the distance from a line's top to its baseline, in pixels."""
    return round(size * 1.15)


def height(size: int) -> int:
    """Return how high a line is, in pixels."""
    return round(size * 1.6)


def _out(size: int) -> int:
    return ceil(_OUT * size)


def _placed(content: str, weight: int) -> _Line | None:
    found = _ONE_BY_ONE.fullmatch(content)
    if found is None or _UNKNOWN_LIGATURE in content:
        return None
    for spelt, ligature in _LIGATURES:
        content = content.replace(spelt, ligature)
    leftwards = found["right"] is None
    letters = list[tuple[str, int]]()
    pen = 0
    for letter, placement, advance in _moves(content, weight):
        if leftwards:
            pen -= advance
        letters.append((letter, pen + placement))
        if not leftwards:
            pen += advance
    return _Line(tuple((letter, place - min(0, pen)) for letter, place in letters if letter != " "), abs(pen))


def _moves(content: str, weight: int) -> Iterator[tuple[str, int, int]]:
    """Yield each letter, how far it moves, and how far it is from where it begins to where the next one does."""
    spacing = _spacing_of(content, weight)
    for letter, after in pairwise((*content, "")):
        kern = spacing.kern(letter, after) if after else Kern(0, 0)
        yield letter, kern.placement, spacing.width(letter) + kern.advance


def _spacing_of(content: str, weight: int) -> Spacing:
    """Return the spacing of the first script in a line, which is that of all of it."""
    script = _SCRIPT.search(content)
    return _spacing("DFLT" if script is None else str(script.lastgroup), weight)


@lru_cache(maxsize=8)
def _spacing(script: str, weight: int) -> Spacing:
    return Spacing(script, weight)


@lru_cache(maxsize=32)
def font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Return the font in a size and a weight. Letters are measured and drawn as each is alone."""
    found = ImageFont.truetype(str(glyphs.FONT), size, layout_engine=ImageFont.Layout.BASIC)
    found.set_variation_by_axes([weight])
    return found


# In a room of their own: letters are so small, and used so often, that to keep them compressed takes longer.
@lru_cache(maxsize=LETTERS)
def _letter(letter: str, size: int, weight: int, fraction: int) -> _Letter | None:
    """Return a letter that begins so many parts of a pixel after the room at its left, or None for an empty one."""
    width = ceil(_spacing_of(letter, weight).width(letter) * size / _UNITS) + 2 * _out(size) + 1
    large = Image.new("L", (FINE * width, FINE * height(size)))
    start = (FINE * _out(size) + fraction, FINE * baseline(size))
    ImageDraw.Draw(large).text(start, letter, 255, font(FINE * size, weight), anchor="ls")
    mask = large.reduce(FINE)
    ink = mask.getbbox()
    return None if ink is None else _Letter(mask.crop(ink), *ink[:2])


for _kept in (_letter, _spacing, font):
    kept.also(_kept.cache_clear)
