"""Texts as Telegram reads them: UTF-16 lengths, entities, commands."""

from __future__ import annotations

import re
from typing import Any

from bot.playground.errors import bad_request
from bot.playground.model import Entity, UserLookup
from bot.playground.wire import user

_MOST_ENTITIES = 100
_PLAIN_KINDS = frozenset(
    {
        "bold",
        "italic",
        "underline",
        "strikethrough",
        "spoiler",
        "code",
        "pre",
        "blockquote",
        "expandable_blockquote",
        "mention",
        "hashtag",
        "bot_command",
        "url",
        "email",
        "date_time",
        "custom_emoji",
    }
)
_COMMAND = re.compile(r"(?<![\w/<>])/([A-Za-z0-9_]{1,64})(?:@([A-Za-z0-9_]{3,32}))?(?![\w/])")
_OTHERS = (
    ("url", re.compile(r"https?://[^\s<>\"]+[^\s<>\".,!?;:)]")),
    ("mention", re.compile(r"(?<!\w)@[A-Za-z0-9_]{4,32}\b")),
)


def utf16_length(text: str) -> int:
    """Return the length in UTF-16 code units, by which Telegram counts."""
    return len(text.encode("utf-16-le")) // 2


def command_of(text: str) -> tuple[str, str] | None:
    """Return the command a text begins with and the bot it names, empty if none."""
    match = _COMMAND.match(text)
    return (match[1].lower(), (match[2] or "").lower()) if match else None


def found_entities(text: str) -> list[Entity]:
    """Return the entities that Telegram finds by itself: commands, links, mentions."""
    if not any(mark in text for mark in "/@"):
        return []
    matches = [("bot_command", match) for match in _COMMAND.finditer(text)]
    for kind, pattern in _OTHERS:
        matches += [(kind, match) for match in pattern.finditer(text)]
    entities: list[Entity] = [
        {"type": kind, "offset": utf16_length(text[: match.start()]), "length": utf16_length(match[0])}
        for kind, match in matches
    ]
    return sorted(entities, key=lambda entity: entity["offset"])


def read_text(text: str, listed: Any, find_user: UserLookup) -> tuple[str, list[Entity]]:
    """Return a text trimmed as Telegram does, with the entities listed beside it and those found in it.

    Raise ApiError.
    """
    if listed is None:
        listed = []
    if not isinstance(listed, list) or not all(isinstance(entity, dict) for entity in listed):
        raise bad_request("can't parse entities JSON object")
    entities = [checked for entity in listed if (checked := _checked(entity, find_user))]
    return _trimmed(text, entities)


def _checked(entity: Entity, find_user: UserLookup) -> Entity | None:
    kind = entity.get("type")
    if not isinstance(entity.get("offset"), int) or not isinstance(entity.get("length"), int):
        raise bad_request("can't parse entities JSON object")
    base: Entity = {"type": kind, "offset": entity["offset"], "length": entity["length"]}
    if base["length"] <= 0:
        return None
    if kind == "text_mention":
        number = named.get("id") if isinstance(named := entity.get("user"), dict) else None
        person = find_user(number) if isinstance(number, int) else None
        return base | {"user": user(person)} if person else None
    if kind == "text_link":
        return _link(base, str(entity.get("url", "")), find_user)
    extra = {
        name: entity[name]
        for name in ("language", "custom_emoji_id", "unix_time", "date_time_format")
        if name in entity
    }
    return base | extra if kind in _PLAIN_KINDS else None


def _link(base: Entity, url: str, find_user: UserLookup) -> Entity | None:
    if match := re.fullmatch(r"tg://user/?\?id=(\d+)", url):
        person = find_user(int(match[1]))
        return base | {"type": "text_mention", "user": user(person)} if person else None
    return base | {"url": url} if re.match(r"(https?|tg|ton)://\S+|[\w.-]+\.\w{2,}", url) else None


def _trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    total = utf16_length(text)
    for entity in entities:
        begin, end = entity["offset"], entity["offset"] + entity["length"]
        if end > total:
            raise bad_request(
                f"entity beginning at UTF-16 offset {begin} ends after the end of the text at UTF-16 offset {total}"
            )
    lead = utf16_length(text) - utf16_length(text.lstrip())
    stripped = text.strip()
    length = utf16_length(stripped)
    # Telegram drops an entity that covers white space alone.
    units = stripped.encode("utf-16-le")
    moved = [each for entity in entities if (each := _moved(entity, lead, length))]
    kept = [each for each in moved if not _part(units, each["offset"], each["length"]).isspace()]
    kept += [found for found in found_entities(stripped) if not _covered(found, kept)]
    return stripped, sorted(kept, key=lambda entity: (entity["offset"], -entity["length"]))[:_MOST_ENTITIES]


def _part(units: bytes, offset: int, length: int) -> str:
    return units[2 * offset : 2 * (offset + length)].decode("utf-16-le", "replace")


def _moved(entity: Entity, lead: int, length: int) -> Entity | None:
    begin = max(0, entity["offset"] - lead)
    end = min(length, entity["offset"] + entity["length"] - lead)
    return entity | {"offset": begin, "length": end - begin} if end > begin else None


def _covered(found: Entity, kept: list[Entity]) -> bool:
    end = found["offset"] + found["length"]
    return any(
        entity["type"] in ("code", "pre", "text_link", "text_mention", found["type"])
        and entity["offset"] < end
        and found["offset"] < entity["offset"] + entity["length"]
        for entity in kept
    )
