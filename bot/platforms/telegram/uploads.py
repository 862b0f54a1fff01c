"""Pictures already uploaded: what was sent once is sent again by its file id."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cachetools import LRUCache
from telegram import Message

from bot.messaging import Picture

Draw = Callable[[Picture], Awaitable[bytes]]
"""Draws a picture off the event loop and gives a PNG."""


class Uploads:
    """File ids by picture key, the most recently used ones, and the drawing of all others."""

    def __init__(self, draw: Draw, *, most: int = 4096) -> None:
        self._draw = draw
        self._ids: LRUCache[str, str] = LRUCache(most)

    async def media(self, picture: Picture) -> str | bytes:
        """Give the file id of a picture, or the bytes of the file where it is not uploaded yet."""
        return self._ids.get(picture.key) or await self._draw(picture)

    def note(self, picture: Picture, message: object) -> None:
        """Remember the file id under which Telegram keeps a picture just sent; `message` is what it gave back."""
        if isinstance(message, Message) and message.photo:
            self._ids[picture.key] = message.photo[-1].file_id

    def drop(self, picture: Picture) -> bool:
        """Forget a file id that was refused; False if there was none to refuse."""
        return self._ids.pop(picture.key, None) is not None
