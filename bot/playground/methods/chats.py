"""The chat that a call means and whether the bot may act there (A10, A11, A13); getChatMember."""

from __future__ import annotations

import math
from typing import Any

from bot.playground import wire
from bot.playground.errors import bad_request, forbidden, migrated, too_many_requests
from bot.playground.model import Chat, Member, Message, User
from bot.playground.params import Params
from bot.playground.world import World


def find_chat(world: World, chat_id: str) -> Chat:
    """Return the chat of a `chat_id`, whether or not the bot may act there. Raise ApiError."""
    if not chat_id:
        raise bad_request("chat_id is empty")
    try:
        number = int(chat_id)
    except ValueError as error:
        raise bad_request("chat not found") from error
    if number > 0 and (person := world.known_user(number)):
        return world.private(person)
    chat = world.chats.get(number)
    if chat is None or number > 0 or world.bot.id not in chat.members:
        raise bad_request("chat not found")
    return chat


def chat_of(world: World, params: Params, *, any_person: bool = False) -> Chat:
    """Return the chat of a call, if it is open to the bot. Raise ApiError.

    `any_person`: also the private chat of somebody to whom the bot may not write.
    """
    chat = find_chat(world, params.text("chat_id"))
    if not chat.private:
        _check_group(world, chat)
    elif not any_person:
        _check_person(world.people[chat.id])
    return chat


def _check_person(person: User) -> None:
    if person.deactivated:
        raise forbidden("user is deactivated")
    if person.is_bot:
        raise forbidden("the bot can't send messages to the bot")
    if person.blocked:
        raise forbidden("bot was blocked by the user")
    if not person.started:
        raise forbidden("bot can't initiate conversation with a user")


def _check_group(world: World, chat: Chat) -> None:
    if chat.migrated_to is not None:
        raise migrated(chat.migrated_to)
    if chat.deleted:
        raise forbidden("the group chat was deleted")
    member = chat.members[world.bot.id]
    if member.status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    if not member.inside:
        raise forbidden(f"bot is not a member of the {chat.kind} chat")


def check_may_send(world: World, chat: Chat, *kinds: str) -> None:
    """Check the right to write at all, then that for each kind (`text messages`, `photos`). Raise ApiError."""
    if chat.private:
        return
    member = chat.members[world.bot.id]
    if chat.kind == "channel" and not member.admin:
        raise bad_request("need administrator rights in the channel chat")
    if not member.admin and not any("send" in name for name in chat.permissions):
        raise bad_request("have no write access to the chat")
    for kind in kinds:
        permission = "can_send_messages" if kind == "text messages" else f"can_send_{kind}"
        if not chat.permits(world.bot, permission):
            raise bad_request(f"not enough rights to send {kind} to the chat")


def check_open_to_bots(chat: Chat, bot: User, now: float) -> None:
    """Check what holds for members and not for administrators: paid messages, slow mode. Raise ApiError."""
    if chat.private or chat.members[bot.id].admin:
        return
    if chat.stars:
        raise bad_request(f"ALLOW_PAYMENT_REQUIRED_{chat.stars}")
    if chat.slow_seconds and (wait := chat.bot_wrote + chat.slow_seconds - now) > 0:
        raise too_many_requests(math.ceil(wait))


def topic_of(world: World, chat: Chat, params: Params) -> int | None:
    """Return the topic that a message goes to. Raise ApiError if it is missing or closed; General has no number."""
    number = params.integer("message_thread_id")
    if not number:
        return None
    topic = chat.topics.get(number)
    if topic is None:
        raise bad_request("message thread not found")
    if topic.closed and not chat.members[world.bot.id].has_right("can_manage_topics"):
        raise bad_request("TOPIC_CLOSED")
    return number


def message_of(chat: Chat, params: Params, missing: str) -> Message:
    """Return the message of a call. Raise ApiError, with the text `missing` if there is no such message."""
    if "message_id" not in params:
        raise bad_request("message identifier is not specified")
    message = chat.messages.get(params.integer("message_id"))
    if message is None:
        raise bad_request(missing)
    return message


async def get_chat_member(world: World, params: Params) -> dict[str, Any]:
    chat = chat_of(world, params, any_person=True)
    person = world.known_user(params.integer("user_id"))
    if person is None:
        raise bad_request("user not found")
    if chat.hides_members and person is not world.bot and not chat.members[world.bot.id].admin:
        raise bad_request("CHAT_ADMIN_REQUIRED")
    return wire.chat_member(chat.member(person) or Member(person, "left"))


async def get_chat_administrators(world: World, params: Params) -> list[dict[str, Any]]:
    """List them, other bots left out, to any bot that is there: hidden members are no secret of theirs."""
    chat = chat_of(world, params)
    if chat.private:
        raise bad_request("there are no administrators in the private chat")
    admins = [member for member in chat.members.values() if member.admin]
    return [wire.chat_member(member) for member in admins if member.person is world.bot or not member.person.is_bot]
