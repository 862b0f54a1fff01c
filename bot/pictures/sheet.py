"""A display list: what lies on a picture, in the order in which it was laid there, painted only when it is asked for.

Painting a part of it gives the same pixels as painting all of it and cutting that part out, so that of two pictures
which have a part in common that part need not be painted twice (`bot.pictures.bands`).
"""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from PIL import Image, ImageDraw

from bot.pictures import kept
from bot.pictures.palette import COLOURS, Rgb, rgb

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

WORTH = 8_000
"""Sprites of fewer pixels are blended whole."""
SOLID = 0.5
"""Of a sprite's area: how much of it has to be copied for that to be worth while."""


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
        if not parts:
            image.paste(self.image, (left, upper), self.image)
        for x, y, part, blended in parts:
            if y + upper < image.height and y + upper + part.height > 0:
                image.paste(part, (left + x, upper + y), part if blended else None)


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
        layer.paint(image, top)
    return image if image is not None else Image.new("RGB", (width, height), ground)


@lru_cache(maxsize=16)
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    mask = Image.new("L", (width, height), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), radius, fill=255)
    return mask


# -- what is known of an image -----------------------------------------------------------------------------------------


class _Known(NamedTuple):
    """An image's name, and its parts: left, top, pixels, and whether these are to be blended or can be copied.

    Without parts it is to be blended whole: nothing here may keep the image itself alive.
    """

    image: weakref.ref[Image.Image]
    name: Hashable
    parts: tuple[tuple[int, int, Image.Image, bool], ...]


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


def _parts(sprite: Image.Image) -> tuple[tuple[int, int, Image.Image, bool], ...]:
    """Divide a sprite into its solid middle, which can be copied, and what is around it; a small one has no parts."""
    width, height = sprite.size
    inset = _inset(sprite.getchannel("A")) if width * height >= WORTH else 0
    solid = (width - 2 * inset) * (height - 2 * inset)
    if width * height < WORTH or min(width, height) <= 2 * inset or solid < SOLID * width * height:
        return ()
    boxes = [
        (0, 0, width, inset),
        (0, inset, inset, height - inset),
        (width - inset, inset, width, height - inset),
        (0, height - inset, width, height),
    ]
    middle = sprite.crop((inset, inset, width - inset, height - inset)).convert("RGB")
    edges = tuple((box[0], box[1], sprite.crop(box), True) for box in boxes if inset)
    return ((inset, inset, middle, False), *edges)


def _inset(alpha: Image.Image) -> int:
    """Return how much has to be cut off on all sides for nothing of the rest to be transparent."""
    low, high = 0, min(alpha.size) // 2
    while low < high:
        inset = (low + high) // 2
        box = (inset, inset, alpha.width - inset, alpha.height - inset)
        if alpha.crop(box).getextrema() == (255, 255):
            high = inset
        else:
            low = inset + 1
    return low
