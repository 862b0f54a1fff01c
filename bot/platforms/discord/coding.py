"""JSON for discord.py by msgspec, which is several times as fast as the standard library's.

The library would take orjson where that is installed. But orjson, like msgspec, refuses halves of surrogate pairs,
which Discord sends in names that somebody has cut; and what cannot be decoded ends the connection. So what msgspec
refuses is left to the standard library.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from discord import utils

_decoder = msgspec.json.Decoder()
_encoder = msgspec.json.Encoder()


def use_msgspec() -> None:
    """Have discord.py encode and decode by this module: its gateway and its calls look there for how to."""
    utils._from_json = decoded
    utils._to_json = encoded  # type: ignore[assignment]


def decoded(text: str | bytes) -> Any:
    """Return what a text says. Raise ValueError for one that is no JSON."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return json.loads(text)


def encoded(value: Any) -> str:
    """Return a value as JSON. Raise TypeError for one that cannot be."""
    try:
        return _encoder.encode(value).decode()
    except (TypeError, ValueError, OverflowError):
        return json.dumps(value, separators=(",", ":"))
