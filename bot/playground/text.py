"""Texts as Telegram reads them: UTF-16 lengths, HTML, entities, commands."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bot.playground.errors import bad_request
from bot.playground.markup import parse_html
from bot.playground.model import Entity, User
from bot.playground.wire import user

__all__ = ["Known", "command_of", "found_entities", "parse", "units"]

Known = Callable[[int], User | None]
"""Finds an account by id among those that may be mentioned."""

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


def units(text: str) -> int:
    """Count UTF-16 code units, as Telegram counts."""
    return len(text.encode("utf-16-le")) // 2


def command_of(text: str) -> tuple[str, str] | None:
    """Give the command a text begins with and the bot it names (may be empty)."""
    match = _COMMAND.match(text)
    return (match[1].lower(), (match[2] or "").lower()) if match else None


def found_entities(text: str) -> list[Entity]:
    """Find what clients make clickable by themselves: commands, links, mentions."""
    if not any(mark in text for mark in "/@"):
        return []
    matches = [("bot_command", match) for match in _COMMAND.finditer(text)]
    for kind, pattern in _OTHERS:
        matches += [(kind, match) for match in pattern.finditer(text)]
    entities = [
        {"type": kind, "offset": units(text[: match.start()]), "length": units(match[0])} for kind, match in matches
    ]
    return sorted(entities, key=lambda entity: entity["offset"])


def parse(text: str, mode: str, listed: Any, known: Known) -> tuple[str, list[Entity]]:
    """Read a text with its markup, or with the entities listed beside it; trim it as Telegram does.

    Raises ApiError as A13 words it.
    """
    if mode:
        if mode.lower() != "html":
            raise bad_request("unsupported parse_mode")
        text, raw = parse_html(text)
    else:
        raw = _listed(listed)
    entities = [shown for entity in raw if (shown := _shown(entity, known))]
    return _trimmed(text, entities)


def _listed(listed: Any) -> list[Entity]:
    if listed is None:
        return []
    if not isinstance(listed, list) or not all(isinstance(entity, dict) for entity in listed):
        raise bad_request("can't parse entities JSON object")
    return listed


def _shown(entity: Entity, known: Known) -> Entity | None:
    kind = entity.get("type")
    if not isinstance(entity.get("offset"), int) or not isinstance(entity.get("length"), int):
        raise bad_request("can't parse entities JSON object")
    base: Entity = {"type": kind, "offset": entity["offset"], "length": entity["length"]}
    if base["length"] <= 0:
        return None
    if kind == "text_mention":
        number = named.get("id") if isinstance(named := entity.get("user"), dict) else None
        person = known(number) if isinstance(number, int) else None
        return base | {"user": user(person)} if person else None
    if kind == "text_link":
        return _link(base, str(entity.get("url", "")), known)
    extra = {name: entity[name] for name in ("language", "custom_emoji_id", "unix_time") if name in entity}
    return base | extra if kind in _PLAIN_KINDS else None


def _link(base: Entity, url: str, known: Known) -> Entity | None:
    if match := re.fullmatch(r"tg://user/?\?id=(\d+)", url):
        person = known(int(match[1]))
        return base | {"type": "text_mention", "user": user(person)} if person else None
    return base | {"url": url} if re.match(r"(https?|tg|ton)://\S+|[\w.-]+\.\w{2,}", url) else None


def _trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    total = units(text)
    for entity in entities:
        end = entity["offset"] + entity["length"]
        if end > total:
            begin = entity["offset"]
            raise bad_request(
                f"entity beginning at UTF-16 offset {begin} ends after the end of the text at UTF-16 offset {total}"
            )
    lead = units(text) - units(text.lstrip())
    stripped = text.strip()
    length = units(stripped)
    kept = [moved for entity in entities if (moved := _moved(entity, lead, length))]
    kept += [found for found in found_entities(stripped) if not _covered(found, kept)]
    return stripped, sorted(kept, key=lambda entity: (entity["offset"], -entity["length"]))[:_MOST_ENTITIES]


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
