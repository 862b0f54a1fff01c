"""Users, chats and messages as JSON objects of the Bot API."""

from __future__ import annotations

from typing import Any

from bot.playground.model import ADMIN_RIGHTS, Chat, KeyboardRows, Member, Message, Photo, User, Video

_THUMB_SIDE = 90


def user(person: User) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": person.id, "is_bot": person.is_bot, "first_name": person.first_name}
    for name in ("last_name", "username", "language_code"):
        if value := getattr(person, name):
            shown[name] = value
    return shown


def chat(place: Chat) -> dict[str, Any]:
    """Return a chat as it stands inside messages."""
    if place.private:
        person = next(iter(place.members.values())).person
        shown: dict[str, Any] = {"id": place.id, "type": "private", "first_name": person.first_name}
        for name in ("last_name", "username"):
            if value := getattr(person, name):
                shown[name] = value
        return shown
    shown = {"id": place.id, "type": place.kind, "title": place.title}
    if place.forum:
        shown["is_forum"] = True
    if place.kind == "group":
        shown["all_members_are_administrators"] = False
    return shown


def chat_member(member: Member) -> dict[str, Any]:
    shown: dict[str, Any] = {"user": user(member.person), "status": member.status}
    if member.status == "creator":
        shown["is_anonymous"] = member.anonymous
    elif member.status == "administrator":
        shown |= {name: name in member.rights for name in ADMIN_RIGHTS}
        shown |= {"can_be_edited": False, "is_anonymous": member.anonymous}
    elif member.status == "kicked":
        shown["until_date"] = 0
    return shown


def video(item: Video) -> dict[str, Any]:
    shown: dict[str, Any] = {"file_id": item.file_id, "file_unique_id": item.unique_id, "mime_type": "video/mp4"}
    return shown | {
        "width": item.width,
        "height": item.height,
        "duration": item.duration,
        "file_size": len(item.content),
    }


def photo_sizes(photo: Photo) -> list[dict[str, Any]]:
    """Return a photo as its thumbnail and itself, smallest first."""
    scale = min(1.0, _THUMB_SIDE / max(photo.width, photo.height))
    thumb = {
        "file_id": photo.file_id + "s",
        "file_unique_id": photo.unique_id + "s",
        "width": max(1, round(photo.width * scale)),
        "height": max(1, round(photo.height * scale)),
    }
    full = {
        "file_id": photo.file_id,
        "file_unique_id": photo.unique_id,
        "width": photo.width,
        "height": photo.height,
        "file_size": photo.size,
    }
    return [thumb, full]


def keyboard(rows: KeyboardRows) -> dict[str, Any]:
    return {"inline_keyboard": rows}


def message(item: Message, *, reply: bool = True) -> dict[str, Any]:
    """Return a message; the message it replies to is shown one level deep."""
    shown: dict[str, Any] = {"message_id": item.id, "date": item.date, "chat": chat(item.chat)}
    if item.sender is not None:
        shown["from"] = user(item.sender)
    if item.sender_chat is not None:
        shown["sender_chat"] = chat(item.sender_chat)
    if item.topic is not None:
        shown |= {"message_thread_id": item.topic, "is_topic_message": True}
    elif item.thread is not None:
        shown["message_thread_id"] = item.thread
    if item.automatic:
        shown["is_automatic_forward"] = True
    if reply and item.reply_to is not None:
        shown["reply_to_message"] = message(item.reply_to, reply=False)
    if item.edited is not None:
        shown["edit_date"] = item.edited
    shown |= _content(item)
    if item.keyboard is not None:
        shown["reply_markup"] = keyboard(item.keyboard)
    return shown


def _content(item: Message) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    text, entities = ("caption", "caption_entities") if item.photo or item.video else ("text", "entities")
    if item.photo:
        shown["photo"] = photo_sizes(item.photo)
    if item.video:
        shown["video"] = video(item.video)
    if item.text:
        shown[text] = item.text
    if item.entities:
        shown[entities] = item.entities
    if item.spoiler:
        shown["has_media_spoiler"] = True
    if item.protected:
        shown["has_protected_content"] = True
    return shown | (item.service or {})
