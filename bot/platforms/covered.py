"""Private messages whose ids are known before they show a secret.

No platform tells for sure which messages a process has sent that was killed before it could write their ids down
(a Telegram bot cannot read its chats at all), and a secret in such a message would stay for good. So a message is sent
covered, its id is written, and then it is edited to show what it is for. What a kill can leave is a cover.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog
from msgspec.structs import replace

from bot.errors import PostRejected
from bot.messaging import Platform, Post, Span
from bot.pictures.blank import blank
from storage.ids import MessageId, Person

_LOG = structlog.get_logger(__name__)
COVER = "🤫"
"""What a message says before it shows a secret: the sign of secrets on all buttons, the same in every language."""


async def send_secret(
    platform: Platform, person: Person, post: Post, note: Callable[[MessageId], Awaitable[None]]
) -> MessageId:
    """Send a private message and return its id, which `note` has written before the message shows anything.

    It comes without its picture where that is refused or cannot be drawn: its text says the same. Raise any ChatError.
    After one the cover may be there, and its id be written: it can be edited or deleted.
    """
    message: MessageId | None = None
    try:
        message = await platform.send_private(person, covered(post))
        await note(message)
        await platform.edit_private(person, message, post)
    except PostRejected:
        if post.picture is None:
            raise
        _LOG.exception("picture_refused")
        if message is not None:  # a picture cannot become a text
            await platform.delete_private(person, message)
        return await send_secret(platform, person, replace(post, picture=None), note)
    return message


def covered(post: Post) -> Post:
    """Return a post of the same kind that shows nothing: with a plain picture where there is one, for text and pictures
    cannot take each other's place everywhere.
    """
    picture = blank() if post.picture is not None else None
    return replace(post, text=(Span(COVER),), details=(), picture=picture, keyboard=(), spoiler=False)
