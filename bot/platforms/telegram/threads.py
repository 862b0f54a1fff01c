"""Where in a group a table is: a forum's topic, or the comments of a channel's post (docs/platforms.md A10).

Comments are a thread of the discussion group and no topic: a message gets there as a reply to the copy of the post.
Any chain of replies in any group is a thread too, and no place (survive-82). Only the copy, and what replies to it
directly, tells that a thread is one of comments, so that is remembered for what replies to a comment.
"""

from __future__ import annotations

from typing import Any

from cachetools import LRUCache
from telegram import Message, ReplyParameters

from storage.ids import Place

_COMMENTS = "c"
"""Begins the `Place.topic` of comments; the number of the post's copy follows."""
_GENERAL_TOPIC = "1"
_REMEMBERED = 10_000


class CommentThreads:
    """The threads of which a message has told that they are comments."""

    def __init__(self) -> None:
        self._known: LRUCache[tuple[int, int], bool] = LRUCache(_REMEMBERED)

    def topic_of(self, message: Message) -> str | None:
        """Return the `Place.topic` of a message."""
        thread, root = message.message_thread_id, message.reply_to_message
        if message.is_topic_message and thread is not None:
            return str(int(thread))
        if message.is_automatic_forward:
            self._known[message.chat.id, message.message_id] = True
        elif root is not None and root.is_automatic_forward:
            self._known[message.chat.id, root.message_id] = True
            return f"{_COMMENTS}{int(root.message_id)}"
        elif thread is not None and (message.chat.id, thread) in self._known:
            return f"{_COMMENTS}{int(thread)}"
        return None


def delivery(place: Place) -> dict[str, Any]:
    """Return the parameters that put a new message into its place. General is meant by omitting its number."""
    if root := comments_of(place):
        return {"reply_parameters": ReplyParameters(root, allow_sending_without_reply=True)}
    return {"message_thread_id": int(place.topic) if place.topic not in (None, _GENERAL_TOPIC) else None}


def comments_of(place: Place) -> int | None:
    """Return the message whose comments a place is, None for any other place."""
    topic = place.topic or ""
    return int(topic.removeprefix(_COMMENTS)) if topic.startswith(_COMMENTS) else None
