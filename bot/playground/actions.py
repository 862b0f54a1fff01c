"""What a page may ask for in the name of its person, by name: `perform` looks it up and carries it out.

What a page sends is checked by its type here (msgspec) and by what a client would offer (ImpossibleAction).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bot.playground.errors import ImpossibleAction
from bot.playground.feed import MemberChanged
from bot.playground.frames import ReadMarks
from bot.playground.model import Chat, User
from bot.playground.world import World

__all__ = ["ACTIONS", "ActionRequest", "perform"]

_LONGEST_TEXT = 4096
_LONGEST_NAME = 64


class ActionRequest(msgspec.Struct):
    """One request of a page; `n` numbers the reply, the rest is what the act needs."""

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


class _Context:
    """The world, in the hands of one person."""

    def __init__(self, world: World, person: User, marks: ReadMarks) -> None:
        self.world = world
        self.person = person
        self.marks = marks

    def chat(self, ask: ActionRequest) -> Chat:
        """Find the chat that is meant, among those this person is in."""
        chat = self.world.chats.get(ask.chat)
        if chat is None or not chat.holds(self.person):
            raise ImpossibleAction("you are not in this chat")
        return chat

    def tell(self, chat: Chat) -> None:
        """Let every page show a chat anew whose looks no message tells of."""
        self.world.tell(MemberChanged(chat, chat.members[self.person.id]))

    def group(self, ask: ActionRequest) -> Chat:
        """Find the group that is meant."""
        chat = self.chat(ask)
        if chat.private:
            raise ImpossibleAction("this is no group")
        return chat


Reply = dict[str, Any] | None


def _say(actor: _Context, ask: ActionRequest) -> Reply:
    chat, text = actor.chat(ask), ask.text.strip()
    if not 0 < len(text) <= _LONGEST_TEXT:
        raise ImpossibleAction("a message has 1 to 4096 letters")
    if chat.private and not actor.person.started:
        raise ImpossibleAction("press START first")
    speak = actor.world.say_as_anonymous_admin if chat.members[actor.person.id].anonymous else actor.world.say
    speak(actor.person, chat, text, topic=ask.topic)
    return None


def _start(actor: _Context, ask: ActionRequest) -> Reply:
    message = actor.world.start(actor.person, ask.payload)
    actor.tell(message.chat)
    return None


def _press(actor: _Context, ask: ActionRequest) -> Reply:
    chat = actor.chat(ask)
    if ask.message < 0:
        return {"query": actor.world.press_ephemeral(actor.person, chat, -ask.message, ask.data).id}
    return {"query": actor.world.press(actor.person, chat, ask.message, ask.data).id}


def _read(actor: _Context, ask: ActionRequest) -> Reply:
    actor.marks.mark(actor.person, actor.chat(ask), ask.message)
    return None


def _delete(actor: _Context, ask: ActionRequest) -> Reply:
    actor.world.delete_message(actor.person, actor.chat(ask), ask.message)
    return None


def _block(actor: _Context, _: ActionRequest) -> Reply:
    actor.world.block(actor.person)
    actor.tell(actor.world.private(actor.person))
    return None


def _unblock(actor: _Context, _: ActionRequest) -> Reply:
    actor.world.unblock(actor.person)
    actor.tell(actor.world.private(actor.person))
    return None


def _add_person(actor: _Context, ask: ActionRequest) -> Reply:
    person = actor.world.add_person(_named(ask.name), language_code=ask.language.strip()[:35])
    if ask.chat:
        actor.world.join(person, actor.group(ask))
    return {"person": person.id}


def _add_group(actor: _Context, ask: ActionRequest) -> Reply:
    others = [person for person in actor.world.people.values() if not person.is_bot and person is not actor.person]
    group = actor.world.create_group(_named(ask.title), [actor.person, *others], forum=ask.forum)
    return {"chat": group.id}


def _add_bot(actor: _Context, ask: ActionRequest) -> Reply:
    actor.world.add_bot(actor.group(ask), actor.person)
    return None


def _remove_bot(actor: _Context, ask: ActionRequest) -> Reply:
    actor.world.kick_bot(actor.group(ask), actor.person)
    return None


def _admin_bot(actor: _Context, ask: ActionRequest) -> Reply:
    change = actor.world.promote if ask.on else actor.world.demote
    change(actor.world.bot, actor.group(ask), by=actor.person)
    return None


def _admin_me(actor: _Context, ask: ActionRequest) -> Reply:
    group = actor.group(ask)
    if group.members[actor.person.id].status == "creator":
        raise ImpossibleAction("you founded this group")
    change = actor.world.promote if ask.on else actor.world.demote
    change(actor.person, group)
    return None


def _anonymous(actor: _Context, ask: ActionRequest) -> Reply:
    group = actor.group(ask)
    member = group.members[actor.person.id]
    if not member.admin:
        raise ImpossibleAction("only administrators can be anonymous")
    member.anonymous = ask.on
    actor.tell(group)
    return None


def _photos(actor: _Context, ask: ActionRequest) -> Reply:
    group = actor.group(ask)
    actor.world.set_permissions(group, can_send_photos=ask.on)
    actor.tell(group)
    return None


def _migrate(actor: _Context, ask: ActionRequest) -> Reply:
    return {"chat": actor.world.migrate(actor.group(ask)).id}


def _topic(actor: _Context, ask: ActionRequest) -> Reply:
    return {"topic": actor.world.create_topic(actor.person, actor.group(ask), _named(ask.title)).id}


def _unknown(_: _Context, ask: ActionRequest) -> Reply:
    raise ImpossibleAction(f"there is no act {ask.do!r}")


def _named(name: str) -> str:
    name = " ".join(name.split())[:_LONGEST_NAME]
    if not name:
        raise ImpossibleAction("a name is needed")
    return name


ACTIONS: dict[str, Callable[[_Context, ActionRequest], Reply]] = {
    "say": _say,
    "start": _start,
    "press": _press,
    "read": _read,
    "delete": _delete,
    "block": _block,
    "unblock": _unblock,
    "person": _add_person,
    "group": _add_group,
    "add_bot": _add_bot,
    "remove_bot": _remove_bot,
    "admin_bot": _admin_bot,
    "admin_me": _admin_me,
    "anonymous": _anonymous,
    "photos": _photos,
    "migrate": _migrate,
    "topic": _topic,
}


def perform(world: World, person: User, marks: ReadMarks, ask: ActionRequest) -> dict[str, Any]:
    """Carry out one request and give its reply; what a client would not offer is a reply that says why."""
    act = ACTIONS.get(ask.do, _unknown)
    try:
        return {"type": "reply", "n": ask.n, "ok": True, **(act(_Context(world, person, marks), ask) or {})}
    except ImpossibleAction as refusal:
        return {"type": "reply", "n": ask.n, "ok": False, "why": str(refusal)}
