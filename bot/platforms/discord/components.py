"""A post as Discord's components: one container with the text, the picture and the rows of buttons, for all boards.

A button's custom id is its token, so that it works after a restart and after any time. A message holds 40 components;
where a keyboard needs more, its buttons go into selects whose values are the tokens, and none is left out.

They are written as they are sent. The library's own objects are there to hear presses, which are heard by their tokens
here, and making forty of them takes six times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import discord
from discord import ui
from msgspec.structs import replace
from typing_extensions import override

from bot.errors import PostRejected
from bot.i18n.names import cut
from bot.messaging import Button, Picture, Post
from bot.platforms.discord.markdown import NO_COMMANDS, markdown

MOST_COMPONENTS = 40
MOST_TEXT = 4000
ALT = 1024
"""Longest alternative text (docs/platforms.md B6)."""
_TOKEN, _LABEL, _OPTION, _PLACEHOLDER = 64, 80, 100, 150
_IN_A_ROW, _IN_A_SELECT = 5, 25
_FRAME = 3
"""The container, the text and the picture."""
_SELECT_ID = "select"
_AGAIN = re.compile(r"~\d+$")
"""What tells two buttons of one token apart: a message may hold each custom id once."""
_STYLES = {
    "": discord.ButtonStyle.secondary.value,
    "primary": discord.ButtonStyle.primary.value,
    "success": discord.ButtonStyle.success.value,
    "danger": discord.ButtonStyle.danger.value,
}
_LINK = discord.ButtonStyle.link.value
_ROW, _BUTTON, _LIST, _TEXT, _GALLERY, _CONTAINER = (
    kind.value
    for kind in (
        discord.ComponentType.action_row,
        discord.ComponentType.button,
        discord.ComponentType.select,
        discord.ComponentType.text_display,
        discord.ComponentType.media_gallery,
        discord.ComponentType.container,
    )
)

ButtonRow: TypeAlias = tuple[Button, ...]
Component: TypeAlias = dict[str, Any]
"""A component as the API documents it."""


class WrittenLayout(ui.LayoutView):
    """Components that are written already. The library does not keep it to hear presses."""

    def __init__(self, components: list[Component]) -> None:
        super().__init__(timeout=None)
        self._written = components
        self.stop()

    @override
    def to_components(self) -> list[Component]:
        return self._written

    @override
    def has_components_v2(self) -> bool:
        return True

    @override
    def is_dispatchable(self) -> bool:
        return False


def layout(post: Post, commands: Mapping[str, int] = NO_COMMANDS) -> WrittenLayout:
    """Return the components of a post, commands as mentions. Raise PostRejected for what no message can hold."""
    parts: list[Component] = []
    text = _written(post, commands)
    if len(text) > MOST_TEXT:
        text = _written(post, NO_COMMANDS)
    if len(text) > MOST_TEXT:
        raise PostRejected(f"a text of {len(text)} characters")
    if text.strip():
        parts.append({"type": _TEXT, "content": text})
    if post.film:
        parts.append(_gallery(post.film.name))
    if post.picture:
        parts.append(_gallery(post.picture.name, alt_of(post.picture), spoiler=post.spoiler))
    parts += _rows(post.keyboard)
    if not parts:
        raise PostRejected("a post without anything in it")
    return WrittenLayout([{"type": _CONTAINER, "components": parts}])


def _written(post: Post, commands: Mapping[str, int]) -> str:
    """Return the text of a post; details are behind a spoiler, but below a picture, whose alternative text has them."""
    text = markdown(post.text, commands)
    details = () if post.picture else tuple(replace(span, style="spoiler", person=None) for span in post.details)
    return "\n".join(filter(None, (text, markdown(details, commands))))


def alt_of(picture: Picture) -> str:
    """Return the alt text of a picture, cut to what an attachment can carry."""
    return cut(picture.alt, ALT, len)


def token_of(data: Mapping[str, Any]) -> str:
    """Read the token of the button or the select's value that was pressed; empty where there is none."""
    values = data.get("values") or []
    token = str(values[0]) if values else str(data.get("custom_id", ""))
    return "" if token.startswith(f"{_SELECT_ID}:") else _AGAIN.sub("", token)


def tokens_in(components: Iterable[Any]) -> list[str]:
    """Return the tokens of all buttons and lists of a message, as Discord tells of them."""
    found: list[str] = []
    for each in components:
        values = [{"values": [option["value"]]} for option in each.get("options", ())]
        found += filter(None, map(token_of, (each, *values)))
        found += tokens_in(each.get("components", ()))
    return found


