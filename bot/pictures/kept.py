"""Images that are made once and used again and again: all of them share one room.

Those that have not been used for longest are kept compressed, which takes a fiftieth of the room: to bring one back
takes a millisecond where to draw it takes ten and more.
"""

from __future__ import annotations

import hashlib
import threading
import weakref
from collections.abc import Callable, Hashable
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeAlias, TypeVar

from cachetools import LRUCache
from PIL import Image
from typing_extensions import override
from zlib_ng import zlib_ng

from bot.memory import give_back

ROOM, COMPRESSED = 64 << 20, 12 << 20
"""Bytes of all images together, as they are and compressed: what the boards, lobbies and secrets of all games need."""
_ENTRY = 200
"""Bytes of an entry beside its image, about."""

P = ParamSpec("P")
T = TypeVar("T", bound=Image.Image | None)

Kept: TypeAlias = Image.Image | None
"""None: that nothing can be drawn is kept as well."""


class _Packed(NamedTuple):
    mode: str
    size: tuple[int, int]
    data: bytes

    def image(self) -> Image.Image:
        return Image.frombytes(self.mode, self.size, zlib_ng.decompress(self.data))


def _size(image: Kept) -> int:
    if image is None:
        return _ENTRY
    return image.width * image.height * (1 if image.mode in ("L", "P") else 4) + _ENTRY


class _Images(LRUCache[Hashable, Kept]):
    """The latest images as they are; those that must make way go to `packed`."""

    def __init__(self, room: int = ROOM) -> None:
        super().__init__(room, _size)
        self.packed: LRUCache[Hashable, _Packed] = LRUCache(COMPRESSED, lambda packed: len(packed.data) + _ENTRY)

    @override
    def popitem(self) -> tuple[Hashable, Kept]:
        key, image = super().popitem()
        if image is not None and key not in self.packed:
            self.packed[key] = _Packed(image.mode, image.size, zlib_ng.compress(image.tobytes(), 2))
        return key, image

    @override
    def __missing__(self, key: Hashable) -> Kept:
        """Bring back one that had to make way. Raise KeyError for any other."""
        self[key] = image = self.packed[key].image()
        _note(image, key)
        return image


_names: dict[int, tuple[weakref.ref[Image.Image], bytes]] = {}
_images = _Images()
_lock = threading.Lock()


def kept(make: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function returns, by its arguments. The image is shared: never draw on it."""

    @wraps(make)
    def found(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (make, args, *kwargs.items())
        with _lock:
            try:
                return _images[key]  # type: ignore[return-value]
            except KeyError:
                pass
        image = make(*args, **kwargs)
        with _lock:
            shared = _images.setdefault(key, image)
            _note(shared, key)
            return shared  # type: ignore[return-value]

    return found


def name(image: Image.Image) -> bytes | None:
    """Return the name of an image, if it is one of these: images of one name look the same."""
    named = _names.get(id(image))
    return named[1] if named is not None and named[0]() is image else None


def _note(image: Kept, key: Hashable) -> None:
    """Name an image as long as it lives, by a digest of what made it and of what: each band looks at many names."""
    if image is not None and id(image) not in _names:
        number = id(image)
        digest = hashlib.blake2b(repr(key).encode(), digest_size=16).digest()
        _names[number] = (weakref.ref(image, lambda _: _names.pop(number, None)), digest)


def rest() -> None:
    """Keep all images compressed, and give back the memory: for a process that has nothing to draw for a while."""
    with _lock:
        while _images:
            _images.popitem()
    give_back()


def forget() -> None:
    """Forget all images, as a process that begins."""
    global _images
    with _lock:
        _images = _Images()
