"""The world as one person's page shows it: JSON objects, which `page/js/state.js` reads."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from bot.playground.feed import FeedChange, MessageDeleted, MessageEdited, MessageNew, Toast, Typing
from bot.playground.model import Chat, Message, Photo, User, Video
from bot.playground.world import World

Frame = dict[str, Any]
_KEPT = 200
"""Messages of each chat that a page gets when it enters, and each time it asks for earlier ones."""
_MOST_UNREAD = 99


class ReadMarks:
    """The newest message each person has read in each chat, shared by all tabs."""

    def __init__(self) -> None:
        self._marks: dict[tuple[int, int], int] = {}

    def mark(self, person: User, chat: Chat, message_id: int) -> None:
        self._marks[person.id, chat.id] = max(message_id, self.read(person, chat))

    def read(self, person: User, chat: Chat) -> int:
        """Return the id of the newest message read, 0 for none."""
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
    """Builds what a page is sent. `photo_url` returns the address at which it finds a photo or a video."""

    def __init__(self, world: World, person: User, marks: ReadMarks, photo_url: Callable[[Photo | Video], str]) -> None:
        self._world = world
        self._person = person
        self._marks = marks
        self._photo_url = photo_url

    def scene(self, world_id: str) -> Frame:
        """Return everything at once."""
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
            "messages": [self.message(message) for chat in chats for message in _latest(chat)],
        }

    def earlier(self, chat: Chat, before: int) -> Frame:
        """Return the messages that came before one, and whether there are yet earlier ones."""
        messages = _latest(chat, before)
        more = bool(messages) and next(iter(chat.messages.values())).id < messages[0].id
        return {"messages": [self.message(message) for message in messages], "earlier": more}

    def people(self) -> list[Frame]:
        """Return everybody whom a tab can be, and how much each has not read."""
        people = [person for person in self._world.people.values() if not person.is_bot]
        return [{**_person(person), "unread": self._unread(person), "active": person.active} for person in people]

    def change(self, change: FeedChange) -> Frame | None:
        """Return the frame of one change, or None where only the whole scene can show it."""
        match change:
            case MessageNew(message) | MessageEdited(message):
                return {"type": "message", "message": self.message(message)}
            case MessageDeleted(message):
                return {"type": "removed", "chat": message.chat.id, "id": message.id}
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
        return {
            "id": message.id,
            "chat": message.chat.id,
            "topic": message.topic,
            "from": message.sender.id if message.sender else None,
            "as": message.sender_chat.title if message.sender_chat else None,
            "date": message.date,
            "edited": message.edited,
            "text": _text_of(message),
            "entities": message.entities,
            "photo": self._photo(message.photo),
            "video": self._video(message.video),
            "spoiler": message.spoiler,
            "keyboard": [[_button(button) for button in row] for row in message.keyboard or []],
            "service": _service(message),
        }

    def _photo(self, photo: Photo | None) -> Frame | None:
        if photo is None:
            return None
        return {"url": self._photo_url(photo), "width": photo.width, "height": photo.height}

    def _video(self, video: Video | None) -> Frame | None:
        if video is None:
            return None
        return {"url": self._photo_url(video), "width": video.width, "height": video.height}

    def _unread(self, person: User) -> int:
        return sum(self._marks.unread(person, chat) for chat in self._world.chats_of(person))

    def _chat(self, chat: Chat) -> Frame:
        mine = chat.members[self._person.id]
        bot = chat.member(self._world.bot)
        commands = self._world.profile.commands_for(self._person, chat)
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
            "bot_wrote": any(message.sender is self._world.bot for message in chat.messages.values()),
            "earlier": len(chat.messages) > _KEPT,
        }


def _latest(chat: Chat, before: int | None = None) -> list[Message]:
    """Return the newest messages of a chat, or the newest of those older than the one with the id `before`."""
    newest_first = (message for message in reversed(chat.messages.values()) if before is None or message.id < before)
    return list(islice(newest_first, _KEPT))[::-1]


def _text_of(message: Message) -> str:
    """Return the text as clients show it: the payload that a link adds to /start is for the bot alone."""
    return "/start" if message.chat.private and message.text.startswith("/start ") else message.text


def _person(person: User) -> Frame:
    return {"id": person.id, "name": person.name, "latin": person.latin, "language": person.language_code}


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
    "forum_topic_created": "topic",
}


def _service(message: Message) -> Frame | None:
    if message.service is None:
        return None
    field = next((name for name in _SERVICE_KINDS if name in message.service), "")
    value: Any = message.service.get(field)
    people = value if field == "new_chat_members" else [value] if field == "left_chat_member" else []
    return {
        "kind": _SERVICE_KINDS.get(field, "other"),
        "names": [f"{user['first_name']} {user.get('last_name', '')}".strip() for user in people],
        "text": value["name"] if field == "forum_topic_created" else "",
    }
