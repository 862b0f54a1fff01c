"""Sending what is no board: an answer, a page, a chart."""

from __future__ import annotations

from msgspec.structs import replace

from bot.errors import PicturesForbidden
from bot.port import Person, Place, Post
from bot.table.hub import Hub

__all__ = ["send"]


async def send(hub: Hub, place: Place, post: Post) -> None:
    """Send a message; without its picture where pictures are forbidden, since its text says the same."""
    chat = hub.chat(place)
    if place.private:
        await chat.whisper(Person(place.platform, place.chat), post)
        return
    try:
        async with chat.slot(place) as slot:
            await slot.post(post)
    except PicturesForbidden:
        hub.forbid_pictures(place)
        async with chat.slot(place) as slot:
            await slot.post(replace(post, picture=None))
