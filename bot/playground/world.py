"""A small Telegram in memory around one bot: its users, chats and messages, and what the bot is told of them.

The bot's side is reached by the Bot API alone (`bot.playground.api`); the methods here are what people do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bot.playground import wire
from bot.playground.call_log import Call, CallLog
from bot.playground.errors import ImpossibleAction
from bot.playground.faults import Faults
from bot.playground.feed import (
    ChatMoved,
    Feed,
    FeedChange,
    MemberChanged,
    MessageDeleted,
    MessageEdited,
    MessageNew,
    ProfileChanged,
    Toast,
    TopicChanged,
    Typing,
)
from bot.playground.model import ADMIN_RIGHTS, Chat, ChatKind, Member, Message, Topic, User, Video
from bot.playground.photos import Photos
from bot.playground.profile import BotProfile
from bot.playground.queries import InlineQueryHandle, PendingQueries, PressHandle
from bot.playground.rate_limits import NameChanges, RateLimits
from bot.playground.text import command_of, found_entities
from bot.playground.updates import UpdateQueue

ANONYMOUS_ADMIN = User(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
TELEGRAM = User(777000, "Telegram")
CHANNEL_BOT = User(136817688, "Channel", username="Channel_Bot", is_bot=True)
_BOT_ID = 7_000_000_001
_FIRST_ID = 1_000_000
_USUAL_RIGHTS = frozenset(ADMIN_RIGHTS) - {"can_promote_members"}
_LINK_HOSTS = ("t.me", "telegram.me", "telegram.dog")


class World:
    """Users, chats and messages around one bot. What a client would not offer raises ImpossibleAction.

    `now` returns seconds since the epoch; the limits are a group's per minute, the token's per second, and how often
    the bot may change its name within hours, 0 for none. Ids of chats, people and queries count from `first_id` on,
    those of updates from a hundred times that: a world that follows another on the same database needs a higher one.
    `upload_seconds` is how long a media edit is in flight. `untold_seconds`: a wait of so many seconds is not told by a
    429, the call takes so long instead: 8 on the real server (A9), 0 here, since the clock of most worlds stands still
    meanwhile.
    """

    def __init__(
        self,
        *,
        name: str = "Underhat",
        username: str = "underhat_bot",
        now: Callable[[], float] = time.time,
        group_per_minute: int = 20,
        per_second: int = 30,
        name_changes: int = 3,
        first_id: int = _FIRST_ID,
        faults: Faults | None = None,
    ) -> None:
        self.now = now
        self.bot = User(_BOT_ID, name, username=username, is_bot=True)
        self.token = f"{_BOT_ID}:playground-opens-nothing-but-loopback"
        self.people: dict[int, User] = {self.bot.id: self.bot}
        self.chats: dict[int, Chat] = {}
        self.photos = Photos()
        self.videos: dict[str, Video] = {}
        self.profile = BotProfile(name)
        self.feed = Feed()
        self.faults = faults or Faults()
        self.updates = UpdateQueue(now, 100 * first_id + 1, self.faults.hold_seconds)
        self.queries = PendingQueries(now, self.feed.publish, first_id)
        self.limits = RateLimits(now, group_per_minute, per_second)
        self.names = NameChanges(now, name_changes)
        self.call_log = CallLog()
        self.upload_seconds = 0.0
        self.untold_seconds = 0.0
        self.met: set[int] = {self.bot.id}
        self._last_common_message = 0
        self._last_chat = first_id
        self._first_person = first_id + 4_000_000

    @property
    def calls(self) -> list[Call]:
        """The bot's last calls, oldest first."""
        return list(self.call_log.calls)

    def link(self, payload: str = "") -> str:
        """Return the link that starts the bot with a payload."""
        return f"https://t.me/{self.bot.username}" + (f"?start={payload}" if payload else "")

    def tick(self) -> None:
        """End the queries and updates that are too old once a clock of the tests has been moved."""
        self.queries.expire()
        self.updates.expire()

    def known_user(self, user_id: int) -> User | None:
        """Return a user whom the bot has met, the only ones it may name."""
        return self.people.get(user_id) if user_id in self.met else None

    def private(self, person: User) -> Chat:
        """Return the private chat of a person with the bot."""
        if person.id not in self.chats:
            members = {person.id: Member(person), self.bot.id: Member(self.bot)}
            self.chats[person.id] = Chat(person.id, "private", members=members)
        return self.chats[person.id]

    def chats_of(self, person: User) -> list[Chat]:
        """Return the chats in a person's list, the private chat with the bot among them."""
        return [chat for chat in self.chats.values() if chat.holds(person) and chat.migrated_to is None]

    def sees(self, person: User, change: FeedChange) -> bool:
        """Return whether a person's client learns of a change."""
        match change:
            case MessageNew(message) | MessageEdited(message) | MessageDeleted(message):
                return message.chat.holds(person)
            case MemberChanged(chat, member):
                return member.person is person or chat.holds(person)
            case ChatMoved(_, chat) | TopicChanged(chat) | Typing(chat):
                return chat.holds(person)
            case Toast(presser):
                return presser is person
            case ProfileChanged():
                return True

    # -- messages ----------------------------------------------------------------------------------------------------

    def add_message(self, chat: Chat, sender: User | None, **fields: Any) -> Message:
        """Put a message at the end of a chat. The bot is not told of it."""
        message = Message(self._next_message_id(chat), chat, int(self.now()), sender, **fields)
        chat.messages[message.id] = message
        self.feed.publish(MessageNew(message))
        return message

    def mark_edited(self, message: Message) -> None:
        message.edited = int(self.now())
        self.feed.publish(MessageEdited(message))

    def remove_message(self, message: Message) -> None:
        """Remove a message for everybody. Telegram does not tell bots of it."""
        message.chat.messages.pop(message.id, None)
        self.feed.publish(MessageDeleted(message))

    # Supergroups and channels number their messages each by itself, all other chats together (A10).
    def _next_message_id(self, chat: Chat) -> int:
        if chat.kind in ("supergroup", "channel"):
            chat.last_id += 1
            return chat.last_id
        self._last_common_message += 1
        return self._last_common_message

    def _deliver(self, message: Message) -> None:
        if message.sender is not None and not message.sender.is_bot:
            self.met.add(message.sender.id)
        kind = "channel_post" if message.chat.kind == "channel" else "message"
        self.updates.put(kind, str(message.chat.id), wire.message(message))

    # -- groups (A10) ------------------------------------------------------------------------------------------------

    def create_group(
        self,
        title: str,
        people: Iterable[User],
        *,
        kind: ChatKind = "group",
        forum: bool = False,
        with_bot: bool = True,
    ) -> Chat:
        """Create a group whose creator is the first of `people`, and add the bot. A forum is a supergroup."""
        creator, *others = people
        kind = "supergroup" if forum else kind
        chat = Chat(self._next_chat_id(kind), kind, title, forum=forum)
        chat.members = {creator.id: Member(creator, "creator")} | {person.id: Member(person) for person in others}
        self.chats[chat.id] = chat
        for member in chat.members.values():
            self.feed.publish(MemberChanged(chat, member))
        if with_bot:
            self.add_bot(chat, creator)
        return chat

    def create_channel(self, title: str, owner: User) -> Chat:
        """Create a channel with the bot as administrator, the only way it can be in one."""
        chat = self.create_group(title, [owner], kind="channel", with_bot=False)
        self._set_member(chat, owner, Member(self.bot, "administrator", _USUAL_RIGHTS | {"can_post_messages"}))
        return chat

    def create_discussion(self, channel: Chat, people: Iterable[User]) -> Chat:
        """Create the group of a channel's comments: from now on its posts are forwarded there."""
        channel.discussion = self.create_group(f"{channel.title}: comments", people, kind="supergroup")
        return channel.discussion

    def add_bot(self, chat: Chat, by: User) -> None:
        """Add the bot to a group unless it is there."""
        if not chat.holds(self.bot):
            self._set_member(chat, by, Member(self.bot))
            self._add_service(chat, by, new_chat_members=[wire.user(self.bot)])

    def kick_bot(self, chat: Chat, by: User) -> None:
        """Remove the bot; it is told of that and of nothing thereafter."""
        self.kick(self.bot, chat, by)

    def kick(self, person: User, chat: Chat, by: User) -> None:
        self._set_member(chat, by, Member(person, "kicked"))
        self._add_service(chat, by, left_chat_member=wire.user(person))

    def join(self, person: User, chat: Chat) -> None:
        self._set_member(chat, person, Member(person))
        self._add_service(chat, person, new_chat_members=[wire.user(person)])

    def leave(self, person: User, chat: Chat) -> None:
        if not chat.holds(person):
            raise ImpossibleAction(f"{person.name} is not in this chat")
        self._set_member(chat, person, Member(person, "left"))
        self._add_service(chat, person, left_chat_member=wire.user(person))

    def promote(
        self, person: User, chat: Chat, *, by: User | None = None, rights: Iterable[str] = _USUAL_RIGHTS
    ) -> None:
        """Make a member (the bot too) an administrator with these rights."""
        self._set_member(chat, by or _creator(chat), Member(person, "administrator", frozenset(rights)))

    def demote(self, person: User, chat: Chat, *, by: User | None = None) -> None:
        """Make an administrator an ordinary member again."""
        self._set_member(chat, by or _creator(chat), Member(person))

    def set_permissions(self, chat: Chat, **changes: bool) -> None:
        """Change what ordinary members may do, as in `can_send_photos=False`. Nobody is told of it."""
        kept = {name for name in chat.permissions if changes.get(name, True)}
        chat.permissions = frozenset(kept | {name for name, allowed in changes.items() if allowed})

    def delete_group(self, chat: Chat) -> None:
        chat.deleted = True
        for member in chat.members.values():
            member.status = "left"
            self.feed.publish(MemberChanged(chat, member))

    def migrate(self, chat: Chat, *, new_first: bool = False) -> Chat:
        """Make a group a supergroup, with a new id and an empty history.

        The bot gets a service message in each; `new_first` is the order in which they arrive.
        """
        if chat.kind != "group" or chat.migrated_to is not None:
            raise ImpossibleAction("only a group becomes a supergroup, and once")
        new = Chat(self._next_chat_id("supergroup"), "supergroup", chat.title, permissions=chat.permissions)
        new.members = dict(chat.members)
        chat.migrated_to = new.id
        self.chats[new.id] = new
        self.feed.publish(ChatMoved(chat, new))
        news: list[tuple[Chat, User, dict[str, Any]]] = [
            (chat, _creator(chat), {"migrate_to_chat_id": new.id}),
            (new, ANONYMOUS_ADMIN, {"migrate_from_chat_id": chat.id, "sender_chat": wire.chat(new)}),
        ]
        for place, sender, fields in reversed(news) if new_first else news:
            self._add_service(place, sender, **fields)
        return new

    def create_topic(self, person: User, chat: Chat, name: str) -> Topic:
        if not chat.forum or not chat.holds(person):
            raise ImpossibleAction("topics are for members of forums")
        message = self.add_message(chat, person)
        topic = Topic(message.id, name)
        chat.topics[topic.id] = topic
        message.topic = topic.id
        message.service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        self.feed.publish(TopicChanged(chat, topic.id))
        self._deliver(message)
        return topic

    def close_topic(self, person: User, chat: Chat, topic: int) -> None:
        """Close a topic to all but administrators."""
        chat.topics[topic].closed = True
        self.feed.publish(TopicChanged(chat, topic))
        self._add_service(chat, person, topic=topic, forum_topic_closed={})

    def delete_topic(self, chat: Chat, topic: int) -> None:
        """Remove a topic with all its messages. Telegram does not tell bots of it."""
        del chat.topics[topic]
        for message in [message for message in chat.messages.values() if message.topic == topic]:
            self.remove_message(message)
        self.feed.publish(TopicChanged(chat, topic))

    def _next_chat_id(self, kind: ChatKind) -> int:
        self._last_chat += 1
        return -self._last_chat if kind == "group" else -1_000_000_000_000 - self._last_chat

    def _add_service(self, chat: Chat, sender: User, *, topic: int | None = None, **fields: Any) -> None:
        message = self.add_message(chat, sender, service=fields, topic=topic)
        if chat.holds(self.bot):
            self._deliver(message)

    def _set_member(self, chat: Chat, by: User, new: Member) -> None:
        old = chat.member(new.person) or Member(new.person, "left")
        chat.members[new.person.id] = new
        self.met.add(by.id)
        if new.person is self.bot:
            self._announce_member("my_chat_member", chat, by, old, new)
        elif chat.holds(self.bot) and chat.members[self.bot.id].admin:
            self._announce_member("chat_member", chat, by, old, new)
        self.feed.publish(MemberChanged(chat, new))

    def _announce_member(self, kind: str, chat: Chat, by: User, old: Member, new: Member) -> None:
        content = {
            "chat": wire.chat(chat),
            "from": wire.user(by),
            "date": int(self.now()),
            "old_chat_member": wire.chat_member(old),
            "new_chat_member": wire.chat_member(new),
        }
        self.updates.put(kind, str(chat.id), content)

    # -- people ------------------------------------------------------------------------------------------------------

    def add_person(
        self,
        first_name: str,
        last_name: str = "",
        *,
        username: str = "",
        language_code: str = "",
        latin: str = "",
        person_id: int | None = None,
    ) -> User:
        """Create an account that has never met the bot."""
        number = person_id or self._first_person + len(self.people)
        person = User(number, first_name, last_name, username, language_code, latin)
        self.people[person.id] = person
        return person

    def say(
        self, person: User, chat: Chat, text: str, *, topic: int | None = None, reply_to: int | None = None
    ) -> Message:
        """Write a message; the bot gets it as privacy mode allows (A8)."""
        self._check_may_write(person, chat, topic)
        if chat.private and person.blocked:
            raise ImpossibleAction("unblock the bot first")
        return self._write(chat, person, text, topic=topic, reply_to=chat.messages.get(reply_to or 0))

    def say_as_anonymous_admin(self, person: User, chat: Chat, text: str, *, topic: int | None = None) -> Message:
        """Write in the group's name, which hides who it was."""
        self._check_may_write(person, chat, topic)
        if not chat.members[person.id].admin:
            raise ImpossibleAction("only administrators can be anonymous")
        return self._write(chat, ANONYMOUS_ADMIN, text, topic=topic, sender_chat=chat)

    def say_as_channel(self, person: User, chat: Chat, channel: Chat, text: str) -> Message:
        """Write in a group in the name of one's channel."""
        self._check_may_write(person, chat, None)
        return self._write(chat, CHANNEL_BOT, text, sender_chat=channel)

    def channel_post(self, channel: Chat, text: str) -> Message:
        """Write in a channel; such posts have no sender. Comments are replies to the copy in its discussion."""
        post = self._write(channel, None, text, sender_chat=channel)
        if channel.discussion is not None:
            self.add_message(channel.discussion, TELEGRAM, text=text, sender_chat=channel, automatic=True)
        return post

    def _check_may_write(self, person: User, chat: Chat, topic: int | None) -> None:
        member = chat.member(person)
        if member is None or not member.inside or chat.migrated_to or chat.deleted:
            raise ImpossibleAction(f"{person.name} is not in this chat")
        if not chat.permits(person, "can_send_messages"):
            raise ImpossibleAction(f"{person.name} may not write here")
        if topic is not None and (topic not in chat.topics or (chat.topics[topic].closed and not member.admin)):
            raise ImpossibleAction("no such topic, or it is closed")

    def _write(
        self,
        chat: Chat,
        sender: User | None,
        text: str,
        *,
        topic: int | None = None,
        reply_to: Message | None = None,
        sender_chat: Chat | None = None,
    ) -> Message:
        thread = thread_of(chat, reply_to) if topic is None else None
        message = self.add_message(
            chat,
            sender,
            text=text,
            entities=found_entities(text),
            topic=topic,
            thread=thread,
            reply_to=reply_to,
            sender_chat=sender_chat,
        )
        if chat.private and sender is not None:
            sender.started = True
        if self._reaches_bot(message):
            self._deliver(message)
        return message

    def _reaches_bot(self, message: Message) -> bool:
        """Apply privacy mode (A8): in a group a bot reads commands for it and replies to it only."""
        chat = message.chat
        if not chat.holds(self.bot):
            return False
        if chat.private or chat.kind == "channel" or chat.members[self.bot.id].admin:
            return True
        if message.reply_to is not None and message.reply_to.sender is self.bot:
            return True
        command = command_of(message.text)
        return command is not None and command[1] in ("", self.bot.username.lower())

    def press(self, person: User, chat: Chat, message_id: int, data: str) -> PressHandle:
        """Press a button. Clients that still show an old keyboard may send data that is no longer on it."""
        message = self._visible_message(person, chat, message_id)
        if message.sender is not self.bot:
            raise ImpossibleAction("only a bot's messages have buttons")
        self.queries.expire()
        handle = self.queries.press(person, message, data)
        self.met.add(person.id)
        content = {
            "id": handle.id,
            "from": wire.user(person),
            "message": wire.message(message),
            "chat_instance": message.chat.instance,
            "data": data,
        }
        self.updates.put("callback_query", f"user:{person.id}", content)
        return handle

    def ask_inline(self, person: User, query: str, offset: str = "") -> InlineQueryHandle:
        """Type `@bot query` in some chat."""
        handle = self.queries.inline(person)
        self.met.add(person.id)
        content = {"id": handle.id, "from": wire.user(person), "query": query[:256], "offset": offset}
        self.updates.put("inline_query", f"user:{person.id}", content)
        return handle

    def start(self, person: User, payload: str = "") -> Message:
        """Press START in the private chat, with the payload of the link that led there; unblocks the bot."""
        if person.blocked:
            self.unblock(person)
        return self.say(person, self.private(person), f"/start {payload}".strip())

    def open_link(self, person: User, url: str, chat: Chat | None = None) -> Message | None:
        """Follow a link to the bot; `chat` is the group picked for a `startgroup` link.

        Return the message that is sent by it, None for a link without a payload.
        """
        parts = urlsplit(url)
        name = parts.path.strip("/")
        if parts.netloc.lower() not in _LINK_HOSTS or name.lower() != self.bot.username.lower():
            raise ImpossibleAction(f"{url} does not lead to the bot")
        query = parse_qs(parts.query, keep_blank_values=True)
        if "startgroup" in query and chat is not None:
            self.add_bot(chat, person)
            return self.say(person, chat, f"/start@{self.bot.username} {query['startgroup'][0]}".strip())
        if "start" in query:
            return self.start(person, query["start"][0])
        self.private(person)
        return None

    def delete_message(self, person: User, chat: Chat, message_id: int) -> None:
        """Delete a message for everybody: one's own, any in a private chat, any as administrator."""
        message = self._visible_message(person, chat, message_id)
        may = chat.private or message.sender is person or chat.members[person.id].has_right("can_delete_messages")
        if not may:
            raise ImpossibleAction("not allowed to delete this")
        self.remove_message(message)

    def block(self, person: User) -> None:
        """Block the bot in the private chat."""
        self._set_blocked(person, blocked=True)

    def unblock(self, person: User) -> None:
        self._set_blocked(person, blocked=False)

    def _set_blocked(self, person: User, *, blocked: bool) -> None:
        if person.blocked == blocked:
            return
        person.blocked = blocked
        self.met.add(person.id)
        old, new = Member(self.bot, "member"), Member(self.bot, "kicked")
        if not blocked:
            old, new = new, old
        self._announce_member("my_chat_member", self.private(person), person, old, new)

    def _visible_message(self, person: User, chat: Chat, message_id: int) -> Message:
        message = chat.messages.get(message_id)
        if message is None or not chat.holds(person):
            raise ImpossibleAction("this person does not see such a message")
        return message


def _creator(chat: Chat) -> User:
    return next(member.person for member in chat.members.values() if member.status == "creator")


def thread_of(chat: Chat, reply_to: Message | None) -> int | None:
    """Return the thread of a reply: in supergroups every chain of replies is one, comments of a channel's post too."""
    return reply_to.thread or reply_to.id if reply_to is not None and chat.kind == "supergroup" else None
