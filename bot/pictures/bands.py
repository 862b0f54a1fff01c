"""Pictures of which only what is new is painted and compressed: bands of rows are kept by what lies on them.

What is kept follows from what is seen alone: a band is found again by the names and the places of all that reaches
into it. So the bytes of a picture are the same whatever was drawn before it, for whom and by which process.
"""

from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Sequence
from itertools import pairwise

from cachetools import LRUCache

from bot.pictures import encode
from bot.pictures.encode import Band
from bot.pictures.palette import Rgb
from bot.pictures.sheet import Layer, painted

KEPT_BYTES = 16 << 20
"""Of all bands together, compressed: those of some 200 boards."""
_OVERHEAD = 2500
"""Of a band that is kept, for what it is found by, about."""

_kept: LRUCache[Hashable, Band] = LRUCache(KEPT_BYTES, lambda band: len(band.deflated) + _OVERHEAD)
_lock = threading.Lock()


def png(
    layers: Sequence[Layer], ground: Rgb, size: tuple[int, int], place: str, own: Sequence[int], *, keep: bool
) -> bytes:
    """Return the PNG of what lies on one colour. `own` are heights at which parts of the picture begin.

    Without `keep` nothing is kept of it, for pictures that nobody sees twice.
    """
    width, height = size
    cuts = encode.cuts(height, own)
    keys = _keys(layers, (place, ground, width), cuts) if keep else []
    with _lock:
        found = [_kept.get(key) for key in keys] if keep else [None] * (len(cuts) - 1)
    packed = list[Band]()
    while len(packed) < len(found):
        first = len(packed)
        band = found[first]
        if band is not None:
            packed.append(band)
            continue
        last = next((place for place in range(first, len(found)) if found[place] is not None), len(found))
        top, bottom = cuts[first], cuts[last]
        here = [layer for layer in layers if layer.box[1] < bottom and layer.box[3] > top]
        image = painted(here, ground, width, top, bottom - top)
        packed += encode.bands(image, [end - start for start, end in pairwise(cuts[first : last + 1])], place)
    if keep:
        with _lock:
            for key, old, band in zip(keys, found, packed, strict=True):
                if old is None:
                    _kept[key] = band
    return encode.joined(width, height, place, packed)


def _keys(layers: Sequence[Layer], where: Hashable, cuts: Sequence[int]) -> list[Hashable]:
    """Return for each band all that its pixels follow from: what reaches into it, and where."""
    keys: list[list[Hashable]] = [[where, bottom - top] for top, bottom in pairwise(cuts)]
    for layer in layers:
        left, top, _, bottom = layer.box
        mark = layer.mark()
        for number in range(max(0, bisect_right(cuts, top) - 1), min(len(keys), bisect_left(cuts, bottom))):
            keys[number].append((mark, left, top - cuts[number]))
    return [tuple(key) for key in keys]


def size() -> int:
    """Return how many bytes are kept."""
    return int(_kept.currsize)


def forget() -> None:
    """Forget all bands, as a process that begins."""
    with _lock:
        _kept.clear()
