"""Finished pictures as indexed PNG: the same pixels give the same bytes, in about half a JPEG's size.

The rows of a picture are compressed in bands, each on its own, so that a band can be kept and used again in another
picture. A zlib stream may be put together of such blocks: nothing in one refers to another (RFC 1951, 3.2).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image
from zlib_ng import zlib_ng

from bot.pictures.palette import indexed

BAND, HIGH = 48, 96
"""The height of a band in pixels, and of one in a picture that shows one thing large: lower ones are used again more
often, higher ones compress better."""
LEVEL, LEVEL_OF_SMALL = 5, 6
"""How hard to compress, of the second what is small and has few colours: 6 takes 3 % off a board and half as long
again, and 10 % off a hand of cards."""

_ZLIB, _LAST = b"\x78\x9c", b"\x03\x00"
"""The head of a zlib stream, and an empty block that ends it."""
_ADLER = 65521
"""The modulus of Adler-32 (RFC 1950)."""


class Band(NamedTuple):
    """Some rows of a picture, compressed."""

    deflated: bytes
    adler: int
    length: int
    """The checksum and the number of bytes before they were compressed."""


def quantised(image: Image.Image, place: str) -> Image.Image:
    """Bring an RGB image into the fixed palette of a place (`bot.pictures.palette.PLACES`), without dithering."""
    return image.quantize(palette=_palette(place), dither=Image.Dither.NONE)


def bands(image: Image.Image, heights: Sequence[int], place: str) -> list[Band]:
    """Bring an RGB image into the palette of a place; return its rows from above in bands of these heights."""
    return _packed(quantised(image, place), heights, LEVEL)


def whole(image: Image.Image, place: str) -> bytes:
    """Return a small image that is in the palette of a place already as PNG."""
    return joined(image.width, image.height, place, _packed(image, [image.height], LEVEL_OF_SMALL))


def _packed(image: Image.Image, heights: Sequence[int], level: int) -> list[Band]:
    # Each row of a PNG begins with the number of its filter: none, 0, is best for a palette.
    width = image.width + 1
    pixels = bytearray(width * image.height)
    # An image that lies in this buffer: to copy its pixels out of one that does not takes as long as to quantise them.
    rows = Image.frombuffer("P", (width, image.height), pixels, "raw", "P", 0, 1)
    rows.im.paste(image.im, (1, 0, width, image.height))
    data, found, start = memoryview(pixels), list[Band](), 0
    packer = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS, 9)
    for height in heights:
        end = start + height * width
        # After a full flush a compressor knows nothing of what came before, as a new one, which takes longer to make.
        deflated = packer.compress(data[start:end]) + packer.flush(zlib_ng.Z_FULL_FLUSH)
        found.append(Band(deflated, zlib_ng.adler32(data[start:end]), end - start))
        start = end
    return found


def joined(width: int, height: int, place: str, packed: Sequence[Band]) -> bytes:
    """Return a picture of bands as PNG."""
    adler = 1
    for band in packed:
        adler = _adler(adler, band.adler, band.length)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits of a palette, nothing interlaced
    data = b"".join((_ZLIB, *(band.deflated for band in packed), _LAST, struct.pack(">I", adler)))
    chunks = ((b"IHDR", header), (b"PLTE", _colours(place)), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)


def cuts(height: int, own: Sequence[int] = (), band: int = BAND) -> list[int]:
    """Return where bands begin and end in a picture, given where parts of it begin and how high a band is."""
    found = [0]
    for end in sorted({*(start for start in own if 0 < start < height), height}):
        while (left := end - found[-1]) > 0:
            found.append(end if left < 2 * band else found[-1] + band)
    return found


def _chunk(kind: bytes, content: bytes) -> bytes:
    whole = kind + content
    return struct.pack(">I", len(content)) + whole + struct.pack(">I", zlib_ng.crc32(whole))


def _adler(one: int, other: int, length: int) -> int:
    """Return the Adler-32 of two texts together, of which the second is so long."""
    low, high = one & 0xFFFF, one >> 16
    return ((high + (other >> 16) + length * (low - 1)) % _ADLER) << 16 | (low + (other & 0xFFFF) - 1) % _ADLER


@lru_cache(maxsize=8)
def _palette(place: str) -> Image.Image:
    holder = Image.new("P", (1, 1))
    holder.putpalette(_colours(place))
    return holder


@lru_cache(maxsize=8)
def _colours(place: str) -> bytes:
    colours = indexed(place)
    # What is unused repeats the last colour: zeros would be a black that no sprite has.
    return bytes(value for colour in (*colours, *[colours[-1]] * (256 - len(colours))) for value in colour)