def _gallery(file: str, alt: str = "", *, spoiler: bool = False) -> Component:
    item = {"media": {"url": f"attachment://{file}"}, "spoiler": spoiler, **({"description": alt} if alt else {})}
    return {"type": _GALLERY, "items": [item]}


def _rows(keyboard: Sequence[ButtonRow]) -> list[Component]:
    """Return the rows as they are where they fit, else merged into fewer rows, else as selects."""
    room = MOST_COMPONENTS - _FRAME
    rows = [part for row in _told_apart(keyboard) for part in _parted(row)]
    if _size(rows) <= room:
        return [_row(row) for row in rows]
    beside = _rows_beside(rows)
    made = _listed(rows[:-beside], rows[-beside:], room) or _listed(rows[:-1], rows[-1:], room)
    if made is None:
        raise PostRejected(f"a keyboard of {sum(len(row) for row in rows)} buttons")
    return made


def _parted(row: ButtonRow) -> list[ButtonRow]:
    """Part a row into as few as hold it, about equally long."""
    parts = -(-len(row) // _IN_A_ROW)
    ends = [-(-len(row) * part // parts) for part in range(parts + 1)]
    return [row[start:end] for start, end in pairwise(ends)]


def _rows_beside(rows: Sequence[ButtonRow]) -> int:
    """Count the rows at the end that hold nothing of the first button's kind: its tokens end differently alone.

    They are what one may do beside choosing, such as seeing one's secret, and had better stay buttons.
    """
    kind, count = _kind(rows[0][0]), 0
    while count < len(rows) - 1 and all(_kind(button) != kind for button in rows[-count - 1]):
        count += 1
    return max(count, 1)


def _kind(button: Button) -> str:
    return button.token.rpartition(".")[0]


def _listed(rows: Sequence[ButtonRow], beside: Sequence[ButtonRow], room: int) -> list[Component] | None:
    """Put rows into selects, links and the rows beside them below; None where that does not fit."""
    # A select has no links, and costs two components (its own row as well) for up to 25 buttons.
    choices = [button for row in rows for button in row if not button.url]
    links = [button for row in rows for button in row if button.url]
    lists = [choices[start : start + _IN_A_SELECT] for start in range(0, len(choices), _IN_A_SELECT)]
    linked = [tuple(links[start : start + _IN_A_ROW]) for start in range(0, len(links), _IN_A_ROW)]
    if 2 * len(lists) + _size([*linked, *beside]) > room:
        return None
    selects = [_select(options, number) for number, options in enumerate(lists)]
    return [*selects, *(_row(row) for row in (*linked, *beside))]


def _size(rows: Sequence[ButtonRow]) -> int:
    return sum(len(row) + 1 for row in rows)


def _told_apart(keyboard: Sequence[ButtonRow]) -> list[ButtonRow]:
    seen: dict[str, int] = {}
    return [tuple(_told(button, seen) for button in row) for row in keyboard if row]


def _told(button: Button, seen: dict[str, int]) -> Button:
    if button.url:
        return button
    if not 1 <= len(button.token.encode()) <= _TOKEN:
        raise PostRejected(f"a button's token is 1 to {_TOKEN} bytes, not {len(button.token.encode())}")
    seen[button.token] = seen.get(button.token, 0) + 1
    again = seen[button.token]
    return button if again == 1 else Button(button.text, f"{button.token}~{again}", style=button.style)


def _row(buttons: ButtonRow) -> Component:
    return {"type": _ROW, "components": [_button(button) for button in buttons]}


def _button(button: Button) -> Component:
    label = cut(button.text, _LABEL, len)
    if button.url:
        return {"type": _BUTTON, "style": _LINK, "label": label, "url": button.url}
    return {"type": _BUTTON, "style": _STYLES[button.style], "label": label, "custom_id": button.token}


def _select(buttons: Sequence[Button], number: int) -> Component:
    """Build a select. Its id depends on its options, since clients keep a choice as long as the id is the same."""
    options = [{"label": cut(b.text, _OPTION, len), "value": b.token} for b in buttons]
    first, last = (cut(b.text, _PLACEHOLDER // 2 - 2, len) for b in (buttons[0], buttons[-1]))
    select = {
        "type": _LIST,
        "custom_id": f"{_SELECT_ID}:{number}:{buttons[0].token}",
        "placeholder": f"{first} … {last}",
        "options": options,
    }
    return {"type": _ROW, "components": [select]}
