"""Edits and deletions of what stands (PLATFORMS A7)."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.playground import errors, wire
from bot.playground.errors import bad_request
from bot.playground.keyboards import check_markup
from bot.playground.methods.access import chat_of, check_may_send, message_of
from bot.playground.methods.content import CAPTION, TEXT, caption_of, check_length, markup_of, photo_of, text_of
from bot.playground.model import Chat, Message
from bot.playground.params import Params
from bot.playground.world import World

__all__ = [
    "delete_message",
    "delete_messages",
    "edit_message_caption",
    "edit_message_media",
    "edit_message_reply_markup",
    "edit_message_text",
]

_DELETABLE_SECONDS = 48 * 3600
_MOST_DELETED = 100


async def edit_message_text(world: World, params: Params) -> Any:
    """Replace a text; without a keyboard in the call the keyboard goes."""
    text, entities = text_of(world, params)
    message = _editable(world, params)
    if message.photo is not None:
        raise bad_request(errors.NO_TEXT_TO_EDIT)
    check_length(text, TEXT, "MESSAGE_TOO_LONG")
    return _rewrite(world, params, message, text=text, entities=entities)


async def edit_message_caption(world: World, params: Params) -> Any:
    """Replace a caption."""
    caption, entities = caption_of(world, params)
    message = _editable(world, params)
    if message.photo is None:
        raise bad_request(errors.NO_CAPTION_TO_EDIT)
    check_length(caption, CAPTION, "MEDIA_CAPTION_TOO_LONG")
    above = params.flag("show_caption_above_media")
    return _rewrite(world, params, message, text=caption, entities=entities, caption_above=above)


async def edit_message_reply_markup(world: World, params: Params) -> Any:
    """Replace the keyboard alone."""
    return _rewrite(world, params, _editable(world, params))


async def edit_message_media(world: World, params: Params) -> Any:
    """Replace a photo (or a text by a photo) with its caption; a newer media edit cancels this one."""
    media = params.inner("media", "can't parse input media JSON object")
    if media.text("type") != "photo":
        raise bad_request("message media can't be edited")
    caption, entities = caption_of(world, media)
    message = _editable(world, params)
    check_may_send(world, message.chat, "photos")
    check_length(caption, CAPTION, "MEDIA_CAPTION_TOO_LONG")
    photo = photo_of(world, media, media.text("media"))
    await _upload(world, message)
    spoiler, above = media.flag("has_spoiler"), media.flag("show_caption_above_media")
    return _rewrite(
        world, params, message, photo=photo, text=caption, entities=entities, spoiler=spoiler, caption_above=above
    )


async def _upload(world: World, message: Message) -> None:
    message.media_edits += 1
    mine = message.media_edits
    await asyncio.sleep(world.upload_seconds)
    if message.media_edits != mine:
        raise bad_request(errors.EDIT_CANCELED)
    if message.id not in message.chat.messages:
        raise bad_request(errors.EDIT_NOT_FOUND)


def _editable(world: World, params: Params) -> Message:
    chat = chat_of(world, params)
    message = message_of(chat, params, errors.EDIT_NOT_FOUND)
    own = message.sender is world.bot or (chat.kind == "channel" and message.sender_chat is chat)
    if not own or message.service is not None or message.other_markup:
        raise bad_request(errors.CANNOT_EDIT)
    return message


def _rewrite(world: World, params: Params, message: Message, **fields: Any) -> dict[str, Any]:
    markup = markup_of(params)
    check_markup(markup, world.person)
    world.limits.spend(message.chat.id)
    fields["keyboard"] = markup.keyboard
    if all(getattr(message, name) == value for name, value in fields.items()):
        raise bad_request(errors.NOT_MODIFIED)
    for name, value in fields.items():
        setattr(message, name, value)
    world.changed(message)
    return wire.message(message)


async def delete_message(world: World, params: Params) -> bool:
    """Delete one message."""
    chat = chat_of(world, params, deleting=True)
    message = message_of(chat, params, errors.DELETE_NOT_FOUND)
    if not _deletable(world, chat, message):
        raise bad_request(errors.CANNOT_DELETE)
    world.remove_message(message)
    return True


async def delete_messages(world: World, params: Params) -> bool:
    """Delete up to 100 messages; those that are gone are passed over."""
    numbers = _numbers(params)
    chat = chat_of(world, params, deleting=True)
    for number in numbers:
        message = chat.messages.get(number)
        if message is not None and _deletable(world, chat, message):
            world.remove_message(message)
    return True


def _numbers(params: Params) -> list[int]:
    numbers = params.json("message_ids", "can't parse message_ids JSON object")
    if not numbers and not isinstance(numbers, dict):
        raise bad_request("message identifiers are not specified")
    if not isinstance(numbers, list):
        raise bad_request("expected an Array of message identifiers")
    if len(numbers) > _MOST_DELETED:
        raise bad_request("too many message identifiers specified")
    if not all(isinstance(number, int) and number > 0 for number in numbers):
        raise bad_request("invalid message identifier specified")
    return numbers


def _deletable(world: World, chat: Chat, message: Message) -> bool:
    if not chat.private and chat.members[world.bot.id].has_right("can_delete_messages"):
        return True
    own = chat.private or message.sender is world.bot or (chat.kind == "channel" and message.sender_chat is chat)
    return own and message.date > world.now() - _DELETABLE_SECONDS
