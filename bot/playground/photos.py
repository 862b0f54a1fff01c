"""Uploaded photos: checked on arrival, found by file id, their bytes kept while there is room."""

from __future__ import annotations

import hashlib
import io
import mimetypes

from cachetools import LRUCache
from PIL import Image, UnidentifiedImageError

from bot.playground.errors import bad_request, too_large
from bot.playground.model import Photo

Image.init()  # loads the decoders now, so that the first upload reads no modules from disk inside the event loop

_MOST_BYTES = 10 << 20
_SIDES = 10_000
_RATIO = 20
_KINDS = frozenset({"image/jpeg", "image/gif", "image/png", "image/tiff", "image/bmp", "image/webp", "image/x-ms-bmp"})
_FORMATS = ("PNG", "JPEG", "GIF", "TIFF", "BMP", "WEBP")


class Photos:
    """All photos by file id. Equal bytes are kept once, at most `capacity` bytes in all, the least used dropped first.

    A photo whose bytes were dropped can still be sent by its file id.
    """

    def __init__(self, capacity: int = 256 << 20) -> None:
        self._photos: dict[str, Photo] = {}
        self._bytes: LRUCache[str, bytes] = LRUCache(capacity, getsizeof=len)

    def add(self, name: str, content: bytes) -> Photo:
        """Take an upload. Raise ApiError if it is no photo or too large.

        Only a known suffix of another type is refused: clients upload bare bytes as `application.octet-stream`.
        """
        width, height = _measure(name, content)
        digest = hashlib.sha256(content).hexdigest()
        number = len(self._photos) + 1
        photo = Photo(f"AgACAgIAAx{number:08x}", f"AQAD{number:08x}", width, height, len(content), digest)
        self._photos[photo.file_id] = photo
        self._bytes[digest] = content
        return photo

    def find(self, file_id: str) -> Photo | None:
        """Return the photo of a file id, its own or that of its thumbnail."""
        return self._photos.get(file_id) or self._photos.get(file_id.removesuffix("s"))

    def content(self, photo: Photo) -> bytes | None:
        """Return the bytes of a photo, or None if they were dropped."""
        return self._bytes.get(photo.sha256)


def _measure(name: str, content: bytes) -> tuple[int, int]:
    if len(content) > _MOST_BYTES:
        raise too_large()
    kind = mimetypes.guess_type(name)[0]
    if kind is not None and kind not in _KINDS:
        raise bad_request("photo has unsupported extension. Use one of .jpg, .jpeg, .gif, .png, .tif or .bmp")
    try:
        with Image.open(io.BytesIO(content), formats=_FORMATS) as image:
            width, height = image.size
            image.verify()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise bad_request("IMAGE_PROCESS_FAILED") from error
    if width + height > _SIDES or max(width, height) > _RATIO * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height
