"""A post as Discord's components: one container with the text, the picture and the rows of buttons, for all boards.

A button's custom id is its token, so that it works after a restart and after any time. A message holds 40 components;
where a keyboard needs more, its buttons go into selects whose values are the tokens, and none is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import discord
from discord import ui
from msgspec.structs import replace

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
    "": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

ButtonRow: TypeAlias = tuple[Button, ...]
_Item: TypeAlias = "ui.Item[Any]"


def layout(post: Post, commands: Mapping[str, int] = NO_COMMANDS) -> ui.LayoutView:
    """Return the components of a post, commands as mentions. Raise PostRejected for what no message can hold."""
    container: ui.Container[Any] = ui.Container()
    text = _written(post, commands)
    if len(text) > MOST_TEXT:
        text = _written(post, NO_COMMANDS)
    if len(text) > MOST_TEXT:
        raise PostRejected(f"a text of {len(text)} characters")
    if text.strip():
        container.add_item(ui.TextDisplay(text))
    if post.film:
        container.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{post.film.name}")))
    if post.picture:
        container.add_item(_gallery(post.picture, spoiler=post.spoiler))
    for row in _rows(post.keyboard):
        container.add_item(row)
    if not container.children:
        raise PostRejected("a post without anything in it")
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    view.stop()  # presses are heard by their tokens: the library need not keep every view ever shown
    return view


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


def _gallery(picture: Picture, *, spoiler: bool) -> _Item:
    media = f"attachment://{picture.name}"
    return ui.MediaGallery(discord.MediaGalleryItem(media, description=alt_of(picture) or None, spoiler=spoiler))


def _rows(keyboard: Sequence[ButtonRow]) -> Iterable[_Item]:
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


def _listed(rows: Sequence[ButtonRow], beside: Sequence[ButtonRow], room: int) -> list[_Item] | None:
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


def _row(buttons: ButtonRow) -> _Item:
    return ui.ActionRow(*(_button(button) for button in buttons))


def _button(button: Button) -> ui.Button[Any]:
    label = cut(button.text, _LABEL, len)
    if button.url:
        return ui.Button(label=label, url=button.url)
    return ui.Button(label=label, custom_id=button.token, style=_STYLES[button.style])


def _select(buttons: Sequence[Button], number: int) -> _Item:
    """Build a select. Its id depends on its options, since clients keep a choice as long as the id is the same."""
    options = [discord.SelectOption(label=cut(b.text, _OPTION, len), value=b.token) for b in buttons]
    first, last = (cut(b.text, _PLACEHOLDER // 2 - 2, len) for b in (buttons[0], buttons[-1]))
    select: ui.Select[Any] = ui.Select(
        custom_id=f"{_SELECT_ID}:{number}:{buttons[0].token}", placeholder=f"{first} … {last}", options=options
    )
    return ui.ActionRow(select)
