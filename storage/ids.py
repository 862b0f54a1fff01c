"""Identifiers of people, chats and messages, as the platforms assign them. Imports nothing of the project.

They are opaque: compared for equality, stored and logged, but never counted with or put in order. Only the platform's
adapter knows what it wrote there, and turns it into the platform's own type when it calls.
"""

from __future__ import annotations

from typing import Any, NewType, TypeVar

import msgspec

MessageId = NewType("MessageId", str)

T = TypeVar("T")

_IDS = ("id", "chat", "topic")


class Person(msgspec.Struct, frozen=True, order=True):
    """Somebody on a platform, by the platform's own id."""

    platform: str
    id: str


class Place(msgspec.Struct, frozen=True):
    """Where people talk: a group, one topic of a forum, or a private chat (then `chat` is the person's id)."""

    platform: str
    chat: str
    topic: str | None = None
    private: bool = False


def decode_json(blob: bytes, type: type[T]) -> T:  # noqa: A002 - msgspec's name for it
    """Decode JSON that may hold a `Person` or a `Place`. Raises ValueError.

    What was written before ids were strings (schema 6), or is being written by a process of that version which is
    about to be replaced by this one, holds them as numbers.
    """
    try:
        return msgspec.json.decode(blob, type=type)
    except msgspec.ValidationError:
        return msgspec.convert(_with_text_ids(msgspec.json.decode(blob)), type)


def _with_text_ids(value: Any) -> Any:
    """Return decoded JSON with the numbers in people and places, the objects with a `platform`, turned into strings."""
    if isinstance(value, list):
        return [_with_text_ids(item) for item in value]
    if not isinstance(value, dict):
        return value
    value = {key: _with_text_ids(item) for key, item in value.items()}
    if "platform" in value:
        value |= {key: str(value[key]) for key in _IDS if isinstance(value.get(key), int)}
    return value
