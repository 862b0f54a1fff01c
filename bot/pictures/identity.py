"""What a picture is named by: a digest of all that it depends on, so that equal keys are equal bytes."""

from __future__ import annotations

import hashlib

import msgspec

from bot.pictures import sprites

__all__ = ["identity"]

_ART = sprites.version()
"""Read at import: naming a picture happens on the event loop, where nobody reads files."""


def identity(drawing: int, model: msgspec.Struct) -> str:
    """Name a picture by its model, the version of the code that draws it, and the art."""
    told = msgspec.json.encode([drawing, _ART, model])
    return hashlib.sha256(told).hexdigest()[:32]
