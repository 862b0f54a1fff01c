"""Pictures of one colour. A module of its own, so that a process which paints them has little to read at its start."""

from __future__ import annotations

import hashlib
import io

from PIL import Image


def paint(key: str, width: int = 64, height: int = 48) -> bytes:
    """Return a PNG of one colour, the same for the same key."""
    file = io.BytesIO()
    red, green, blue = hashlib.sha256(key.encode()).digest()[:3]
    Image.new("RGB", (width, height), (red, green, blue)).save(file, "PNG")
    return file.getvalue()
