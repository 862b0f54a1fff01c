"""A display list: what lies on a picture, in the order in which it was laid there, painted only when it is asked for.

Painting a part of it gives the same pixels as painting all of it and cutting that part out, so that of two pictures
which have a part in common that part need not be painted twice (`bot.pictures.bands`).
"""

from __future__ import annotations

import hashlib
import re
import weakref
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from PIL import Image, ImageDraw

from bot.pictures import kept
from bot.pictures.palette import COLOURS, Rgb, rgb

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

WORTH = 2_000
"""Sprites of fewer pixels are blended whole, since each part costs as much as some hundred pixels."""
SOLID = 0.5
"""How much of a sprite has to be solid for it to be divided."""
LARGE, STRIP = 12_000, 24
"""Of how many pixels a solid sprite of any outline is divided, and how high the strips are."""
_RUN = re.compile(b"\xff{%d,}" % STRIP)


class Layer(Protocol):
    """One thing that lies on a picture; it changes nothing outside of its box."""

    @property
    def box(self) -> Box: ...

    def mark(self) -> Hashable:
        """Return what its pixels follow from, wherever it lies; layers of equal marks and boxes look the same."""

    def paint(self, image: Image.Image, top: int) -> None:
        """Paint what of it lies on a part of the picture that begins at height `top` and is as wide as the whole."""


class Sprite(NamedTuple):
    """An RGBA image, blended over what lies below."""

    image: Image.Image
    box: Box

    def mark(self) -> Hashable:
        return _known(self.image).name

    def paint(self, image: Image.Image, top: int) -> None:
        left, upper = self.box[0], self.box[1] - top
        parts = _known(self.image).parts
        # What `Image.paste` does beside this takes longer than the pixels of most parts.
        paste, height = image.im.paste, image.height
        for x, y, right, bottom, pixels, blended in parts:
            if y + upper < height and bottom + upper > 0:
                box = (left + x, upper + y, left + right, upper + bottom)
                if blended:
                    paste(pixels, box, pixels)
                else:
                    paste(pixels, box)


class Stencil(NamedTuple):
    """One colour, laid on through a mask: an L image, which is a quarter of a sprite and serves all colours."""

    mask: Image.Image
    colour: Rgb
    box: Box

    def mark(self) -> Hashable:
        return (_known(self.mask).name, self.colour)

    def paint(self, image: Image.Image, top: int) -> None:
        left, upper = self.box[0], self.box[1] - top
        image.paste(self.colour, (left, upper, left + self.mask.width, upper + self.mask.height), self.mask)

    def lay(self, image: Image.Image, top: int, ground: Rgb) -> None:
        """Paint it where nothing lies yet but one colour: to look up all shades takes a third of blending."""
        first, last = max(self.box[1], top), min(self.box[3], top + image.height)
        if first < last:
            shades = self.mask.crop((0, first - self.box[1], self.mask.width, last - self.box[1]))
            shades.putpalette(_shades(ground, self.colour))
            image.paste(shades.convert("RGB"), (self.box[0], first - top))


class Cover(NamedTuple):
    """An RGB image that hides what lies below."""

    image: Image.Image
    box: Box

    def mark(self) -> Hashable:
        return _known(self.image).name

    def paint(self, image: Image.Image, top: int) -> None:
        image.paste(self.image, (self.box[0], self.box[1] - top))


class Fill(NamedTuple):
    """One colour."""

    colour: Rgb
    box: Box

    def mark(self) -> Hashable:
        left, top, right, bottom = self.box
        return (self.colour, right - left, bottom - top)

    def paint(self, image: Image.Image, top: int) -> None:
        left, upper, right, lower = self.box
        image.paste(self.colour, (left, max(0, upper - top), right, min(image.height, lower - top)))


class Veil(NamedTuple):
    """What turns grey all that lies below, within round corners."""

    radius: int
    box: Box

    def mark(self) -> Hashable:
        left, top, right, bottom = self.box
        return ("veil", self.radius, right - left, bottom - top)

    def paint(self, image: Image.Image, top: int) -> None:
        left, upper, right, lower = self.box
        first, last = max(upper, top), min(lower, top + image.height)
        if first >= last:
            return
        box = (left, first - top, right, last - top)
        grey = image.crop(box).convert("L").convert("RGB")
        veil = Image.new("RGB", grey.size, rgb(COLOURS["mist"]))
        mask = _rounded(right - left, lower - upper, self.radius).crop((0, first - upper, right - left, last - upper))
        image.paste(Image.blend(grey, veil, 0.45), box[:2], mask)


def painted(layers: Sequence[Layer], ground: Rgb, width: int, top: int, height: int) -> Image.Image:
    """Return a part of a picture as a new RGB image: all layers that reach into it, over one colour."""
    image: Image.Image | None = None
    for layer in layers:
        if image is None:
            left, upper, right, lower = layer.box
            if isinstance(layer, Cover) and (left, right) == (0, width) and upper <= top and lower >= top + height:
                image = layer.image.crop((0, top - upper, width, top - upper + height))
                continue
            image = Image.new("RGB", (width, height), ground)
            if isinstance(layer, Stencil):
                layer.lay(image, top, ground)
                continue
        layer.paint(image, top)
    return image if image is not None else Image.new("RGB", (width, height), ground)


