"""How the world looks to one person's page: plain dictionaries, as `page/js/state.js` takes them in.

A message that only its receiver sees has a negative id, minus its ephemeral one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from bot.playground.feed import Change, MessageDeleted, MessageEdited, MessageNew, Toast, Typing
from bot.playground.model import Chat, Message, Photo, User
from bot.playground.world import World

__all__ = ["FrameBuilder", "ReadMarks"]

Frame = dict[str, Any]
_KEPT = 200
"""Messages of each chat that a page gets when it enters."""
_MOST_UNREAD = 99


class ReadMarks:
    """The newest message each person has read in each chat; this person's tabs share it."""

    def __init__(self) -> None:
        self._marks: dict[tuple[int, int], int] = {}

    def mark(self, person: User, chat: Chat, message_id: int) -> None:
        """Note that everything up to a message has been read."""
        self._marks[person.id, chat.id] = max(message_id, self.read(person, chat))

    def read(self, person: User, chat: Chat) -> int:
        """Give the id of the newest message read, 0 for none."""
        return self._marks.get((person.id, chat.id), 0)

    def unread(self, person: User, chat: Chat) -> int:
        """Count what others have said since, at most 99."""
        count = 0
        for message in reversed(chat.messages.values()):
            if message.id <= self.read(person, chat) or count >= _MOST_UNREAD:
                break
            count += message.sender is not person and message.service is None
        return count


class FrameBuilder:
    """One person's view of the world. `photo_url` gives the address at which the page finds a photo."""

    def __init__(self, world: World, person: User, marks: ReadMarks, photo_url: Callable[[Photo], str]) -> None:
        self._world = world
        self._person = person
        self._marks = marks
        self._photo_url = photo_url

    def scene(self, world_id: str) -> Frame:
        """Show everything at once."""
        self._world.private(self._person)
        chats = self._world.chats_of(self._person)
        return {
            "type": "scene",
            "world": world_id,
            "you": _person(self._person),
            "bot": {**_person(self._world.bot), "username": self._world.bot.username},
            "people": self.people(),
            "chats": [self._chat(chat) for chat in chats],
            "moved": {old.id: old.migrated_to for old in self._world.chats.values() if old.migrated_to},
            "messages": [self.message(message) for chat in chats for message in self._latest(chat)],
        }

    def people(self) -> list[Frame]:
        """Show everybody whom a tab can be, and how much each has not read."""
        people = [person for person in self._world.people.values() if not person.is_bot]
        return [{**_person(person), "unread": self._unread(person)} for person in people]

    def change(self, change: Change) -> Frame | None:
        """Show one change, or None where only the whole scene can show it."""
        match change:
            case MessageNew(message) | MessageEdited(message):
                return {"type": "message", "message": self.message(message)}
            case MessageDeleted(message):
                return {"type": "removed", "chat": message.chat.id, "id": _shown_id(message)}
            case Typing(chat):
                return {"type": "typing", "chat": chat.id}
            case Toast():
                return {
                    "type": "answer",
                    "query": change.press,
                    "text": change.text,
                    "alert": change.alert,
                    "url": change.url,
                    "unanswered": change.unanswered,
                }
            case _:
                return None

    def message(self, message: Message) -> Frame:
        """Show a message."""
        return {
            "id": _shown_id(message),
            "chat": message.chat.id,
            "topic": message.topic,
            "from": message.sender.id if message.sender else None,
            "as": message.sender_chat.title if message.sender_chat else None,
            "date": message.date,
            "edited": message.edited,
            "text": _text_of(message),
            "entities": message.entities,
            "photo": self._photo(message.photo),
            "spoiler": message.spoiler,
            "keyboard": [[_button(button) for button in row] for row in message.keyboard or []],
            "service": _service(message),
            "whisper": message.receiver is not None,
        }

    def _photo(self, photo: Photo | None) -> Frame | None:
        if photo is None:
            return None
        return {"url": self._photo_url(photo), "width": photo.width, "height": photo.height}

    def _latest(self, chat: Chat) -> list[Message]:
        latest = list(islice(reversed(self._world.messages_of(chat, self._person)), _KEPT))
        return latest[::-1]

    def _unread(self, person: User) -> int:
        return sum(self._marks.unread(person, chat) for chat in self._world.chats_of(person))

    def _chat(self, chat: Chat) -> Frame:
        mine = chat.members[self._person.id]
        bot = chat.member(self._world.bot)
        commands = self._world.commands_for(self._person, chat)
        return {
            "id": chat.id,
            "kind": chat.kind,
            "title": self._world.bot.name if chat.private else chat.title,
            "forum": chat.forum,
            "topics": [{"id": topic.id, "name": topic.name} for topic in chat.topics.values()],
            "members": [member.person.id for member in chat.members.values() if member.inside],
            "bot": ("admin" if bot.admin else "member") if bot and bot.inside else None,
            "photos": "can_send_photos" in chat.permissions,
            "admin": mine.admin,
            "anonymous": mine.anonymous,
            "started": self._person.started,
            "blocked": chat.private and self._person.blocked,
            "commands": [{"name": item["command"], "description": item["description"]} for item in commands],
            "read": self._marks.read(self._person, chat),
        }


def _text_of(message: Message) -> str:
    """Give the text as clients show it: what a link brought along with START is for the bot alone."""
    return "/start" if message.chat.private and message.text.startswith("/start ") else message.text


def _shown_id(message: Message) -> int:
    return -message.ephemeral_id if message.receiver else message.id


def _person(person: User) -> Frame:
    return {"id": person.id, "name": person.name, "language": person.language_code}


def _button(button: Frame) -> Frame:
    shown = {"text": button["text"], "style": button.get("style", "")}
    for name, key in (("data", "callback_data"), ("url", "url")):
        if key in button:
            shown[name] = button[key]
    return shown


_SERVICE_KINDS = {
    "new_chat_members": "joined",
    "left_chat_member": "left",
    "migrate_to_chat_id": "migrated",
    "migrate_from_chat_id": "migrated",
    "pinned_message": "pinned",
    "forum_topic_created": "topic",
}


def _service(message: Message) -> Frame | None:
    if message.service is None:
        return None
    field = next((name for name in _SERVICE_KINDS if name in message.service), "")
    value = message.service.get(field)
    return {"kind": _SERVICE_KINDS.get(field, "other"), "names": _names(field, value), "text": _text(field, value)}


def _names(field: str, value: Any) -> list[str]:
    people = value if field == "new_chat_members" else [value] if field == "left_chat_member" else []
    return [f"{user['first_name']} {user.get('last_name', '')}".strip() for user in people]


def _text(field: str, value: Any) -> str:
    return str(value["name"]) if field == "forum_topic_created" else ""
