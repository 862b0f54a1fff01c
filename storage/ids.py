"""Identifiers of people, chats and messages, as the platforms assign them. Imports nothing of the project."""

from __future__ import annotations

import msgspec

MessageId = int


class Person(msgspec.Struct, frozen=True, order=True):
    """Somebody on a platform, by the platform's own id."""

    platform: str
    id: int


class Place(msgspec.Struct, frozen=True):
    """Where people talk: a group, one topic of a forum, or a private chat (then `chat` is the person's id)."""

    platform: str
    chat: int
    topic: int | None = None
    private: bool = False
