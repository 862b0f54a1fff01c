"""Telegram updates parsed into the messages of `bot.messaging`. An update that does not concern us gives None.

Nothing is remembered but which threads are comments.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from telegram import (
    CallbackQuery,
    Chat,
    ChatMember,
    ChatMemberRestricted,
    ChatMemberUpdated,
    InlineQuery,
    Message,
    Update,
    User,
)
from telegram.constants import ChatID, ChatType

from bot.i18n.names import encodable
from bot.messaging import Caller, Command, LookupQuery, Press, Start
from bot.platforms.telegram.platform import PLATFORM
from bot.platforms.telegram.threads import CommentThreads
from storage.ids import MessageId, Person, Place

ALLOWED_UPDATES = ["message", "callback_query", "inline_query", "my_chat_member", "chat_member"]

_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]+))?(?:\s+(.*))?", re.DOTALL)
_GROUPS = {ChatType.GROUP, ChatType.SUPERGROUP}
_LARGEST_ID = 2**63
_STAND_INS = {ChatID.ANONYMOUS_ADMIN, ChatID.FAKE_CHANNEL, ChatID.SERVICE_CHAT}


class Me(msgspec.Struct, frozen=True):
    """The bot itself."""

    id: int
    username: str


class CallbackPress(msgspec.Struct, frozen=True):
    """A press and the callback query id by which it is answered."""

    query: str
    press: Press


class ForeignPress(msgspec.Struct, frozen=True):
    """A press under no message of ours, or by an account that is nobody's own: answered with nothing."""

    query: str
    person: Person


class InlineLookup(msgspec.Struct, frozen=True):
    """An inline query and the id by which it is answered."""

    query: str
    lookup: LookupQuery


class GroupMigrated(msgspec.Struct, frozen=True):
    """A group became a supergroup."""

    old: Place
    new: Place


class BotRemoved(msgspec.Struct, frozen=True):
    """The bot was removed or muted."""

    place: Place


class BotAdded(msgspec.Struct, frozen=True):
    """The bot is back."""

    place: Place


class MemberLeft(msgspec.Struct, frozen=True):
    """A person left a group, or was removed from it."""

    place: Place
    person: Person


class ReachabilityChange(msgspec.Struct, frozen=True):
    """A person blocked or unblocked the bot."""

    person: Person
    ok: bool


ChatChange = GroupMigrated | BotRemoved | BotAdded | MemberLeft | ReachabilityChange
ParsedUpdate = CallbackPress | ForeignPress | InlineLookup | Command | Start | ChatChange


def read(update: Update, me: Me, comments: CommentThreads) -> ParsedUpdate | None:
    """Parse an update. None for one that does not concern us. Whatever it raises: the update cannot be read."""
    if update.callback_query:
        return _press(update.callback_query, comments)
    if update.inline_query:
        return _lookup(update.inline_query)
    if update.message:
        return _message(update.message, me, comments)
    if update.chat_member:
        return _departure(update.chat_member)
    return _membership(update.my_chat_member) if update.my_chat_member else None


def _press(query: CallbackQuery, comments: CommentThreads) -> ParsedUpdate:
    message = query.message
    number, person = _text(query.id), _person(query.from_user)
    if message is None or not query.data or not _ours(message.chat) or _is_nobody(query.from_user):
        return ForeignPress(number, person)
    topic = comments.topic_of(message) if isinstance(message, Message) else None
    place = _place(message.chat, topic)
    shown = MessageId(_id(message.message_id))
    return CallbackPress(number, Press(f"q{number}", place, _caller(query.from_user), _text(query.data), shown))


def _lookup(query: InlineQuery) -> InlineLookup:
    return InlineLookup(_text(query.id), LookupQuery(_caller(query.from_user), _text(query.query)))


def _message(message: Message, me: Me, comments: CommentThreads) -> ParsedUpdate | None:
    if not _ours(message.chat):
        return None
    topic = comments.topic_of(message)
    if moved := _moved(message):
        return moved
    place = _place(message.chat, None)
    if any(member.id == me.id for member in message.new_chat_members):
        return BotAdded(place)
    if message.left_chat_member and message.left_chat_member.id == me.id:
        return BotRemoved(place)
    if message.left_chat_member:
        return MemberLeft(place, _person(message.left_chat_member))
    return _command(message, me, topic)


