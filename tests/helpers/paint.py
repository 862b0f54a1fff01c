"""Pictures of one colour. A module of its own, so that a process which paints them has little to read at its start."""

from __future__ import annotations

import hashlib
import io

from PIL import Image


def paint(key: str) -> bytes:
    """Return a small PNG of one colour, the same for the same key."""
    file = io.BytesIO()
    red, green, blue = hashlib.sha256(key.encode()).digest()[:3]
    Image.new("RGB", (64, 48), (red, green, blue)).save(file, "PNG")
    return file.getvalue()
