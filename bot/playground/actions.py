"""What a page may ask for in its person's name.

A request is checked by its type (msgspec), then by what a client would offer in the world (ImpossibleAction).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.playground.errors import ImpossibleAction
from bot.playground.feed import MemberChanged
from bot.playground.frames import FrameBuilder, ReadMarks
from bot.playground.model import Chat, User
from bot.playground.world import World

_LONGEST_TEXT = 4096
_LONGEST_NAME = 64
_ACTIVE = frozenset({"say", "press", "start"})
"""By which somebody is seen to take part."""


class ActionRequest(msgspec.Struct):
    """One request; `n` numbers the reply, `do` names the action, which reads those of the other fields it needs."""

    n: int
    do: str
    chat: int = 0
    message: int = 0
    topic: int | None = None
    text: str = ""
    data: str = ""
    payload: str = ""
    name: str = ""
    title: str = ""
    language: str = ""
    forum: bool = False
    on: bool = True


ActionReply = dict[str, Any] | None


@dataclass(slots=True)
class ActionRunner:
    """Runs one person's requests in the world. Each action is a method that returns what its reply holds besides."""

    world: World
    person: User
    marks: ReadMarks
    frames: FrameBuilder

    def run(self, ask: ActionRequest) -> dict[str, Any]:
        """Run a request and return its reply, which says why if a client would not offer the action."""
        action = ACTIONS.get(ask.do, ActionRunner._unknown)
        if ask.do in _ACTIVE:
            self.person.active = True
        try:
            return {"type": "reply", "n": ask.n, "ok": True, **(action(self, ask) or {})}
        except ImpossibleAction as error:
            return {"type": "reply", "n": ask.n, "ok": False, "why": str(error)}

    def say(self, ask: ActionRequest) -> ActionReply:
        chat, text = self._chat(ask), ask.text.strip()
        if not 0 < len(text) <= _LONGEST_TEXT:
            raise ImpossibleAction("a message has 1 to 4096 letters")
        if chat.private and not self.person.started:
            raise ImpossibleAction("press START first")
        say = self.world.say_as_anonymous_admin if chat.members[self.person.id].anonymous else self.world.say
        say(self.person, chat, text, topic=ask.topic)
        return None

    def start(self, ask: ActionRequest) -> ActionReply:
        message = self.world.start(self.person, ask.payload)
        self._show_again(message.chat)
        return None

    def press(self, ask: ActionRequest) -> ActionReply:
        return {"query": self.world.press(self.person, self._chat(ask), ask.message, ask.data).id}

    def read(self, ask: ActionRequest) -> ActionReply:
        self.marks.mark(self.person, self._chat(ask), ask.message)
        return None

    def delete(self, ask: ActionRequest) -> ActionReply:
        self.world.delete_message(self.person, self._chat(ask), ask.message)
        return None

    def block(self, _ask: ActionRequest) -> ActionReply:
        self.world.block(self.person)
        self._show_again(self.world.private(self.person))
        return None

    def unblock(self, _ask: ActionRequest) -> ActionReply:
        self.world.unblock(self.person)
        self._show_again(self.world.private(self.person))
        return None

    def add_person(self, ask: ActionRequest) -> ActionReply:
        person = self.world.add_person(_name(ask.name), language_code=ask.language.strip()[:35])
        if ask.chat:
            self.world.join(person, self._group(ask))
        return {"person": person.id}

    def add_group(self, ask: ActionRequest) -> ActionReply:
        others = [person for person in self.world.people.values() if not person.is_bot and person is not self.person]
        return {"chat": self.world.create_group(_name(ask.title), [self.person, *others], forum=ask.forum).id}

    def add_bot(self, ask: ActionRequest) -> ActionReply:
        self.world.add_bot(self._group(ask), self.person)
        return None

    def remove_bot(self, ask: ActionRequest) -> ActionReply:
        self.world.kick_bot(self._group(ask), self.person)
        return None

    def admin_bot(self, ask: ActionRequest) -> ActionReply:
        change = self.world.promote if ask.on else self.world.demote
        change(self.world.bot, self._group(ask), by=self.person)
        return None

    def admin_me(self, ask: ActionRequest) -> ActionReply:
        group = self._group(ask)
        if group.members[self.person.id].status == "creator":
            raise ImpossibleAction("you founded this group")
        change = self.world.promote if ask.on else self.world.demote
        change(self.person, group)
        return None

    def anonymous(self, ask: ActionRequest) -> ActionReply:
        group = self._group(ask)
        member = group.members[self.person.id]
        if not member.admin:
            raise ImpossibleAction("only administrators can be anonymous")
        member.anonymous = ask.on
        self._show_again(group)
        return None

    def photos(self, ask: ActionRequest) -> ActionReply:
        group = self._group(ask)
        self.world.set_permissions(group, can_send_photos=ask.on)
        self._show_again(group)
        return None

    def migrate(self, ask: ActionRequest) -> ActionReply:
        return {"chat": self.world.migrate(self._group(ask)).id}

    def topic(self, ask: ActionRequest) -> ActionReply:
        return {"topic": self.world.create_topic(self.person, self._group(ask), _name(ask.title)).id}

    def earlier(self, ask: ActionRequest) -> ActionReply:
        return self.frames.earlier(self._chat(ask), ask.message)

    def _unknown(self, ask: ActionRequest) -> ActionReply:
        raise ImpossibleAction(f"there is no action {ask.do!r}")

    def _chat(self, ask: ActionRequest) -> Chat:
        chat = self.world.chats.get(ask.chat)
        if chat is None or not chat.holds(self.person):
            raise ImpossibleAction("you are not in this chat")
        return chat

    def _group(self, ask: ActionRequest) -> Chat:
        chat = self._chat(ask)
        if chat.private:
            raise ImpossibleAction("this is no group")
        return chat

    def _show_again(self, chat: Chat) -> None:
        """Make every page show a chat anew, for changes that no message tells of."""
        self.world.feed.publish(MemberChanged(chat, chat.members[self.person.id]))


ACTIONS: dict[str, Callable[[ActionRunner, ActionRequest], ActionReply]] = {
    "say": ActionRunner.say,
    "start": ActionRunner.start,
    "press": ActionRunner.press,
    "read": ActionRunner.read,
    "delete": ActionRunner.delete,
    "block": ActionRunner.block,
    "unblock": ActionRunner.unblock,
    "person": ActionRunner.add_person,
    "group": ActionRunner.add_group,
    "add_bot": ActionRunner.add_bot,
    "remove_bot": ActionRunner.remove_bot,
    "admin_bot": ActionRunner.admin_bot,
    "admin_me": ActionRunner.admin_me,
    "anonymous": ActionRunner.anonymous,
    "photos": ActionRunner.photos,
    "migrate": ActionRunner.migrate,
    "topic": ActionRunner.topic,
    "earlier": ActionRunner.earlier,
}


def _name(text: str) -> str:
    text = " ".join(text.split())[:_LONGEST_NAME]
    if all(unicodedata.category(character)[0] in "CMZ" for character in text):  # nothing of it would be seen
        raise ImpossibleAction("a name is needed")
    return text
