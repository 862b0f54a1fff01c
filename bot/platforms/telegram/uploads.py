"""Pictures already uploaded: what was sent once is sent again by its file id."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable

from telegram import Message

from bot.messaging import Picture

Draw = Callable[[Picture], Awaitable[bytes]]
"""Draws a picture off the event loop and gives a PNG."""


class Uploads:
    """File ids by picture key, the most recently used ones, and the drawing of all others."""

    def __init__(self, draw: Draw, *, most: int = 4096) -> None:
        self._draw = draw
        self._most = most
        self._ids: OrderedDict[str, str] = OrderedDict()

    async def media(self, picture: Picture) -> str | bytes:
        """Give the file id of a picture, or the bytes of the file where it is not uploaded yet."""
        known = self._ids.get(picture.key)
        if known is not None:
            self._ids.move_to_end(picture.key)
            return known
        return await self._draw(picture)

    def note(self, picture: Picture, message: object) -> None:
        """Remember the file id under which Telegram keeps a picture just sent; `message` is what it gave back."""
        if isinstance(message, Message) and message.photo:
            self._ids[picture.key] = message.photo[-1].file_id
            self._ids.move_to_end(picture.key)
            while len(self._ids) > self._most:
                self._ids.popitem(last=False)

    def drop(self, picture: Picture) -> bool:
        """Forget a file id that was refused; False if there was none to refuse."""
        return self._ids.pop(picture.key, None) is not None
