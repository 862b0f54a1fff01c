"""Sending, editing and deleting messages (A4, A7). Parameters are checked in the order in which the server does it."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.playground import wire
from bot.playground.errors import ApiError, bad_request, too_large
from bot.playground.feed import Typing
from bot.playground.keyboards import check_keyboard, read_keyboard
from bot.playground.methods.chats import chat_of, check_may_send, check_open_to_bots, message_of, topic_of
from bot.playground.model import Chat, Entity, KeyboardRows, Message, Photo, Video
from bot.playground.params import Params
from bot.playground.text import read_text, utf16_length
from bot.playground.world import World, thread_of

_LONGEST_TEXT = 4096
_LONGEST_CAPTION = 1024
_LARGEST_VIDEO = 50 << 20
_DELETABLE_SECONDS = 48 * 3600
_EDIT_NOT_FOUND = "message to edit not found"
_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current "
    "content and reply markup of the message"
)
_CHAT_ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)


async def send_message(world: World, params: Params) -> dict[str, Any]:
    text, entities = _text(world, params)
    keyboard = _keyboard(params)
    chat = chat_of(world, params)
    topic = topic_of(world, chat, params)
    check_may_send(world, chat, "text messages")
    _check_length(text, _LONGEST_TEXT, "message is too long")
    return _send(world, params, chat, keyboard, text=text, entities=entities, topic=topic)


async def send_photo(world: World, params: Params) -> dict[str, Any]:
    caption, entities = _caption(world, params)
    keyboard = _keyboard(params)
    chat = chat_of(world, params)
    topic = topic_of(world, chat, params)
    check_may_send(world, chat, "photos")
    _check_length(caption, _LONGEST_CAPTION, "message caption is too long")
    photo = _photo(world, params, params.text("photo"))
    spoiler = params.flag("has_spoiler")
    content = {"text": caption, "entities": entities, "photo": photo, "spoiler": spoiler}
    return _send(world, params, chat, keyboard, topic=topic, **content)


async def send_video(world: World, params: Params) -> dict[str, Any]:
    """Send a video that is uploaded, an MP4; the sender says how large and long it is."""
    caption, entities = _caption(world, params)
    keyboard = _keyboard(params)
    chat = chat_of(world, params)
    topic = topic_of(world, chat, params)
    check_may_send(world, chat, "videos")
    _check_length(caption, _LONGEST_CAPTION, "message caption is too long")
    video = _video(world, params)
    return _send(world, params, chat, keyboard, topic=topic, text=caption, entities=entities, video=video)


async def send_chat_action(world: World, params: Params) -> bool:
    action = params.text("action").lower()
    chat = chat_of(world, params)
    topic = topic_of(world, chat, params)
    check_may_send(world, chat)
    if action not in _CHAT_ACTIONS:
        raise bad_request("wrong parameter action in request")
    world.feed.publish(Typing(chat, topic, action))
    return True


async def edit_message_text(world: World, params: Params) -> dict[str, Any]:
    text, entities = _text(world, params)
    message = _editable(world, params)
    if message.photo is not None:
        raise bad_request("there is no text in the message to edit")
    _check_length(text, _LONGEST_TEXT, "MESSAGE_TOO_LONG")
    return _edit(world, params, message, text=text, entities=entities)


async def edit_message_reply_markup(world: World, params: Params) -> dict[str, Any]:
    return _edit(world, params, _editable(world, params))


async def edit_message_media(world: World, params: Params) -> dict[str, Any]:
    """Replace a photo, or a text by a photo, with its caption. A newer media edit cancels this one."""
    media = params.inner("media", "can't parse input media JSON object")
    if media.text("type") != "photo":
        raise bad_request("message media can't be edited")
    caption, entities = _caption(world, media)
    message = _editable(world, params)
    check_may_send(world, message.chat, "photos")
    _check_length(caption, _LONGEST_CAPTION, "MEDIA_CAPTION_TOO_LONG")
    photo = _photo(world, media, media.text("media"))
    await _upload(world, message)
    spoiler = media.flag("has_spoiler")
    return _edit(world, params, message, photo=photo, text=caption, entities=entities, spoiler=spoiler)


async def delete_message(world: World, params: Params) -> bool:
    chat = chat_of(world, params, any_person=True)
    message = message_of(chat, params, "message to delete not found")
    if not _deletable(world, chat, message):
        raise bad_request("message can't be deleted for everyone")
    world.remove_message(message)
    return True


def _text(world: World, params: Params) -> tuple[str, list[Entity]]:
    text, entities = _formatted(world, params, "text", "entities")
    if not text:
        raise bad_request("message text is empty")
    return text, entities


def _caption(world: World, params: Params) -> tuple[str, list[Entity]]:
    return _formatted(world, params, "caption", "caption_entities")


def _formatted(world: World, params: Params, text: str, entities: str) -> tuple[str, list[Entity]]:
    if "parse_mode" in params:
        raise bad_request("unsupported parse_mode")  # the bot lists its entities, whatever names hold
    listed = params.json(entities, "can't parse entities JSON object")
    return read_text(params.text(text), listed, world.known_user)


def _check_length(text: str, most: int, error: str) -> None:
    if utf16_length(text) > most:
        raise bad_request(error)


def _keyboard(params: Params) -> KeyboardRows | None:
    return read_keyboard(params.json("reply_markup", "can't parse reply keyboard markup JSON object"))


def _photo(world: World, params: Params, reference: str) -> Photo:
    """Return the photo of an upload or a file id. Raise ApiError."""
    if upload := params.upload(reference or "photo"):
        return world.photos.add(upload.name, upload.content)
    if not reference:
        raise bad_request("there is no photo in the request")
    if reference.startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content")
    photo = world.photos.find(reference)
    if photo is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    return photo


def _video(world: World, params: Params) -> Video:
    upload = params.upload(params.text("video") or "video")
    if upload is None:
        raise bad_request("there is no video in the request")
    if len(upload.content) > _LARGEST_VIDEO:
        raise too_large()
    if upload.content[4:8] != b"ftyp":
        raise bad_request("VIDEO_CONTENT_TYPE_INVALID")
    number = len(world.videos) + 1
    width, height, seconds = (params.integer(name) for name in ("width", "height", "duration"))
    video = Video(f"BAACAgIAAx{number:08x}", f"AgAD{number:08x}", width, height, seconds, upload.content)
    world.videos[video.file_id] = video
    return video


def _send(world: World, params: Params, chat: Chat, keyboard: KeyboardRows | None, **content: Any) -> dict[str, Any]:
    check_keyboard(keyboard, world.known_user)
    reply_to = _reply_to(chat, params)
    check_open_to_bots(chat, world.bot, world.now())
    world.limits.spend(chat.id)
    chat.bot_wrote = world.now()
    message = world.add_message(
        chat,
        None if chat.kind == "channel" else world.bot,
        sender_chat=chat if chat.kind == "channel" else None,
        keyboard=keyboard,
        protected=params.flag("protect_content"),
        silent=params.flag("disable_notification"),
        reply_to=reply_to,
        thread=thread_of(chat, reply_to) if content.get("topic") is None else None,
        **content,
    )
    if chat.moderated and not chat.members[world.bot.id].admin:
        world.remove_message(message)
        raise ApiError(500, "Internal Server Error: sent message was immediately deleted and can't be returned")
    return wire.message(message)


def _reply_to(chat: Chat, params: Params) -> Message | None:
    """Return the message that a new one replies to. Raise ApiError where it is gone."""
    wanted = params.inner("reply_parameters", "can't parse reply parameters JSON object")
    found = chat.messages.get(wanted.integer("message_id"))
    if found is None and "message_id" in wanted and not wanted.flag("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return found


async def _upload(world: World, message: Message) -> None:
    message.media_edits += 1
    mine = message.media_edits
    await asyncio.sleep(world.upload_seconds)
    if message.media_edits != mine:
        raise bad_request("canceled by new editMessageMedia request")
    if message.id not in message.chat.messages:
        raise bad_request(_EDIT_NOT_FOUND)


def _own(world: World, chat: Chat, message: Message) -> bool:
    return message.sender is world.bot or (chat.kind == "channel" and message.sender_chat is chat)


def _editable(world: World, params: Params) -> Message:
    chat = chat_of(world, params)
    message = message_of(chat, params, _EDIT_NOT_FOUND)
    if not _own(world, chat, message) or message.service is not None:
        raise bad_request("message can't be edited")
    return message


def _edit(world: World, params: Params, message: Message, **fields: Any) -> dict[str, Any]:
    """Replace content and keyboard: a call without a keyboard takes the old one away."""
    fields["keyboard"] = _keyboard(params)
    check_keyboard(fields["keyboard"], world.known_user)
    world.limits.spend(message.chat.id)
    if all(getattr(message, name) == value for name, value in fields.items()):
        raise bad_request(_NOT_MODIFIED)
    for name, value in fields.items():
        setattr(message, name, value)
    world.mark_edited(message)
    return wire.message(message)


def _deletable(world: World, chat: Chat, message: Message) -> bool:
    """Return whether the bot may delete a message: none is when it is two days old, whatever the bot's rights."""
    may = chat.private or _own(world, chat, message) or chat.members[world.bot.id].has_right("can_delete_messages")
    return may and message.date > world.now() - _DELETABLE_SECONDS
