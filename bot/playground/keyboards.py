"""Inline keyboards: what counts as a button, what is cut off, what is refused (A5, A13)."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from bot.playground.errors import bad_request
from bot.playground.model import KeyboardRows, UserLookup

_ROW = 12
_TOTAL = 300
_DATA_BYTES = 64
_MARKUP_BYTES = 9_500  # "about 10 kB": 99 buttons with 64 bytes of data are known to fail
_COPY = 256
_STYLES = frozenset({"danger", "success", "primary"})
_ACTIONS = (
    "callback_data",
    "url",
    "login_url",
    "web_app",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
    "disabled",
)
_URL = re.compile(r"(?:(?:https?)://)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]\S*)?|(?:tg|ton)://\S+", re.IGNORECASE)
_PROFILE = re.compile(r"tg://user/?\?id=(\d+)")


def read_keyboard(raw: Any) -> KeyboardRows | None:
    """Read the decoded parameter `reply_markup`, as the server does before it looks at anything else.

    Reply keyboards, which the bot has no use for, are refused.
    """
    if raw is None or raw == "":
        return None
    if not isinstance(raw, dict):
        raise bad_request("object expected as reply markup")
    rows = raw.get("inline_keyboard")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('can\'t parse inline keyboard: field "inline_keyboard" must be of type Array')
    return _cut([[_button(button) for button in row] for row in rows]) or None


def _button(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise bad_request("can't parse inline keyboard button: expected an Object")
    button: dict[str, Any] = {"text": str(raw.get("text", ""))}
    if icon := raw.get("icon_custom_emoji_id"):
        button["icon_custom_emoji_id"] = icon
    style = str(raw.get("style") or "").lower()
    if style not in _STYLES | {"", "default"}:
        raise bad_request("can't parse inline keyboard button: invalid button style specified")
    if style in _STYLES:
        button["style"] = style
    action = next((name for name in _ACTIONS if name in raw), None)
    if action is None:
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    button[action] = raw[action]
    return button


def _cut(rows: KeyboardRows) -> KeyboardRows:
    kept: KeyboardRows = []
    left = _TOTAL
    for row in rows:
        shown = [button for button in row if button["text"] or "icon_custom_emoji_id" in button][: min(_ROW, left)]
        left -= len(shown)
        if shown:
            kept.append(shown)
    return kept


def check_keyboard(keyboard: KeyboardRows | None, find_user: UserLookup) -> None:
    """Check a keyboard as Telegram's core does once the rest of the call is right. Raise ApiError."""
    if keyboard is None:
        return
    if len(msgspec.json.encode(keyboard)) > _MARKUP_BYTES:
        raise bad_request("reply markup is too long")
    for row in keyboard:
        for button in row:
            _check_button(button, find_user)


def _check_button(button: dict[str, Any], find_user: UserLookup) -> None:
    if "callback_data" in button and not 1 <= len(str(button["callback_data"]).encode()) <= _DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    if "copy_text" in button and not 1 <= len(str(button["copy_text"].get("text", ""))) <= _COPY:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    if "url" not in button:
        return
    url = str(button["url"])
    if match := _PROFILE.fullmatch(url):
        person = find_user(int(match[1]))
        if person is None:
            raise bad_request("BUTTON_USER_INVALID")
        if person.links_forbidden:
            raise bad_request("BUTTON_USER_PRIVACY_RESTRICTED")
    elif not _URL.fullmatch(url):
        raise bad_request("BUTTON_URL_INVALID")
