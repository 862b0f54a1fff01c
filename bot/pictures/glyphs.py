"""What the font can draw: its character map (OpenType `cmap`)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import fontpkg_rubik
import regex

FONT: Path = Path(fontpkg_rubik.ROOT) / "files" / "Rubik[wght].ttf"

SEGMENTS = 4
"""The format of a table of the Basic Multilingual Plane, which every font has; Rubik has no letter beyond it."""

_SHAPERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # join and vary their neighbours; alone they draw nothing
_CLUSTER = regex.compile(r"\X")


@lru_cache(maxsize=1)
def covered() -> frozenset[int]:
    """Give every code point the font has a glyph for."""
    data = FONT.read_bytes()
    points: set[int] = set()
    for start in _subtables(data):
        if struct.unpack_from(">H", data, start) == (SEGMENTS,):
            points.update(_segments(data, start))
    return frozenset(points)


def drawable(text: str) -> str:
    """Leave out every letter (grapheme cluster) the font cannot draw whole, and tidy the spaces around it."""
    known = covered()
    kept = (cluster for cluster in _CLUSTER.findall(text) if _draws(cluster, known))
    return " ".join("".join(kept).split())


def _draws(cluster: str, known: frozenset[int]) -> bool:
    return all(ord(char) in known or char in _SHAPERS or char.isspace() for char in cluster)


def _subtables(data: bytes) -> Iterator[int]:
    (tables,) = struct.unpack_from(">H", data, 4)
    for index in range(tables):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        if tag == b"cmap":
            (count,) = struct.unpack_from(">H", data, offset + 2)
            for record in range(count):
                yield offset + struct.unpack_from(">HHI", data, offset + 4 + 8 * record)[2]


def _segments(data: bytes, start: int) -> Iterator[int]:
    """Read segments of code points with a shift, or a place in an array of glyph numbers."""
    (twice,) = struct.unpack_from(">H", data, start + 6)
    ends, shape = start + 14, f">{twice // 2}H"
    firsts = ends + twice + 2
    shifts, offsets = firsts + twice, firsts + 2 * twice
    rows = zip(*(struct.unpack_from(shape, data, at) for at in (ends, firsts, shifts, offsets)), strict=True)
    for index, (last, first, shift, offset) in enumerate(rows):
        for point in range(first, min(last, 0xFFFE) + 1):
            glyph = point
            if offset:
                (glyph,) = struct.unpack_from(">H", data, offsets + 2 * index + offset + 2 * (point - first))
            if offset == 0 or glyph:
                glyph = (glyph + shift) & 0xFFFF
            if glyph:
                yield point
