"""Styled text as Discord's markdown. Whatever a player wrote is escaped: it styles, links and pings nothing.

Discord reads markup in every text, so each character that could begin some is escaped, wherever the text came from
(survive-67, -68, -74). Commands become mentions of them, which a client shows by their names in its language, to press.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from types import MappingProxyType
from typing import TypeGuard

from bot.i18n.names import encodable
from bot.messaging import RichText, Span, Style, plain_text
from storage.ids import Person

_MARKUP = re.compile(r"[\\*_~|`<>\[\]]|:(?=/)|(?<![^\n])[ \t]*(?:[#+-]|\d+(?=[.)]))")
"""What begins markup: styles, mentions, links; headings and lists only where a line begins."""
_EVERYBODY = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_GAP = "\u200b"
_STYLES = {"bold": "**", "spoiler": "||"}
NO_COMMANDS: Mapping[str, int] = MappingProxyType({})
"""As long as Discord has not told the ids of the commands."""


def escaped(text: str) -> str:
    """Return markdown that shows a text as it is written."""
    return _EVERYBODY.sub(f"@{_GAP}", _MARKUP.sub(_escape, encodable(text)))


def markdown(rich: RichText, commands: Mapping[str, int] = NO_COMMANDS) -> str:
    """Return styled text as markdown; the commands whose ids are given are mentioned.

    A mention of somebody on another platform is plain text.
    """
    runs = groupby(rich, key=lambda span: (span.style, span.person))
    return "".join(_run(style, person, tuple(run), commands) for (style, person), run in runs)


def pinged(rich: RichText) -> int | None:
    """Return the person mentioned first, the only one whom a post may notify."""
    return next((int(span.person.id) for span in rich if span.style == "mention" and _is_ours(span.person)), None)


def _escape(match: re.Match[str]) -> str:
    found = match[0]
    if found[-1].isdigit():
        return f"{found}\\"  # "1\. " is no list
    return found[:-1] + "\\" + found[-1]


def _run(style: Style, person: Person | None, spans: RichText, commands: Mapping[str, int]) -> str:
    if style == "mention" and _is_ours(person):
        return f"<@{person.id}>"
    if style == "code":
        return _around(encodable(plain_text(spans)).replace("`", "'"), "`")
    text = "".join(_unstyled(span, commands) for span in spans)
    mark = _STYLES.get(style)
    return _around(text, mark) if mark else text


def _unstyled(span: Span, commands: Mapping[str, int]) -> str:
    if span.moment:
        return f"<t:{span.moment}:t>"
    name = span.text.removeprefix("/")
    if span.kind == "command" and name in commands:
        return f"</{name}:{commands[name]}>"
    return escaped(span.text)


def _is_ours(person: Person | None) -> TypeGuard[Person]:
    return person is not None and person.platform == "discord" and int(person.id) > 0


def _around(text: str, mark: str) -> str:
    """Put marks around a text, blanks at its ends outside: inside they would undo the style."""
    bare = text.strip()
    if not bare:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{mark}{bare}{mark}{after}"
