"""What the bot may ask and do about chats: members, pins, leaving."""

from __future__ import annotations

from typing import Any

from bot.playground import errors, wire
from bot.playground.errors import bad_request
from bot.playground.feed import MemberChanged, PinsChanged
from bot.playground.methods.access import chat_of, member_chat, message_of, user_of
from bot.playground.model import Chat, Member
from bot.playground.params import Params
from bot.playground.world import World

__all__ = [
    "get_chat",
    "get_chat_administrators",
    "get_chat_member",
    "get_chat_member_count",
    "leave_chat",
    "pin_chat_message",
    "unpin_all_chat_messages",
    "unpin_chat_message",
]


async def get_chat(world: World, params: Params) -> dict[str, Any]:
    """Show a chat in full."""
    return wire.full_chat(member_chat(world, params))


async def get_chat_member(world: World, params: Params) -> dict[str, Any]:
    """Show what an account is in a chat."""
    chat = member_chat(world, params)
    person = user_of(world, params)
    return wire.chat_member(chat.member(person) or Member(person, "left"))


async def get_chat_administrators(world: World, params: Params) -> list[dict[str, Any]]:
    """Show the administrators, other bots left out."""
    chat = member_chat(world, params)
    if chat.private:
        raise bad_request("there are no administrators in the private chat")
    shown = [member for member in chat.members.values() if member.admin]
    return [wire.chat_member(member) for member in shown if not member.person.is_bot or member.person is world.bot]


async def get_chat_member_count(world: World, params: Params) -> int:
    """Count who is in a chat."""
    return sum(member.inside for member in member_chat(world, params).members.values())


async def leave_chat(world: World, params: Params) -> bool:
    """Leave a group."""
    chat = chat_of(world, params)
    if chat.private:
        raise bad_request("CHAT_ID_INVALID")
    chat.members[world.bot.id] = left = Member(world.bot, "left")
    world.tell(MemberChanged(chat, left))
    return True


def _check_pin(world: World, chat: Chat) -> None:
    member = chat.member(world.bot)
    allowed = chat.private or (member is not None and member.has_right("can_pin_messages"))
    if not allowed and not (chat.kind == "group" and chat.permits(world.bot, "can_pin_messages")):
        raise bad_request(errors.NO_PIN_RIGHT)


async def pin_chat_message(world: World, params: Params) -> bool:
    """Pin a message, with the service message that says so."""
    chat = chat_of(world, params)
    message = message_of(chat, params, errors.PIN_NOT_FOUND)
    _check_pin(world, chat)
    if message.id in chat.pinned:
        chat.pinned.remove(message.id)
    chat.pinned.append(message.id)
    world.tell(PinsChanged(chat))
    silent = params.flag("disable_notification")
    pinned = {"pinned_message": wire.message(message, reply=False)}
    world.add_message(chat, world.bot, service=pinned, topic=message.topic, silent=silent)
    return True


async def unpin_chat_message(world: World, params: Params) -> bool:
    """Unpin one message, the last pinned one if none is named."""
    chat = chat_of(world, params)
    _check_pin(world, chat)
    number = params.integer("message_id") or (chat.pinned[-1] if chat.pinned else 0)
    if number not in chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned.remove(number)
    world.tell(PinsChanged(chat))
    return True


async def unpin_all_chat_messages(world: World, params: Params) -> bool:
    """Unpin everything."""
    chat = chat_of(world, params)
    _check_pin(world, chat)
    chat.pinned.clear()
    world.tell(PinsChanged(chat))
    return True
