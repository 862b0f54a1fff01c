"""Messages in a group that one person alone sees (PLATFORMS A3). The refusals' words are not verified."""

from __future__ import annotations

from typing import Any

from bot.playground import errors
from bot.playground.errors import bad_request
from bot.playground.keyboards import check_markup
from bot.playground.methods.access import chat_of
from bot.playground.methods.content import CAPTION, TEXT, caption_of, check_length, markup_of, photo_of, text_of
from bot.playground.model import Chat, Message, User
from bot.playground.params import Params
from bot.playground.world import World

__all__ = [
    "delete_ephemeral_message",
    "edit_ephemeral_caption",
    "edit_ephemeral_markup",
    "edit_ephemeral_media",
    "edit_ephemeral_text",
    "receiver_of",
]


def receiver_of(world: World, chat: Chat, params: Params) -> User | None:
    """Give the one person a send is for, None for all. Raises ApiError if the bot may not whisper to them now."""
    wanted = params.inner("ephemeral_message_parameters", "can't parse ephemeral message parameters JSON object")
    number = wanted.integer("receiver_user_id") or params.integer("receiver_user_id")
    if not number:
        return None
    person = world.person(number)
    if person is None or person.is_bot or not chat.holds(person):
        raise bad_request(errors.USER_NOT_FOUND)
    if chat.kind not in ("group", "supergroup"):
        raise bad_request("PEER_ID_INVALID")
    query = wanted.text("callback_query_id") or params.text("callback_query_id")
    if query and world.queries.pressed_lately(query, number):
        return person
    if query:
        raise bad_request(errors.QUERY_TOO_OLD)
    if not chat.members[world.bot.id].admin:
        raise bad_request("CHAT_ADMIN_REQUIRED")
    return person


def _message(world: World, params: Params, gone: str = errors.EDIT_NOT_FOUND) -> Message:
    chat = chat_of(world, params)
    key = (params.integer("receiver_user_id"), params.integer("ephemeral_message_id"))
    message = chat.whispers.get(key)
    if message is None:
        raise bad_request(gone)
    return message


def _rewrite(world: World, params: Params, message: Message, **fields: Any) -> bool:
    markup = markup_of(params)
    check_markup(markup, world.person)
    world.limits.spend(message.chat.id)
    for name, value in fields.items():
        setattr(message, name, value)
    message.keyboard = markup.keyboard
    world.changed(message)
    return True


async def edit_ephemeral_text(world: World, params: Params) -> bool:
    """Replace the text."""
    text, entities = text_of(world, params)
    message = _message(world, params)
    check_length(text, TEXT, "MESSAGE_TOO_LONG")
    return _rewrite(world, params, message, text=text, entities=entities)


async def edit_ephemeral_caption(world: World, params: Params) -> bool:
    """Replace the caption."""
    caption, entities = caption_of(world, params)
    message = _message(world, params)
    check_length(caption, CAPTION, "MEDIA_CAPTION_TOO_LONG")
    return _rewrite(world, params, message, text=caption, entities=entities)


async def edit_ephemeral_media(world: World, params: Params) -> bool:
    """Replace the photo and its caption."""
    media = params.inner("media", "can't parse input media JSON object")
    caption, entities = caption_of(world, media)
    message = _message(world, params)
    photo = photo_of(world, media, media.text("media"))
    return _rewrite(world, params, message, photo=photo, text=caption, entities=entities)


async def edit_ephemeral_markup(world: World, params: Params) -> bool:
    """Replace the keyboard."""
    return _rewrite(world, params, _message(world, params))


async def delete_ephemeral_message(world: World, params: Params) -> bool:
    """Take the message away."""
    world.remove_message(_message(world, params, errors.DELETE_NOT_FOUND))
    return True
