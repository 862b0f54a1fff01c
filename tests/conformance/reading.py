"""Discord's messages as their readers see them: texts without markup, buttons and lists to press."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.conformance.stage import Key
from tests.helpers.discord.model import walk

_TEXT, _BUTTON, _SELECT = 10, 2, 3
_MARKUP = re.compile(
    r"\\(?P<literal>[^0-9A-Za-z\s])|`(?P<code>[^`]*)`|<@(?P<who>\d+)>|<(?P<command>/[a-z]+):\d+>"
    r"|\*\*|\|\||[*_~`|\[\]]|(?<![^\n])[#>+-] "
)
_UNSEEN = re.compile("[\u200b\u2060\u2066-\u2069]")


def bare(text: str) -> str:
    """Take out what orders names and breaks pings: nobody sees it."""
    return _UNSEEN.sub("", text)


def read(text: str, names: Mapping[int, str]) -> str:
    """Read a text as a client shows it: what is escaped stays, markup is not seen, mentions are names or commands."""

    def shown(found: re.Match[str]) -> str:
        if found["who"]:
            return names.get(int(found["who"]), found[0])
        return found["literal"] or found["code"] or found["command"] or ""

    return bare(_MARKUP.sub(shown, text))


def text_of(message: Any) -> str:
    """Return all that is written in a message, with its markup."""
    texts = [str(each.get("content", "")) for each in walk(message.components) if each["type"] == _TEXT]
    return "\n".join(filter(None, (message.content, *texts)))


def described(message: Any) -> str:
    """Return the descriptions of a message's pictures."""
    items = [item for each in walk(message.components) for item in each.get("items", ())]
    return "\n".join(bare(item.get("description") or "") for item in items)


def keys_in(components: list[dict[str, Any]]) -> tuple[Key, ...]:
    """List what one can press, in reading order; links are left out."""
    keys: list[Key] = []
    for each in walk(components):
        if each["type"] == _BUTTON and each.get("custom_id"):
            keys.append(Key(bare(each.get("label") or ""), each["custom_id"]))
        elif each["type"] == _SELECT:
            keys += [Key(bare(option["label"]), option["value"], each["custom_id"]) for option in each["options"]]
    return tuple(keys)