@lru_cache(maxsize=16)
def _shades(ground: Rgb, colour: Rgb) -> bytes:
    """Return the palette of what blending makes of two colours, by how much there is of the second."""
    ramp = Image.new("RGB", (256, 1), ground)
    ramp.paste(colour, (0, 0, 256, 1), Image.frombytes("L", (256, 1), bytes(range(256))))
    return ramp.tobytes()


@lru_cache(maxsize=16)
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    mask = Image.new("L", (width, height), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), radius, fill=255)
    return mask


# -- what is known of an image -----------------------------------------------------------------------------------------


Part: TypeAlias = "tuple[int, int, int, int, ImagingCore, bool]"
"""A part of a sprite: left, top, right, bottom, pixels, and whether these are to be blended or can be copied."""


class _Known(NamedTuple):
    """An image's name, and its parts: nothing here keeps the image itself alive."""

    image: weakref.ref[Image.Image]
    name: Hashable
    parts: tuple[Part, ...]


_KNOWN: dict[int, _Known] = {}
"""By the identity of the image, as long as it lives; it is shared, and nobody draws on it."""


def _known(image: Image.Image) -> _Known:
    number = id(image)
    known = _KNOWN.get(number)
    if known is not None and known.image() is image:
        return known
    name = kept.name(image)
    if name is None:
        name = hashlib.blake2b(image.tobytes(), digest_size=16, key=repr((image.mode, image.size)).encode()).digest()
    forgotten = weakref.ref(image, lambda _: _KNOWN.pop(number, None))
    _KNOWN[number] = known = _Known(forgotten, name, _parts(image) if image.mode == "RGBA" else ())
    return known


def _parts(sprite: Image.Image) -> tuple[Part, ...]:
    """Divide a sprite into what can be copied and what is to be blended, and leave out what is empty around it.

    Cards and plates are solid but for their corners: what can be copied of them is a cross.
    """
    alpha = sprite.getchannel("A")
    left, top, right, bottom = ink = alpha.getbbox() or (0, 0, 0, 0)
    area = (right - left) * (bottom - top)
    if area >= WORTH:
        corner = _corner(alpha.crop(ink))
        if corner is not None:
            near, far, low, high = left + corner, right - corner, top + corner, bottom - corner
            cross = ((left, low, right, high), (near, top, far, low), (near, high, far, bottom))
            corners = [(x, y, x + corner, y + corner) for y in (top, high) for x in (left, far)]
            return _cut(sprite, cross, blended=False) + _cut(sprite, corners, blended=True)
        if area >= LARGE and alpha.histogram()[255] >= SOLID * area:
            return _strips(sprite, alpha, ink)
    return _cut(sprite, [ink], blended=True)


def _strips(sprite: Image.Image, alpha: Image.Image, ink: Box) -> tuple[Part, ...]:
    """Divide a sprite of any outline into strips, and of each leave to be blended what is beside its solid runs."""
    left, top, right, bottom = ink
    solid = alpha.point([0] * 255 + [255])
    copied, rest = list[Box](), list[Box]()
    for upper in range(top, bottom, STRIP):
        lower, start = min(bottom, upper + STRIP), left
        # The mean of a column is 255 where all of it is.
        columns = solid.crop((left, upper, right, lower)).resize((right - left, 1), Image.Resampling.BOX).tobytes()
        for run in _RUN.finditer(columns):
            copied.append((left + run.start(), upper, left + run.end(), lower))
            rest.append((start, upper, left + run.start(), lower))
            start = left + run.end()
        rest.append((start, upper, right, lower))
    blended = list[Box]()
    for box in rest:
        found = alpha.crop(box).getbbox() if box[0] < box[2] else None
        if found is not None:
            blended.append((box[0] + found[0], box[1] + found[1], box[0] + found[2], box[1] + found[3]))
    return _cut(sprite, copied, blended=False) + _cut(sprite, blended, blended=True)


def _cut(sprite: Image.Image, boxes: Sequence[Box], *, blended: bool) -> tuple[Part, ...]:
    found = list[Part]()
    for box in boxes:
        if box[0] < box[2] and box[1] < box[3]:
            part = sprite if box == (0, 0, *sprite.size) else sprite.crop(box)
            found.append((*box, part.im, blended))
    return tuple(found)


def _corner(alpha: Image.Image) -> int | None:
    """Return how large corners have to be cut off for nothing to be transparent of what is left.

    Return None where too little would be left for that to be worth while.
    """
    width, height = alpha.size
    aside, above = (alpha.crop(line).tobytes().find(255) for line in ((0, 0, width, 1), (0, 0, 1, height)))
    corner = max(aside, above)
    if min(aside, above) < 0 or 2 * corner > min(width, height) or 4 * corner**2 > (1 - SOLID) * width * height:
        return None
    return corner if _solid(alpha, 0, corner) and _solid(alpha, corner, 0) else None


def _solid(alpha: Image.Image, aside: int, above: int) -> bool:
    """Return whether nothing is transparent of what is left if so much is cut off on both sides, above and below."""
    box = (aside, above, alpha.width - aside, alpha.height - above)
    return alpha.crop(box).getextrema() == (255, 255)
