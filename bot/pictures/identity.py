"""What a picture is named by: a digest of all that it depends on, so that equal keys are equal bytes."""

from __future__ import annotations

import hashlib

import msgspec

from bot.pictures import sprites

_ART = sprites.version()
"""Read at import: naming a picture happens on the event loop, where nobody reads files."""


def identity(drawing: int, model: msgspec.Struct) -> str:
    """Name a picture by its model, the package whose code draws it, that code's version, and the art.

    Models of two games may say the same, an empty lobby for one, and are drawn otherwise.
    """
    told = msgspec.json.encode([type(model).__module__, drawing, _ART, model])
    return hashlib.sha256(told).hexdigest()[:32]
