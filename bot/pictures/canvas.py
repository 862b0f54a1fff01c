"""A picture being composed: sprites and texts on a background, placed by their centre or a corner."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

from bot.pictures import sprites
from bot.pictures.palette import COLOURS, OUTLINE, rgb
from bot.pictures.typography import baseline, text

Align: TypeAlias = Literal["left", "centre", "right"]

WIDTH = 1000
"""The width of a board in pixels. A phone shows it about 360 dp wide."""
SQUARE, PORTRAIT = (WIDTH, 1040), (WIDTH, 1200)
"""Sizes of boards that a phone shows large. None is exactly square: Discord on Android crops those."""
SMALLEST_TYPE = 40
"""The smallest type on a picture `WIDTH` pixels wide: on a phone it is 14 dp high, its digits 2 mm."""
_CAP_HEIGHT = 0.7
"""Of Rubik, as a share of the type size."""


def panel(
    width: int, height: int, fill: str, *, radius: int = 16, edge: str = OUTLINE, weight: float = 4
) -> Image.Image:
    """Return a rectangle with round corners; `fill` and `edge` are `#rrggbb`."""
    inset = weight / 2
    size = f'x="{inset:g}" y="{inset:g}" width="{width - weight:g}" height="{height - weight:g}" rx="{radius}"'
    drawing = f'<rect {size} fill="{fill}" stroke="{edge}" stroke-width="{weight:g}"/>'
    return sprites.raster(drawing, (0, 0, width, height), width, height)


def dashed(width: int, height: int, *, radius: int = 16, colour: str = COLOURS["mist"]) -> Image.Image:
    """Return the dashed outline of an empty place."""
    size = f'x="3" y="3" width="{width - 6}" height="{height - 6}" rx="{radius}"'
    drawing = f'<rect {size} fill="none" stroke="{colour}" stroke-width="4" stroke-dasharray="14 10"/>'
    return sprites.raster(drawing, (0, 0, width, height), width, height)


class Canvas:
    """A picture being composed, of `width` x `height` pixels."""

    def __init__(self, width: int, height: int, background: str = COLOURS["felt"]) -> None:
        self.image = Image.new("RGB", (width, height), rgb(background))

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """Draw a sprite with its upper left corner at x, y."""
        self.image.paste(sprite, (round(x), round(y)), sprite)

    def centre(self, sprite: Image.Image, x: float, y: float) -> None:
        """Draw a sprite with its centre at x, y."""
        self.paste(sprite, x - sprite.width / 2, y - sprite.height / 2)

    def icon(self, name: str, x: float, y: float, size: int) -> None:
        """Draw an icon with its centre at x, y."""
        self.centre(sprites.icon(name, size), x, y)

    def bar(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """Fill an upright rectangle; `colour` is `#rrggbb`."""
        self.image.paste(rgb(colour), (round(left), round(top), round(right), round(bottom)))

    def write(
        self,
        content: str | int,
        x: float,
        y: float,
        size: int,
        colour: str = "ink",
        *,
        align: Align = "centre",
        width: int | None = None,
    ) -> int:
        """Write one line, the middle of its capitals at height y; return the width of its ink in pixels."""
        sprite = text(str(content), size, colour, width=width)
        if sprite is None:
            return 0
        shift = {"left": 0.0, "centre": sprite.width / 2, "right": float(sprite.width)}[align]
        self.paste(sprite, x - shift, y + size * _CAP_HEIGHT / 2 - baseline(size))
        return sprite.width

    def fade(self, box: tuple[int, int, int, int], radius: int = 12) -> None:
        """Turn a part grey, as for somebody who has left; `box` is left, top, right, bottom."""
        part = self.image.crop(box)
        grey = part.convert("L").convert("RGB")
        veil = Image.new("RGB", part.size, rgb(COLOURS["mist"]))
        mask = Image.new("L", part.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, part.width - 1, part.height - 1), radius, fill=255)
        self.image.paste(Image.blend(grey, veil, 0.45), box[:2], mask)
