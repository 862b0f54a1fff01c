"""Styled text and buttons as Telegram wants them: entities counted in UTF-16, never markup in the text (survive-67).

They are written as they are sent, and given to the library as `api_kwargs`. It would make an object of each, of which
it makes the same again: sixty of them for a board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, TypeAlias

from telegram import MessageEntity

from bot.errors import PostRejected
from bot.i18n.names import encodable, utf16_length
from bot.messaging import Button, Keyboard, Post, RichText, Span, unfolded

TOKEN_BYTES = 64
_MOST_ENTITIES = 100
_LINK = re.compile(r"(?<!\w)[@/#$](?=\w)|(?<=\w)\.(?=\w\w)|:(?=/)")
"""Where clients make a link of plain text by themselves: a mention, a command, a tag, a domain, an address."""
_GAP = "\u2060"
_SHORT_TIME = "t"
"""How a client shows a moment: hours and minutes, as its user has them."""
_STYLES = {"bold": MessageEntity.BOLD, "code": MessageEntity.CODE, "spoiler": MessageEntity.SPOILER}
Entity: TypeAlias = dict[str, Any]
Markup: TypeAlias = dict[str, Any]
"""An entity and a keyboard as the Bot API documents them."""


def text_of(rich: RichText) -> str:
    return "".join(map(_shown, rich))


def entities(rich: RichText) -> list[Entity]:
    """Return the styles of a text as entities."""
    return list(_entities(rich))[:_MOST_ENTITIES]


def post_text(post: Post) -> str:
    """Return the text or caption of a post, its details last."""
    return text_of(unfolded(post))


def post_entities(post: Post) -> list[Entity]:
    """Return the styles of a whole post; its details are a quote that is folded up until it is tapped.

    A quote may hold all other entities, as long as they lie within it, but no quote.
    """
    styles = entities(unfolded(post))
    length = utf16_length(text_of(post.details))
    if not length:
        return styles
    start = utf16_length(post_text(post)) - length
    return [_entity(MessageEntity.EXPANDABLE_BLOCKQUOTE, start, length), *styles][:_MOST_ENTITIES]


def keyboard(rows: Keyboard) -> Markup | None:
    """Return the inline keyboard, None for no buttons. Raise PostRejected for a token over 64 bytes (survive-69)."""
    if not any(rows):
        return None
    return {"inline_keyboard": [[_button(button) for button in row] for row in rows if row]}


def _entities(rich: RichText) -> Iterator[Entity]:
    offset = 0
    for (style, person, moment), run in groupby(rich, key=lambda span: (span.style, span.person, span.moment)):
        text = text_of(tuple(run))
        length = utf16_length(text)
        if not length:
            continue
        if moment:
            yield _entity(MessageEntity.DATE_TIME, offset, length, unix_time=moment, date_time_format=_SHORT_TIME)
        if style in _STYLES:
            yield _entity(_STYLES[style], offset, length)
        elif style == "mention" and person and person.platform == "telegram":
            user = {"id": int(person.id), "is_bot": False, "first_name": text}
            yield _entity(MessageEntity.TEXT_MENTION, offset, length, user=user)
        offset += length


def _shown(span: Span) -> str:
    """Return what is sent for a span: what people call themselves links nowhere."""
    whole = encodable(span.text)
    return _LINK.sub(rf"\g<0>{_GAP}", whole) if span.kind == "name" else whole


def _entity(kind: str, offset: int, length: int, **more: Any) -> Entity:
    return {"type": str(kind), "offset": offset, "length": length, **more}


def _button(button: Button) -> dict[str, Any]:
    style = {"style": button.style} if button.style else {}
    if button.url:
        return {"text": button.text, "url": button.url, **style}
    if not 1 <= len(button.token.encode()) <= TOKEN_BYTES:
        raise PostRejected(f"a button's token is 1 to {TOKEN_BYTES} bytes, not {len(button.token.encode())}")
    return {"text": button.text, "callback_data": button.token, **style}
