"""Where the bot may act: which chat is meant, whether it is open to the bot, which right is missing (A10, A11, A13)."""

from __future__ import annotations

from bot.playground import errors
from bot.playground.errors import bad_request, forbidden, migrated
from bot.playground.model import Chat, Message, User
from bot.playground.params import Params
from bot.playground.world import World

__all__ = ["chat_of", "check_may_send", "find_chat", "member_chat", "message_of", "topic_of", "user_of"]


def find_chat(world: World, raw: str) -> Chat:
    """Give the chat a `chat_id` means, whether or not the bot may act there. Raises ApiError."""
    if not raw:
        raise bad_request(errors.CHAT_ID_EMPTY)
    if raw.startswith("@"):
        return _by_username(world, raw[1:].lower())
    try:
        number = int(raw)
    except ValueError as error:
        raise bad_request(errors.CHAT_NOT_FOUND) from error
    if number > 0 and (person := world.person(number)):
        return world.private(person)
    chat = world.chats.get(number)
    if chat is None or number > 0 or world.bot.id not in chat.members:
        raise bad_request(errors.CHAT_NOT_FOUND)
    return chat


def _by_username(world: World, name: str) -> Chat:
    for chat in world.chats.values():
        if chat.username and chat.username.lower() == name:
            return chat
    raise bad_request(errors.CHAT_NOT_FOUND)


def chat_of(world: World, params: Params, *, deleting: bool = False) -> Chat:
    """Give the chat a call is about, if it is open to the bot. Deleting works with people who blocked it, too."""
    chat = find_chat(world, params.text("chat_id"))
    if chat.private:
        if not deleting:
            _check_person(world, world.people[chat.id])
    else:
        _check_group(world, chat)
    return chat


def member_chat(world: World, params: Params) -> Chat:
    """Give a chat of which the bot wants to know something."""
    chat = find_chat(world, params.text("chat_id"))
    if not chat.private:
        _check_group(world, chat)
    return chat


def _check_person(world: World, person: User) -> None:
    if person.deactivated:
        raise forbidden("user is deactivated")
    if person is world.bot or person.is_bot:
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
    member = chat.member(world.bot)
    if member is not None and member.status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    if member is None or not member.inside:
        raise forbidden(f"bot is not a member of the {chat.kind} chat")


def check_may_send(world: World, chat: Chat, *kinds: str) -> None:
    """Judge the rights to write here at all, then each kind (`text messages`, `photos`). Raises ApiError."""
    if chat.private:
        return
    member = chat.members[world.bot.id]
    if chat.kind == "channel" and not member.admin:
        raise bad_request("need administrator rights in the channel chat")
    if not member.admin and not any(chat.permits(world.bot, name) for name in chat.permissions if "send" in name):
        raise bad_request(errors.NO_WRITE_ACCESS)
    for kind in kinds:
        permission = "can_send_messages" if kind == "text messages" else f"can_send_{kind}"
        if not chat.permits(world.bot, permission):
            raise bad_request(f"not enough rights to send {kind} to the chat")


def topic_of(world: World, chat: Chat, params: Params) -> int | None:
    """Give the topic a send goes to. Raises ApiError for a missing or closed one, and for General by number."""
    number = params.integer("message_thread_id")
    if not number:
        return None
    topic = chat.topics.get(number)
    if topic is None:
        raise bad_request(errors.THREAD_NOT_FOUND)
    if topic.closed and not chat.members[world.bot.id].has_right("can_manage_topics"):
        raise bad_request("TOPIC_CLOSED")
    return number


def message_of(chat: Chat, params: Params, gone: str) -> Message:
    """Give the message a call is about. Raises ApiError, `gone` saying that it is not there."""
    if "message_id" not in params:
        raise bad_request(errors.NO_MESSAGE_ID)
    message = chat.messages.get(params.integer("message_id"))
    if message is None:
        raise bad_request(gone)
    return message


def user_of(world: World, params: Params) -> User:
    """Give the account a `user_id` means."""
    person = world.person(params.integer("user_id"))
    if person is None:
        raise bad_request(errors.USER_NOT_FOUND)
    return person
