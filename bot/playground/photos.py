"""Photos on the server: checked when they come, found by file id, their bytes kept while there is room."""

from __future__ import annotations

import hashlib
import io
import mimetypes
from collections import OrderedDict

from PIL import Image, UnidentifiedImageError

from bot.playground.errors import bad_request, too_large
from bot.playground.model import Photo

__all__ = ["Photos", "thumbnail"]

Image.init()  # loads the decoders now, so that the first upload reads no modules from disk inside the event loop

_MOST_BYTES = 10 << 20
_SIDES = 10_000
_RATIO = 20
_ROOM = 256 << 20
_KINDS = frozenset({"image/jpeg", "image/gif", "image/png", "image/tiff", "image/bmp", "image/webp", "image/x-ms-bmp"})
_FORMATS = ("PNG", "JPEG", "GIF", "TIFF", "BMP", "WEBP")


class Photos:
    """All photos by file id. Bytes are kept once for each content, the least used go first."""

    def __init__(self, room: int = _ROOM) -> None:
        self._room = room
        self._used = 0
        self._photos: dict[str, Photo] = {}
        self._bytes: OrderedDict[str, bytes] = OrderedDict()

    def add(self, name: str, content: bytes) -> Photo:
        """Take an upload. Raises ApiError for what is no photo or too big a one.

        A name without a known suffix is as good as one with: clients upload bare bytes as `application.octet-stream`.
        """
        width, height = _measure(name, content)
        digest = hashlib.sha256(content).hexdigest()
        number = len(self._photos) + 1
        photo = Photo(f"AgACAgIAAx{number:08x}", f"AQAD{number:08x}", width, height, len(content), digest)
        self._photos[photo.file_id] = photo
        self._keep(digest, content)
        return photo

    def find(self, file_id: str) -> Photo | None:
        """Give the photo a file id means; that of its thumbnail means it too."""
        return self._photos.get(file_id) or self._photos.get(file_id.removesuffix("s"))

    def content(self, photo: Photo) -> bytes | None:
        """Give the bytes of a photo, unless they had to make room."""
        content = self._bytes.get(photo.sha256)
        if content is not None:
            self._bytes.move_to_end(photo.sha256)
        return content

    def _keep(self, digest: str, content: bytes) -> None:
        if digest not in self._bytes:
            self._bytes[digest] = content
            self._used += len(content)
        self._bytes.move_to_end(digest)
        while self._used > self._room and len(self._bytes) > 1:
            self._used -= len(self._bytes.popitem(last=False)[1])


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


def thumbnail(content: bytes, side: int = 90) -> bytes:
    """Give a JPEG with no side longer than `side`; slow, so call it in a thread."""
    with Image.open(io.BytesIO(content), formats=_FORMATS) as image:
        small = image.convert("RGB")
    small.thumbnail((side, side))
    out = io.BytesIO()
    small.save(out, "JPEG")
    return out.getvalue()
