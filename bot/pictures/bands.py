"""Pictures of which only what is new is painted and compressed: bands of rows are kept by what lies on them.

What is kept follows from what is seen alone: a band is found again by the names and the places of all that reaches
into it. So the bytes of a picture are the same whatever was drawn before it, for whom and by which process.
"""

from __future__ import annotations

import hashlib
import marshal
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
"""Of all bands together, compressed: those of some 300 boards."""
_OVERHEAD = 400
"""Of a band that is kept, beside its bytes, about."""

_kept: LRUCache[bytes, Band] = LRUCache(KEPT_BYTES, lambda band: len(band.deflated) + _OVERHEAD)
_lock = threading.Lock()


def png(
    layers: Sequence[Layer],
    ground: Rgb,
    size: tuple[int, int],
    place: str,
    own: Sequence[int],
    *,
    keep: bool,
    band: int = encode.BAND,
) -> bytes:
    """Return the PNG of what lies on one colour. `own` are heights at which parts of the picture begin.

    Bands are `band` pixels high. Without `keep` nothing is kept of it, for pictures that nobody sees twice.
    """
    width, height = size
    cuts = encode.cuts(height, own, band)
    spans = [(bisect_right(cuts, layer.box[1]) - 1, bisect_left(cuts, layer.box[3])) for layer in layers]
    keys = _keys(layers, spans, (place, ground, width), cuts) if keep else []
    with _lock:
        found = [_kept.get(key) for key in keys] if keep else [None] * (len(cuts) - 1)
    packed = list[Band]()
    while len(packed) < len(found):
        first = len(packed)
        known = found[first]
        if known is not None:
            packed.append(known)
            continue
        last = next((place for place in range(first, len(found)) if found[place] is not None), len(found))
        top, bottom = cuts[first], cuts[last]
        here = [layer for layer, (upper, lower) in zip(layers, spans, strict=True) if upper < last and lower > first]
        image = painted(here, ground, width, top, bottom - top)
        packed += encode.bands(image, [end - start for start, end in pairwise(cuts[first : last + 1])], place)
    if keep:
        with _lock:
            for key, old, new in zip(keys, found, packed, strict=True):
                if old is None:
                    _kept[key] = new
    return encode.joined(width, height, place, packed)


def _keys(
    layers: Sequence[Layer], spans: Sequence[tuple[int, int]], where: Hashable, cuts: Sequence[int]
) -> list[bytes]:
    """Return for each band a digest of all that its pixels follow from: what reaches into it, and where.

    `spans` are for each layer the first band that it reaches into, and the one after the last.
    """
    keys: list[list[Hashable]] = [[where, bottom - top] for top, bottom in pairwise(cuts)]
    for layer, (first, last) in zip(layers, spans, strict=True):
        left, top, _, _ = layer.box
        mark = layer.mark()
        for number in range(max(0, first), min(len(keys), last)):
            keys[number].append((mark, left, top - cuts[number]))
    # Version 2 says the same of equal values, whatever else refers to them. A digest takes a hundredth of the room.
    return [hashlib.blake2b(marshal.dumps(key, 2), digest_size=20).digest() for key in keys]


def size() -> int:
    """Return how many bytes are kept."""
    return int(_kept.currsize)


def forget() -> None:
    """Forget all bands, as a process that begins."""
    with _lock:
        _kept.clear()
