"""Groups as their people run them: founding, coming and going, rights, topics, becoming a supergroup (A10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.playground import wire
from bot.playground.errors import ImpossibleAction
from bot.playground.feed import ChatMoved, MemberChanged, MessageDeleted, TopicChanged
from bot.playground.model import ADMIN_RIGHTS, Chat, ChatKind, Member, Message, Status, Topic, User
from bot.playground.state import ANONYMOUS_ADMIN, State

__all__ = ["Groups"]

_USUAL_RIGHTS = frozenset(ADMIN_RIGHTS) - {"can_promote_members"}


class Groups(State):
    """What the world knows of groups."""

    def create_group(
        self,
        title: str,
        people: Iterable[User],
        *,
        kind: ChatKind = "group",
        forum: bool = False,
        with_bot: bool = True,
    ) -> Chat:
        """Found a group (a forum is a supergroup), its first person being its creator, and bring the bot in."""
        first, *others = people
        kind = "supergroup" if forum else kind
        chat = Chat(self.next_chat_id(kind), kind, title, forum=forum)
        chat.instance = str(abs(chat.id) * 7919)
        chat.members[first.id] = Member(first, "creator")
        for person in others:
            chat.members[person.id] = Member(person)
        self.chats[chat.id] = chat
        for member in chat.members.values():
            self.tell(MemberChanged(chat, member))
        if with_bot:
            self.add_bot(chat, first)
        return chat

    def create_channel(self, title: str, owner: User) -> Chat:
        """Found a channel with the bot as administrator, the only way it can be in one."""
        chat = self.create_group(title, [owner], kind="channel", with_bot=False)
        self._stand(chat, owner, Member(self.bot, "administrator", _USUAL_RIGHTS | {"can_post_messages"}))
        return chat

    def add_bot(self, chat: Chat, by: User) -> None:
        """Bring the bot into a group, if it is not there."""
        if not chat.holds(self.bot):
            self._stand(chat, by, Member(self.bot))
            self._service(chat, by, new_chat_members=[wire.user(self.bot)])

    def kick_bot(self, chat: Chat, by: User) -> None:
        """Turn the bot out; it is told of its standing and of nothing thereafter."""
        self._stand(chat, by, Member(self.bot, "kicked"))
        self._service(chat, by, left_chat_member=wire.user(self.bot))

    def join(self, person: User, chat: Chat) -> None:
        """Let a person in."""
        self._stand(chat, person, Member(person))
        self._service(chat, person, new_chat_members=[wire.user(person)])

    def leave(self, person: User, chat: Chat) -> None:
        """Let a person go."""
        if not chat.holds(person):
            raise ImpossibleAction(f"{person.name} is not in this chat")
        self._stand(chat, person, Member(person, "left"))
        self._service(chat, person, left_chat_member=wire.user(person))

    def kick(self, person: User, chat: Chat, by: User) -> None:
        """Turn a person out."""
        self._stand(chat, by, Member(person, "kicked"))
        self._service(chat, by, left_chat_member=wire.user(person))

    def promote(
        self, person: User, chat: Chat, *, by: User | None = None, rights: Iterable[str] = _USUAL_RIGHTS
    ) -> None:
        """Make a member (the bot too) an administrator with these rights."""
        self._stand(chat, by or self._creator(chat), Member(person, "administrator", frozenset(rights)))

    def demote(self, person: User, chat: Chat, *, by: User | None = None) -> None:
        """Make an administrator an ordinary member again."""
        self._stand(chat, by or self._creator(chat), Member(person))

    def restrict(self, person: User, chat: Chat, allowed: Iterable[str]) -> None:
        """Leave one member of a supergroup only these permissions."""
        self._stand(chat, self._creator(chat), Member(person, "restricted", permissions=frozenset(allowed)))

    def set_permissions(self, chat: Chat, **changes: bool) -> None:
        """Change what ordinary members may do: `can_send_photos=False`. Nobody is told of it."""
        kept = {name for name in chat.permissions if changes.get(name, True)}
        chat.permissions = frozenset(kept | {name for name, allowed in changes.items() if allowed})

    def delete_group(self, chat: Chat) -> None:
        """Delete a group for everybody."""
        chat.deleted = True
        for member in chat.members.values():
            member.status = "left"
            self.tell(MemberChanged(chat, member))

    def migrate(self, chat: Chat, *, new_first: bool = False) -> Chat:
        """Make a group a supergroup: a new id, an empty history; both service messages, in either order."""
        if chat.kind != "group" or chat.migrated_to is not None:
            raise ImpossibleAction("only a group becomes a supergroup, and once")
        new = Chat(self.next_chat_id("supergroup"), "supergroup", chat.title, permissions=chat.permissions)
        new.instance = str(abs(new.id) * 7919)
        new.members = dict(chat.members)
        new.last_bot = chat.last_bot
        chat.migrated_to = new.id
        self.chats[new.id] = new
        self.tell(ChatMoved(chat, new))
        news: list[tuple[Chat, User, dict[str, Any]]] = [
            (chat, self._creator(chat), {"migrate_to_chat_id": new.id}),
            (new, ANONYMOUS_ADMIN, {"migrate_from_chat_id": chat.id, "sender_chat": wire.chat(new)}),
        ]
        for place, sender, fields in reversed(news) if new_first else news:
            self._service(place, sender, **fields)
        return new

    def create_topic(self, person: User, chat: Chat, name: str) -> Topic:
        """Open a topic in a forum."""
        if not chat.forum or not chat.holds(person):
            raise ImpossibleAction("topics are for members of forums")
        message = self.add_message(chat, person)
        topic = Topic(message.id, name)
        chat.topics[topic.id] = topic
        message.topic = topic.id
        message.service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        self.tell(TopicChanged(chat, topic.id))
        self.deliver(message)
        return topic

    def close_topic(self, person: User, chat: Chat, topic: int) -> None:
        """Close a topic to all but administrators."""
        chat.topics[topic].closed = True
        self.tell(TopicChanged(chat, topic))
        self._service(chat, person, topic=topic, forum_topic_closed={})

    def reopen_topic(self, person: User, chat: Chat, topic: int) -> None:
        """Open a closed topic again."""
        chat.topics[topic].closed = False
        self.tell(TopicChanged(chat, topic))
        self._service(chat, person, topic=topic, forum_topic_reopened={})

    def delete_topic(self, chat: Chat, topic: int) -> None:
        """Remove a topic with all its messages; nobody tells a bot of that."""
        del chat.topics[topic]
        for message in [message for message in chat.messages.values() if message.topic == topic]:
            del chat.messages[message.id]
            self.tell(MessageDeleted(message))
        self.tell(TopicChanged(chat, topic))

    def _creator(self, chat: Chat) -> User:
        return next(member.person for member in chat.members.values() if member.status == "creator")

    def _service(self, chat: Chat, sender: User, *, topic: int | None = None, **fields: Any) -> Message:
        message = self.add_message(chat, sender, service=fields, topic=topic)
        if chat.holds(self.bot):
            self.deliver(message)
        return message

    def _stand(self, chat: Chat, by: User, new: Member) -> None:
        old = chat.member(new.person) or Member(new.person, "left")
        chat.members[new.person.id] = new
        self.known.add(by.id)
        if new.person is self.bot:
            self.tell_standing("my_chat_member", chat, by, old, new)
        elif chat.holds(self.bot) and chat.members[self.bot.id].admin:
            self.tell_standing("chat_member", chat, by, old, new)
        self.tell(MemberChanged(chat, new))

    def tell_standing(self, kind: str, chat: Chat, by: User, old: Member, new: Member) -> None:
        """Tell the bot that somebody's standing in a chat, or its own, is another now."""
        content = {
            "chat": wire.chat(chat),
            "from": wire.user(by),
            "date": int(self.now()),
            "old_chat_member": wire.chat_member(old),
            "new_chat_member": wire.chat_member(new),
        }
        self.updates.put(kind, str(chat.id), content)

    def standing(self, person: User, chat: Chat) -> Status:
        """Give what a person is in a chat."""
        member = chat.member(person)
        return member.status if member else "left"
