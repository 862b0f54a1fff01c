"""Telegram's HTML: the tags it knows, and the exact words for what it does not (PLATFORMS A4, A13)."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from bot.playground.errors import bad_request
from bot.playground.model import Entity

__all__ = ["parse_html"]

_KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
_REFERENCE = re.compile(r"&(?:(lt|gt|amp|quot)|#(\d{1,8})|#[xX]([0-9a-fA-F]{1,8}));?")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_TAG_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE = re.compile(r"\s*([^\s=>]+)\s*(?:=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]*)))?")


@dataclass(slots=True)
class _Open:
    tag: str
    offset: int
    attributes: dict[str, str]


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.out: list[str] = []
        self.length = 0
        self.nested: list[_Open] = []
        self.entities: list[Entity] = []

    def fail(self, text: str) -> Exception:
        return bad_request(f"can't parse entities: {text}")

    def byte(self, at: int) -> int:
        return len(self.source[:at].encode())

    def write(self, text: str) -> None:
        self.out.append(text)
        self.length += len(text.encode("utf-16-le")) // 2

    def read(self) -> tuple[str, list[Entity]]:
        while self.at < len(self.source):
            mark = self.source[self.at]
            if mark == "&":
                self.reference()
            elif mark == "<":
                self.end_tag() if self.source.startswith("</", self.at) else self.start_tag()
            else:
                self.plain()
        if self.nested:
            raise self.fail(f'Can\'t find end tag corresponding to start tag "{self.nested[-1].tag}"')
        return "".join(self.out), self.entities

    def plain(self) -> None:
        stop = re.compile(r"[&<]").search(self.source, self.at)
        end = stop.start() if stop else len(self.source)
        self.write(self.source[self.at : end])
        self.at = end

    def reference(self) -> None:
        match = _REFERENCE.match(self.source, self.at)
        self.write(_character(match) if match else "&")
        self.at = match.end() if match else self.at + 1

    def start_tag(self) -> None:
        begin = self.at
        match = _TAG_NAME.match(self.source, begin + 1)
        assert match is not None
        tag, self.at = match[0].lower(), match.end()
        if self.at >= len(self.source):
            raise self.fail(f"Unclosed start tag at byte offset {self.byte(begin)}")
        if tag not in _KINDS:
            raise self.fail(f'Unsupported start tag "{tag}" at byte offset {self.byte(begin)}')
        attributes = self.attributes(begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self.fail(f'Tag "span" must have class "tg-spoiler" at byte offset {self.byte(begin)}')
        self.nested.append(_Open(tag, self.length, attributes))

    def attributes(self, begin: int) -> dict[str, str]:
        found: dict[str, str] = {}
        while match := _ATTRIBUTE.match(self.source, self.at):
            value = next((group for group in match.groups()[1:] if group is not None), "")
            found[match[1].lower()] = html.unescape(value)
            self.at = match.end()
        end = self.source.find(">", self.at)
        if end < 0:
            raise self.fail(f"Unclosed start tag at byte offset {self.byte(begin)}")
        self.at = end + 1
        return found

    def end_tag(self) -> None:
        begin = self.at
        end = self.source.find(">", begin)
        if not self.nested:
            raise self.fail(f"Unexpected end tag at byte offset {self.byte(begin)}")
        if end < 0:
            raise self.fail(f"Unclosed end tag at byte offset {self.byte(begin)}")
        name = self.source[begin + 2 : end].strip().lower()
        opened = self.nested.pop()
        if name and name != opened.tag:
            where = self.byte(begin)
            raise self.fail(f'Unmatched end tag at byte offset {where}, expected "</{opened.tag}>", found "</{name}>"')
        self.at = end + 1
        self.close(opened)

    def close(self, opened: _Open) -> None:
        length = self.length - opened.offset
        entity: Entity = {"type": _KINDS[opened.tag], "offset": opened.offset, "length": length}
        if opened.tag == "a":
            entity["url"] = opened.attributes.get("href", "")
        if opened.tag == "blockquote" and "expandable" in opened.attributes:
            entity["type"] = "expandable_blockquote"
        if opened.tag == "tg-emoji":
            entity["custom_emoji_id"] = opened.attributes.get("emoji-id", "")
        if length:
            self.entities.append(entity)


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return _NAMED[match[1]]
    code = int(match[2]) if match[2] else int(match[3], 16)
    return chr(code) if 0 < code < 0x110000 else match[0]


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """Give the text and its entities, outer before inner.

    Raises ApiError with the byte offset of what is wrong.
    """
    text, entities = _Reader(source).read()
    return text, sorted(entities, key=lambda entity: (entity["offset"], -entity["length"]))
