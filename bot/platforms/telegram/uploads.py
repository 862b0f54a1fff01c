"""Telegram file ids of pictures that were uploaded before, so that they are sent by reference."""

from __future__ import annotations

from cachetools import LRUCache
from telegram import Message

from bot.messaging import Picture
from bot.meter import UNMETERED, Meter
from bot.platforms.adapter import Draw


class Uploads:
    """The most recently used file ids by picture key; other pictures are rendered."""

    def __init__(self, draw: Draw, *, most: int = 4096, meter: Meter = UNMETERED) -> None:
        self._draw = draw
        self._meter = meter
        self._ids: LRUCache[str, str] = LRUCache(most)

    async def media(self, picture: Picture) -> str | bytes:
        """Return the file id of a picture, or its rendered bytes when it was not uploaded yet."""
        if (known := self._ids.get(picture.key)) is not None:
            self._meter.pictured("upload")
            return known
        return await self._draw(picture)

    def note(self, picture: Picture, message: object) -> None:
        """Remember the file id of a picture just sent; `message` is Telegram's response."""
        if isinstance(message, Message) and message.photo:
            self._ids[picture.key] = message.photo[-1].file_id

    def drop(self, picture: Picture) -> bool:
        """Forget a file id that was refused. Return False if there was none."""
        return self._ids.pop(picture.key, None) is not None
