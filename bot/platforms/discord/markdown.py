"""Styled text as Discord's markdown. Whatever a player wrote is escaped: it styles, links and pings nothing.

Discord reads markup in every text, so each character that could begin some is escaped, wherever the text came from
(survive-67, -68, -74). Commands become mentions of them, which a client shows by their names in its language, to press.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from bot.messaging import RichText, Span

_MARKUP = re.compile(r"[\\*_~|`<>\[\]]|:(?=/)|(?<![^\n])[ \t]*(?:[#+-]|\d+(?=[.)]))")
"""What begins markup: styles, mentions, links; headings and lists only where a line begins."""
_EVERYBODY = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_COMMAND = re.compile(
    "\u2068(?:[^\u2066-\u2069]|[\u2066-\u2068][^\u2069]*\u2069)*\u2069?"
    r"|(?<![\w/\\.:-])/(?P<name>[a-z]+)(?!\w|[/\\-]|\.\w)"
)
"""A name of somebody or something, which is left alone, or the whole word of a command."""
_GAP = "\u200b"
_STYLES = {"bold": "**", "spoiler": "||"}
NO_COMMANDS: Mapping[str, int] = MappingProxyType({})
"""As long as Discord has not told the ids of the commands."""


def escaped(text: str, commands: Mapping[str, int] = NO_COMMANDS) -> str:
    """Give a text that is shown as it is written, but for the commands of these ids: they are mentioned."""
    plain = _EVERYBODY.sub(f"@{_GAP}", _MARKUP.sub(_escape, _clean(text)))
    return _COMMAND.sub(lambda found: _mention(found, commands), plain) if commands else plain


def markdown(rich: RichText, commands: Mapping[str, int] = NO_COMMANDS) -> str:
    """Give styled text as markdown; a mention of somebody on another platform is plain text."""
    return "".join(_span(span, commands) for span in rich)


def pinged(rich: RichText) -> int | None:
    """Give the person mentioned first, the only one whom a post may ring."""
    return next(
        (int(span.person.id) for span in rich if span.style == "mention" and _is_ours(span) and span.person), None
    )


def cut(text: str, limit: int) -> str:
    """Cut a text to so many characters, ending in an ellipsis where something was left out."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _escape(match: re.Match[str]) -> str:
    found = match[0]
    if found[-1].isdigit():
        return f"{found}\\"  # "1\. " is no list
    return found[:-1] + "\\" + found[-1]


def _mention(found: re.Match[str], commands: Mapping[str, int]) -> str:
    command = commands.get(found["name"] or "")
    return found[0] if command is None else f"</{found['name']}:{command}>"


def _span(span: Span, commands: Mapping[str, int]) -> str:
    if span.style == "mention" and _is_ours(span) and span.person:
        return f"<@{span.person.id}>"
    if span.style == "code":
        return _around(_clean(span.text).replace("`", "'"), "`")
    text = escaped(span.text) if span.style == "mention" else escaped(span.text, commands)
    mark = _STYLES.get(span.style)
    return _around(text, mark) if mark else text


def _is_ours(span: Span) -> bool:
    return span.person is not None and span.person.platform == "discord" and int(span.person.id) > 0


def _around(text: str, mark: str) -> str:
    """Put marks around a text, blanks at its ends outside: inside they would undo the style."""
    bare = text.strip()
    if not bare:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{mark}{bare}{mark}{after}"


def _clean(text: str) -> str:
    """Replace halves of surrogate pairs, which no encoding can send."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
