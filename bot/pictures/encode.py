"""Finished pictures as indexed PNG: the same pixels give the same bytes, in about half a JPEG's size."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image

from bot.pictures.palette import indexed


@lru_cache(maxsize=8)
def _palette(place: str) -> Image.Image:
    colours = indexed(place)
    holder = Image.new("P", (1, 1))
    # What is unused repeats the last colour: zeros would be a black that no sprite has.
    holder.putpalette([value for colour in (*colours, *[colours[-1]] * (256 - len(colours))) for value in colour])
    return holder


def png(image: Image.Image, *, level: int = 6, place: str = "table") -> bytes:
    """Encode an RGB image in the fixed palette of a place (`bot.pictures.palette.PLACES`), without dithering.

    `level` is how hard to compress: 9 takes 6 % off the size and three times as long, for pictures that hold much.
    """
    out = io.BytesIO()
    image.quantize(palette=_palette(place), dither=Image.Dither.NONE).save(out, "PNG", compress_level=level)
    return out.getvalue()
