"""sendMessage, sendPhoto, sendChatAction: the order of judgement is the server's."""

from __future__ import annotations

from typing import Any

from bot.playground import errors, wire
from bot.playground.errors import bad_request
from bot.playground.feed import Typing
from bot.playground.keyboards import Markup, check_markup
from bot.playground.methods.access import chat_of, check_may_send, topic_of
from bot.playground.methods.content import CAPTION, TEXT, caption_of, check_length, markup_of, photo_of, text_of
from bot.playground.methods.ephemeral import receiver_of
from bot.playground.model import Chat, Message
from bot.playground.params import Params
from bot.playground.world import World

__all__ = ["send_chat_action", "send_message", "send_photo"]

_ACTIONS = frozenset(
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


async def send_message(world: World, params: Params) -> Any:
    """Send a text."""
    text, entities = text_of(world, params)
    markup = markup_of(params)
    chat = chat_of(world, params)
    topic, reply = topic_of(world, chat, params), _reply(chat, params)
    check_may_send(world, chat, "text messages")
    check_length(text, TEXT, "message is too long")
    return _post(world, params, chat, markup, text=text, entities=entities, topic=topic, reply_to=reply)


async def send_photo(world: World, params: Params) -> Any:
    """Send a photo with an optional caption."""
    caption, entities = caption_of(world, params)
    markup = markup_of(params)
    chat = chat_of(world, params)
    topic, reply = topic_of(world, chat, params), _reply(chat, params)
    check_may_send(world, chat, "photos")
    check_length(caption, CAPTION, "message caption is too long")
    photo = photo_of(world, params, params.text("photo"))
    return _post(
        world,
        params,
        chat,
        markup,
        text=caption,
        entities=entities,
        topic=topic,
        reply_to=reply,
        photo=photo,
        spoiler=params.flag("has_spoiler"),
        caption_above=params.flag("show_caption_above_media"),
    )


def _reply(chat: Chat, params: Params) -> Message | None:
    wanted = params.inner("reply_parameters", "can't parse reply parameters JSON object")
    number = wanted.integer("message_id") or params.integer("reply_to_message_id")
    target = chat.messages.get(number)
    lenient = wanted.flag("allow_sending_without_reply") or params.flag("allow_sending_without_reply")
    if number and target is None and not lenient:
        raise bad_request(errors.REPLY_NOT_FOUND)
    return target


def _post(world: World, params: Params, chat: Chat, markup: Markup, **content: Any) -> dict[str, Any]:
    receiver = receiver_of(world, chat, params)
    check_markup(markup, world.person)
    world.limits.spend(chat.id)
    fields = content | {
        "keyboard": markup.keyboard,
        "other_markup": markup.other,
        "protected": params.flag("protect_content"),
        "silent": params.flag("disable_notification"),
    }
    if receiver is not None:
        return wire.message(world.add_ephemeral(chat, receiver, **fields))
    sender_chat = chat if chat.kind == "channel" else None
    sender = None if sender_chat else world.bot
    return wire.message(world.add_message(chat, sender, sender_chat=sender_chat, **fields))


async def send_chat_action(world: World, params: Params) -> bool:
    """Show that the bot is busy; refused as a send would be."""
    action = params.text("action").lower()
    chat = chat_of(world, params)
    topic = topic_of(world, chat, params)
    check_may_send(world, chat)
    if action not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    world.tell(Typing(chat, topic, action))
    return True
