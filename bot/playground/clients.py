"""What a person's client can do: write, press, open links, block, delete."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from bot.playground import wire
from bot.playground.errors import ImpossibleAction
from bot.playground.groups import Groups
from bot.playground.model import Chat, Member, Message, User
from bot.playground.queries import InlineQueryHandle, PressHandle
from bot.playground.state import ANONYMOUS_ADMIN, CHANNEL_BOT
from bot.playground.text import command_of, found_entities

__all__ = ["Clients"]

_LINK_HOSTS = ("t.me", "telegram.me", "telegram.dog")


class Clients(Groups):
    """The people's side of the world. What a client would not offer raises ImpossibleAction."""

    def add_person(
        self,
        first_name: str,
        last_name: str = "",
        *,
        username: str = "",
        language_code: str = "",
        person_id: int | None = None,
        is_bot: bool = False,
    ) -> User:
        """Make an account that has never met the bot."""
        number = person_id or self.first_person + len(self.people)
        person = User(number, first_name, last_name, username, language_code, is_bot)
        self.people[number] = person
        return person

    def say(
        self, person: User, chat: Chat, text: str, *, topic: int | None = None, reply_to: int | None = None
    ) -> Message:
        """Write a message; the bot gets it as privacy mode allows (A8)."""
        self._must_write(person, chat, topic)
        if chat.private and person.blocked:
            raise ImpossibleAction("unblock the bot first")
        return self._write(chat, person, text, topic, reply_to)

    def say_as_anonymous_admin(self, person: User, chat: Chat, text: str, *, topic: int | None = None) -> Message:
        """Write in the group's name, which hides who it was."""
        member = self._must_write(person, chat, topic)
        if not member.admin:
            raise ImpossibleAction("only administrators can be anonymous")
        return self._write(chat, ANONYMOUS_ADMIN, text, topic, None, sender_chat=chat)

    def say_as_channel(self, person: User, chat: Chat, channel: Chat, text: str) -> Message:
        """Write in a group in the name of a channel one owns."""
        self._must_write(person, chat, None)
        return self._write(chat, CHANNEL_BOT, text, None, None, sender_chat=channel)

    def channel_post(self, channel: Chat, text: str) -> Message:
        """Write in a channel; such posts have no sender."""
        return self._write(channel, None, text, None, None, sender_chat=channel)

    def other_bot_says(self, bot: User, chat: Chat, text: str) -> Message:
        """Let another bot write; ours does not get it, but loses its claim to bare commands (A8)."""
        return self.add_message(chat, bot, text=text, entities=found_entities(text))

    def _must_write(self, person: User, chat: Chat, topic: int | None) -> Member:
        member = chat.member(person)
        if member is None or not member.inside or chat.migrated_to or chat.deleted:
            raise ImpossibleAction(f"{person.name} is not in this chat")
        if not chat.permits(person, "can_send_messages"):
            raise ImpossibleAction(f"{person.name} may not write here")
        if topic is not None and (topic not in chat.topics or (chat.topics[topic].closed and not member.admin)):
            raise ImpossibleAction("no such topic, or it is closed")
        return member

    def _write(
        self, chat: Chat, sender: User | None, text: str, topic: int | None, reply_to: int | None, **fields: Any
    ) -> Message:
        target = chat.messages.get(reply_to) if reply_to is not None else None
        thread = target.thread or target.id if target and topic is None and chat.kind == "supergroup" else None
        entities = found_entities(text)
        message = self.add_message(
            chat, sender, text=text, entities=entities, topic=topic, reply_to=target, thread=thread, **fields
        )
        if chat.private and sender is not None:
            sender.started = True
        if self._reaches_bot(message):
            self.deliver(message)
        return message

    def _reaches_bot(self, message: Message) -> bool:
        chat = message.chat
        if not chat.holds(self.bot):
            return False
        if chat.private or chat.kind == "channel" or not self.privacy or chat.members[self.bot.id].admin:
            return True
        if message.reply_to is not None and message.reply_to.sender is self.bot:
            return True
        command = command_of(message.text)
        if command is None:
            return False
        return command[1] == self.bot.username.lower() or (not command[1] and chat.last_bot in (None, self.bot.id))

    def press(self, person: User, chat: Chat, message_id: int, data: str) -> PressHandle:
        """Press a button; clients that show an old keyboard may send data which is no longer on it."""
        return self._press(person, self._shown(person, chat, message_id), data)

    def press_ephemeral(self, person: User, chat: Chat, ephemeral_id: int, data: str) -> PressHandle:
        """Press a button of a message that this person alone sees."""
        message = chat.whispers.get((person.id, ephemeral_id))
        if message is None:
            raise ImpossibleAction("no such message")
        return self._press(person, message, data)

    def _press(self, person: User, message: Message, data: str) -> PressHandle:
        if message.sender is not self.bot:
            raise ImpossibleAction("only a bot's messages have buttons")
        self.queries.expire()
        handle = self.queries.press(person, message, data)
        self.known.add(person.id)
        content = {
            "id": handle.id,
            "from": wire.user(person),
            "message": wire.message(message),
            "chat_instance": message.chat.instance,
            "data": data,
        }
        self.updates.put("callback_query", f"user:{person.id}", content)
        return handle

    def _shown(self, person: User, chat: Chat, message_id: int) -> Message:
        message = chat.messages.get(message_id)
        if message is None or not chat.holds(person):
            raise ImpossibleAction("this person does not see such a message")
        return message

    def ask_inline(self, person: User, query: str, offset: str = "") -> InlineQueryHandle:
        """Type `@bot query` somewhere."""
        handle = self.queries.question(person)
        self.known.add(person.id)
        content = {"id": handle.id, "from": wire.user(person), "query": query[:256], "offset": offset}
        self.updates.put("inline_query", f"user:{person.id}", content)
        return handle

    def start(self, person: User, payload: str = "") -> Message:
        """Press Start in the private chat, with the payload of the link that led there; unblocks the bot."""
        chat = self.private(person)
        if person.blocked:
            self.unblock(person)
        return self.say(person, chat, f"/start {payload}".strip())

    def open_link(self, person: User, url: str, chat: Chat | None = None) -> Message | None:
        """Follow a link to the bot; `chat` is the group picked for a `startgroup` link.

        Returns the message that is sent by it, None for a link without a payload.
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
        """Remove a message for everybody: one's own, any in a private chat, any as administrator."""
        message = self._shown(person, chat, message_id)
        member = chat.members[person.id]
        if not (chat.private or message.sender is person or member.has_right("can_delete_messages")):
            raise ImpossibleAction("not allowed to delete this")
        self.remove_message(message)

    def block(self, person: User) -> None:
        """Block the bot in the private chat."""
        self._set_blocked(person, blocked=True)

    def unblock(self, person: User) -> None:
        """Unblock the bot again."""
        self._set_blocked(person, blocked=False)

    def _set_blocked(self, person: User, *, blocked: bool) -> None:
        if person.blocked == blocked:
            return
        person.blocked = blocked
        chat = self.private(person)
        self.known.add(person.id)
        old, new = Member(self.bot, "member"), Member(self.bot, "kicked")
        self.tell_standing("my_chat_member", chat, person, old if blocked else new, new if blocked else old)

    def deactivate(self, person: User) -> None:
        """Delete an account."""
        person.deactivated = True
