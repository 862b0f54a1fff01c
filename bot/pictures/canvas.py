"""A picture being composed: sprites and texts on a background, placed by their centre or a corner.

Nothing is painted while it is composed: a canvas lists what is to lie where (`bot.pictures.sheet`).
"""

from __future__ import annotations

from copy import copy
from math import ceil
from typing import Literal, TypeAlias

from PIL import Image

from bot.pictures import bands, encode, sprites
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, OUTLINE, rgb
from bot.pictures.shaping import baseline
from bot.pictures.sheet import Box, Cover, Fill, Layer, Sprite, Stencil, Veil, painted
from bot.pictures.typography import fitted, text

Align: TypeAlias = Literal["left", "centre", "right"]

WIDTH = 1000
"""The width of a board in pixels. A phone shows it about 360 dp wide."""
SQUARE, PORTRAIT = (WIDTH, 1040), (WIDTH, 1200)
"""Sizes of boards that a phone shows large. None is exactly square: Discord on Android crops those."""
SMALLEST_TYPE = 40
"""The smallest type on a picture `WIDTH` pixels wide: on a phone it is 14 dp high, its digits 2 mm."""
_TURN = Image.Transpose.TRANSPOSE
_CAP_HEIGHT = 0.7
"""Of Rubik, as a share of the type size."""


@kept
def panel(
    width: int, height: int, fill: str, *, radius: int = 16, edge: str = OUTLINE, weight: float = 4
) -> Image.Image:
    """Return a rectangle with round corners; `fill` and `edge` are `#rrggbb`."""
    # Only the corners have to be drawn: what is between two of them is the same all the way, whatever its length.
    corner = ceil(radius + weight) + 1
    small = _panel(min(width, 2 * corner + 1), min(height, 2 * corner + 1), fill, radius, edge, weight)
    return small if small.size == (width, height) else stretched(small, width, height, corner)


@kept
def _panel(width: int, height: int, fill: str, radius: int, edge: str, weight: float) -> Image.Image:
    inset = weight / 2
    size = f'x="{inset:g}" y="{inset:g}" width="{width - weight:g}" height="{height - weight:g}" rx="{radius}"'
    drawing = f'<rect {size} fill="{fill}" stroke="{edge}" stroke-width="{weight:g}"/>'
    return sprites.drawn(drawing, (0, 0, width, height), width, height)


def stretched(small: Image.Image, width: int, height: int, corner: int) -> Image.Image:
    """Return an image with the four corners of another one, and between them its middle column and row repeated."""
    across = _widened(small, width, corner)
    return _widened(across.transpose(_TURN), height, corner).transpose(_TURN)


def _widened(small: Image.Image, width: int, corner: int) -> Image.Image:
    if small.width == width:
        return small
    wide = Image.new(small.mode, (width, small.height))
    middle = small.crop((corner, 0, corner + 1, small.height))
    wide.paste(small.crop((0, 0, corner, small.height)), (0, 0))
    wide.paste(middle.resize((width - 2 * corner, small.height), Image.Resampling.NEAREST), (corner, 0))
    wide.paste(small.crop((small.width - corner, 0, small.width, small.height)), (width - corner, 0))
    return wide


@kept
def dashed(width: int, height: int, *, radius: int = 16, colour: str = COLOURS["mist"]) -> Image.Image:
    """Return the dashed outline of an empty place."""
    size = f'x="3" y="3" width="{width - 6}" height="{height - 6}" rx="{radius}"'
    drawing = f'<rect {size} fill="none" stroke="{colour}" stroke-width="4" stroke-dasharray="14 10"/>'
    return sprites.drawn(drawing, (0, 0, width, height), width, height)


class Canvas:
    """A picture being composed, of `width` x `height` pixels."""

    def __init__(self, width: int, height: int, background: str = COLOURS["felt"]) -> None:
        self.width, self.height = width, height
        self._ground = rgb(background)
        self._layers: list[Layer] = []
        self._cuts: list[int] = []
        self._shift = 0

    @property
    def image(self) -> Image.Image:
        """What is composed so far, painted as a new RGB image."""
        return painted(self._layers, self._ground, self.width, 0, self.height)

    def quantised(self, place: str = "table") -> Image.Image:
        """Return what is composed so far as a new image in the palette of a place."""
        return encode.quantised(self.image, place)

    def png(self, place: str = "table", *, keep: bool = True, band: int = encode.BAND) -> bytes:
        """Return the picture as PNG in the palette of a place, one of `bot.pictures.palette.PLACES`.

        Bands of `band` pixels are compressed each by itself: higher ones are fewer bytes, and seldomer found again.
        Without `keep` nothing is kept to draw the next one sooner, as where it holds what no other picture does.
        """
        return bands.png(self._layers, self._ground, (self.width, self.height), place, self._cuts, keep=keep, band=band)

    def part(self, top: float) -> None:
        """Say that a part of the picture begins at a height. It is drawn sooner where another one has the same part."""
        self._cuts.append(round(top) + self._shift)

    def below(self, top: int) -> Canvas:
        """Return the same canvas with its heights counted from `top`."""
        part = copy(self)
        part._shift = self._shift + top
        return part

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """Draw a sprite with its upper left corner at x, y."""
        self._layers.append(Sprite(sprite, self._box(sprite, x, y)))

    def cover(self, image: Image.Image, x: float, y: float) -> None:
        """Lay an RGB image over all that is below it, with its upper left corner at x, y."""
        self._layers.append(Cover(image, self._box(image, x, y)))

    def spray(self, mask: Image.Image, x: float, y: float, colour: str) -> None:
        """Lay on one colour, `#rrggbb`, through an L image with its upper left corner at x, y."""
        self._layers.append(Stencil(mask, rgb(colour), self._box(mask, x, y)))

    def centre(self, sprite: Image.Image, x: float, y: float) -> None:
        """Draw a sprite with its centre at x, y."""
        self.paste(sprite, x - sprite.width / 2, y - sprite.height / 2)

    def icon(self, name: str, x: float, y: float, size: int) -> None:
        """Draw an icon with its centre at x, y."""
        self.centre(sprites.icon(name, size), x, y)

    def bar(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """Fill an upright rectangle; `colour` is `#rrggbb`."""
        box = (round(left), round(top) + self._shift, round(right), round(bottom) + self._shift)
        self._layers.append(Fill(rgb(colour), box))

    def write(
        self,
        content: str | int,
        x: float,
        y: float,
        size: int,
        colour: str = "ink",
        *,
        align: Align = "centre",
        smallest: int | None = None,
        width: int | None = None,
    ) -> int:
        """Write one line, the middle of its capitals at height y; return the width of its ink in pixels.

        What is wider than `width` is written smaller, down to `smallest` if that is given, before it is shortened.
        """
        if smallest is not None and width is not None:
            size = fitted(str(content), size, smallest, width)
        sprite = text(str(content), size, colour, width=width)
        if sprite is None:
            return 0
        shift = {"left": 0.0, "centre": sprite.width / 2, "right": float(sprite.width)}[align]
        self.paste(sprite, x - shift, y + size * _CAP_HEIGHT / 2 - baseline(size))
        return sprite.width

    def fade(self, box: Box, radius: int = 12) -> None:
        """Turn a part grey, as for somebody who has left; `box` is left, top, right, bottom."""
        left, top, right, bottom = box
        self._layers.append(Veil(radius, (left, top + self._shift, right, bottom + self._shift)))

    def _box(self, image: Image.Image, x: float, y: float) -> Box:
        left, top, (width, height) = round(x), round(y) + self._shift, image.size
        return (left, top, left + width, top + height)