def _moved(message: Message) -> GroupMigrated | None:
    here = _place(message.chat, None)
    if message.migrate_to_chat_id:
        return GroupMigrated(here, Place(PLATFORM, _id(message.migrate_to_chat_id)))
    if message.migrate_from_chat_id:
        return GroupMigrated(Place(PLATFORM, _id(message.migrate_from_chat_id)), here)
    return None


def _command(message: Message, me: Me, topic: str | None) -> Command | Start | None:
    written = _COMMAND.fullmatch(_text(message.text))
    if not written and message.chat.type == ChatType.PRIVATE and message.text:
        return _said(message)
    if not written or message.is_automatic_forward:
        return None
    name, bot, argument = written[1].lower(), written[2], (written[3] or "").strip()
    if bot and bot.casefold() != me.username.casefold():
        return None
    sender = message.from_user
    if sender and sender.is_bot and sender.id not in _STAND_INS:
        return None
    id_ = _message_id(message)
    caller = _writer(message)
    if name == "start" and message.chat.type == ChatType.PRIVATE:
        return Start(id_, caller, argument) if caller else None
    place = _place(message.chat, topic)
    title = _text(message.chat.title)
    return Command(id_, place, caller, name, argument, title, admin=_is_the_group_itself(message))


def _said(message: Message) -> Command | None:
    """Return /help for a text in the private chat: whoever writes there writes to the bot."""
    caller = _writer(message)
    if caller is None:
        return None
    return Command(_message_id(message), _place(message.chat, None), caller, "help")


def _writer(message: Message) -> Caller | None:
    """Return who wrote; None for those who write as the group or as a channel (docs/platforms.md A10, survive-88)."""
    sender = message.from_user
    if sender is None or message.sender_chat or sender.id in _STAND_INS:
        return None
    return _caller(sender)


def _is_nobody(user: User) -> bool:
    """Return whether an account is a bot, or one that Telegram shows for a group or a channel: none can press."""
    return bool(user.is_bot) or user.id in _STAND_INS


def _is_the_group_itself(message: Message) -> bool:
    sender, chat = message.from_user, message.sender_chat
    anonymous = sender is not None and sender.id == ChatID.ANONYMOUS_ADMIN
    return anonymous and chat is not None and chat.id == message.chat.id


def _membership(change: ChatMemberUpdated) -> ChatChange | None:
    before, after = _can_write(change.old_chat_member), _can_write(change.new_chat_member)
    if change.chat.type == ChatType.PRIVATE:
        return ReachabilityChange(Person(PLATFORM, _id(change.chat.id)), after)
    if before == after or not _ours(change.chat):
        return None
    place = _place(change.chat, None)
    return BotAdded(place) if after else BotRemoved(place)


def _departure(change: ChatMemberUpdated) -> MemberLeft | None:
    """Return that somebody left, of which a bot that is an administrator is told so too (A8)."""
    if not _ours(change.chat) or not _is_inside(change.old_chat_member) or _is_inside(change.new_chat_member):
        return None
    return MemberLeft(_place(change.chat, None), _person(change.new_chat_member.user))


def _is_inside(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in {ChatMember.LEFT, ChatMember.BANNED}


def _can_write(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member and member.can_send_messages
    return member.status not in {ChatMember.LEFT, ChatMember.BANNED}


def _ours(chat: Chat) -> bool:
    return chat.type == ChatType.PRIVATE or chat.type in _GROUPS


def _place(chat: Chat, topic: str | None) -> Place:
    private = chat.type == ChatType.PRIVATE
    return Place(PLATFORM, _id(chat.id), None if private else topic, private)


def _person(user: User) -> Person:
    return Person(PLATFORM, _id(user.id))


def _caller(user: User) -> Caller:
    return Caller(_person(user), _text(user.full_name), _text(user.language_code))


def _message_id(message: Message) -> str:
    return f"m{_id(message.chat.id)}:{_id(message.message_id)}"


# python-telegram-bot keeps whatever stands in a field; what goes on into the service is what it is said to be.
def _id(value: Any) -> str:
    """Return an id as text. Raise TypeError for what is none."""
    if isinstance(value, bool) or not isinstance(value, int) or not -_LARGEST_ID <= value < _LARGEST_ID:
        raise TypeError(f"not an id: {value!r:.40}")
    return str(value)


def _text(value: Any) -> str:
    """Return a text that every encoding can hold, "" for None. Raise TypeError for what is none."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(f"not a text: {value!r:.40}")
    return encodable(value)
