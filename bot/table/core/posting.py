"""Sending what is no board: an answer, a page, a chart."""

from __future__ import annotations

from msgspec.structs import replace

from bot.errors import PicturesForbidden, PlaceGone
from bot.messaging import Post
from bot.table.core.context import TableContext
from storage.ids import Person, Place


async def send(hub: TableContext, place: Place, post: Post) -> bool:
    """Send a message; False, with nothing tried, where the place is closed. Raises ChatError."""
    if hub.is_closed(place):
        return False
    try:
        await _send(hub, place, post)
    except PlaceGone:
        hub.close(place)
        raise
    return True


async def _send(hub: TableContext, place: Place, post: Post) -> None:
    """Send a message; without its picture where pictures are forbidden, since its text says the same."""
    chat = hub.chat(place)
    if place.private:
        await chat.send_private(Person(place.platform, place.chat), post)
        return
    try:
        async with chat.send_permit(place) as permit:
            await permit.post(post)
    except PicturesForbidden:
        hub.forbid_pictures(place)
        async with chat.send_permit(place) as permit:
            await permit.post(replace(post, picture=None))
