"""Picture keys: a digest of all that a picture depends on, so that equal keys mean equal bytes."""

from __future__ import annotations

import hashlib

import msgspec

from bot.pictures import sprites

_ART = sprites.version()
"""Read at import: naming a picture happens on the event loop, where nobody reads files."""


def identity(namespace: str, drawing: int, model: msgspec.Struct) -> str:
    """Return the key of a picture: 32 hexadecimal digits that follow from its model, the drawing code and the sprites.

    `namespace` names the code that draws, since models of two games may encode alike (an empty lobby) and look
    different; `drawing` is that code's version.
    """
    encoded = msgspec.json.encode([namespace, drawing, _ART, model])
    return hashlib.sha256(encoded).hexdigest()[:32]
