"""What stands in the playground's Telegram, and the changes it knows: the ground under people and bot alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from bot.playground import wire
from bot.playground.call_log import CallLog
from bot.playground.feed import (
    Change,
    ChatMoved,
    CommandsChanged,
    Feed,
    MemberChanged,
    MessageDeleted,
    MessageEdited,
    MessageNew,
    PinsChanged,
    Subscription,
    Toast,
    TopicChanged,
    Typing,
)
from bot.playground.model import Chat, Member, Message, Photo, User
from bot.playground.photos import Photos
from bot.playground.profile import BotProfile
from bot.playground.queries import PendingQueries
from bot.playground.rate_limits import RateLimits
from bot.playground.updates import UpdateQueue

__all__ = ["ANONYMOUS_ADMIN", "CHANNEL_BOT", "State"]

ANONYMOUS_ADMIN = User(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
CHANNEL_BOT = User(136817688, "Channel", username="Channel_Bot", is_bot=True)
_BOT_ID = 7_000_000_001
_FIRST_ID = 1_000_000


class State:
    """People, chats and messages of one bot's world.

    `now` gives seconds since the epoch; the limits are the group's in a minute and the token's in a second, 0 for none.
    Ids of chats and people count from `first_id` on, those of updates from its hundredfold: a world that follows
    another beside the same database takes new ones. `upload_seconds` is how long a media edit is in flight.
    """

    def __init__(
        self,
        *,
        name: str = "Underhat",
        username: str = "underhat_bot",
        privacy: bool = True,
        now: Callable[[], float] = time.time,
        group_per_minute: int = 20,
        per_second: int = 30,
        first_id: int = _FIRST_ID,
    ) -> None:
        self.now = now
        self.bot = User(_BOT_ID, name, username=username, is_bot=True)
        self.privacy = privacy
        self.people: dict[int, User] = {self.bot.id: self.bot}
        self.chats: dict[int, Chat] = {}
        self.known: set[int] = set()
        self.photos = Photos()
        self.profile = BotProfile(name)
        self.feed = Feed()
        self.updates = UpdateQueue(now, 100 * first_id + 1)
        self.queries = PendingQueries(now, self.feed.tell)
        self.limits = RateLimits(now, group_per_minute, per_second)
        self.call_log = CallLog()
        self.upload_seconds = 0.0
        self._last_common_id = 0
        self._last_chat = first_id
        self.first_person = first_id + 4_000_000

    def watch(self) -> Subscription:
        """Subscribe to everything that changes."""
        return self.feed.watch()

    def tick(self) -> None:
        """Let a moved clock take effect: presses and updates that are too old end."""
        self.queries.expire()
        self.updates.expire()

    def person(self, person_id: int) -> User | None:
        """Give an account the bot may name, that is, one it has met."""
        return self.people.get(person_id) if person_id in self.known or person_id == self.bot.id else None

    def private(self, person: User) -> Chat:
        """Give the private chat of a person with the bot."""
        if person.id not in self.chats:
            members = {person.id: Member(person), self.bot.id: Member(self.bot)}
            self.chats[person.id] = Chat(person.id, "private", members=members, instance=str(person.id))
        return self.chats[person.id]

    def next_chat_id(self, kind: str) -> int:
        """Give a new id: groups -N, supergroups and channels -100N."""
        self._last_chat += 1
        return -self._last_chat if kind == "group" else -1_000_000_000_000 - self._last_chat

    def next_message_id(self, chat: Chat) -> int:
        """Give a new id: supergroups and channels count for themselves, all other chats together."""
        if chat.kind in ("supergroup", "channel"):
            chat.last_id += 1
            return chat.last_id
        self._last_common_id += 1
        return self._last_common_id

    def add_message(self, chat: Chat, sender: User | None, **fields: Any) -> Message:
        """Put a message at the end of a chat."""
        message = Message(self.next_message_id(chat), chat, int(self.now()), sender, **fields)
        chat.messages[message.id] = message
        if sender is not None and sender.is_bot and sender is not ANONYMOUS_ADMIN and sender is not CHANNEL_BOT:
            chat.last_bot = sender.id
        self.feed.tell(MessageNew(message))
        return message

    def add_ephemeral(self, chat: Chat, receiver: User, **fields: Any) -> Message:
        """Show a message to one person of a group (A3)."""
        number = len(chat.whispers) + 1
        while (receiver.id, number) in chat.whispers:
            number += 1
        message = Message(0, chat, int(self.now()), self.bot, receiver=receiver, ephemeral_id=number, **fields)
        chat.whispers[receiver.id, number] = message
        self.feed.tell(MessageNew(message))
        return message

    def changed(self, message: Message) -> None:
        """Note that the bot edited a message."""
        message.edited = int(self.now())
        self.feed.tell(MessageEdited(message))

    def remove_message(self, message: Message) -> None:
        """Take a message away, for everybody; nobody tells a bot of that."""
        chat = message.chat
        if message.receiver is not None:
            chat.whispers.pop((message.receiver.id, message.ephemeral_id), None)
        else:
            chat.messages.pop(message.id, None)
            if message.id in chat.pinned:
                chat.pinned.remove(message.id)
        self.feed.tell(MessageDeleted(message))

    def tell(self, change: Change) -> None:
        """Hand a change to all who watch."""
        self.feed.tell(change)

    def chats_of(self, person: User) -> list[Chat]:
        """Give the chats a person sees in their list, the private chat with the bot among them."""
        return [chat for chat in self.chats.values() if chat.holds(person) and chat.migrated_to is None]

    def messages_of(self, chat: Chat, person: User) -> list[Message]:
        """Give what a person sees in a chat, oldest first; messages to that person alone come last."""
        if not chat.holds(person):
            return []
        mine = [message for (receiver, _), message in chat.whispers.items() if receiver == person.id]
        return [*chat.messages.values(), *mine]

    def sees(self, person: User, change: Change) -> bool:
        """Tell whether a change concerns what this person sees."""
        match change:
            case MessageNew(message) | MessageEdited(message) | MessageDeleted(message):
                return message.chat.holds(person) and message.receiver in (None, person)
            case MemberChanged(chat, member):
                return member.person is person or chat.holds(person)
            case ChatMoved(_, chat) | TopicChanged(chat) | PinsChanged(chat) | Typing(chat):
                return chat.holds(person)
            case Toast(presser):
                return presser is person
            case CommandsChanged():
                return True

    def photo_bytes(self, photo: Photo) -> bytes | None:
        """Give a photo's bytes for showing it, if they are still kept."""
        return self.photos.content(photo)

    def commands_for(self, person: User, chat: Chat) -> list[dict[str, Any]]:
        """Give the `/` menu of a person in a chat, as A12 resolves it."""
        member = chat.member(person)
        return self.profile.commands_for(person, chat, admin=member is not None and member.admin)

    def deliver(self, message: Message) -> None:
        """Tell the bot of a message, unless privacy mode or its absence keeps it away."""
        chat = message.chat
        if message.sender is not None and not message.sender.is_bot:
            self.known.add(message.sender.id)
        kind = "channel_post" if chat.kind == "channel" else "message"
        self.updates.put(kind, str(chat.id), wire.message(message))
