"""Where in a group a table is: a forum's topic, or the comments of a channel's post (docs/platforms.md A10).

Comments are a thread of the discussion group and no topic: a message gets there as a reply to the copy of the post.
"""

from __future__ import annotations

from typing import Any

from telegram import Message, ReplyParameters

from storage.ids import Place

_COMMENTS = "c"
"""Begins the `Place.topic` of comments; the number of the post's copy follows."""
_GENERAL_TOPIC = "1"


def topic_of(message: Message) -> str | None:
    """Return the `Place.topic` of a message. Any thread of replies has a number, but is no place (survive-82)."""
    if message.is_topic_message and message.message_thread_id is not None:
        return str(message.message_thread_id)
    root = message.reply_to_message
    return f"{_COMMENTS}{root.message_id}" if root is not None and root.is_automatic_forward else None


def delivery(place: Place) -> dict[str, Any]:
    """Return the parameters that put a new message into its place. General is meant by omitting its number."""
    if root := comments_of(place):
        return {"reply_parameters": ReplyParameters(root, allow_sending_without_reply=True)}
    return {"message_thread_id": int(place.topic) if place.topic not in (None, _GENERAL_TOPIC) else None}


def comments_of(place: Place) -> int | None:
    """Return the message whose comments a place is, None for any other place."""
    topic = place.topic or ""
    return int(topic.removeprefix(_COMMENTS)) if topic.startswith(_COMMENTS) else None
