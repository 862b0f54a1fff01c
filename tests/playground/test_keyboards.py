"""Inline keyboards (docs/platforms.md A5)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.errors import ApiError
from bot.playground.keyboards import check_keyboard, read_keyboard
from bot.playground.model import Chat, User
from tests.playground.tools import ApiCaller, keys


def key(text: str = "x", **fields: Any) -> dict[str, Any]:
    return {"text": text, **(fields or {"callback_data": "d"})}


def rows_of(markup: Any) -> list[list[str]]:
    return [[each["text"] for each in row] for row in read_keyboard(markup) or []]


def known(number: int) -> User | None:
    return User(number, "Ann") if number == 7 else None


def test_rows_are_cut_at_twelve_and_the_whole_at_three_hundred() -> None:
    wide = {"inline_keyboard": [[key(str(n)) for n in range(13)]]}
    assert rows_of(wide) == [[str(n) for n in range(12)]]
    many = {"inline_keyboard": [[key() for _ in range(12)] for _ in range(30)]}
    assert sum(map(len, rows_of(many))) == 300
    assert len(rows_of(many)) == 25


def test_buttons_without_text_and_rows_without_buttons_are_dropped() -> None:
    markup = {"inline_keyboard": [[key(""), key("a")], [key("")], []]}
    assert rows_of(markup) == [["a"]]


def test_an_empty_keyboard_is_none() -> None:
    assert read_keyboard({"inline_keyboard": []}) is None
    assert read_keyboard(None) is read_keyboard("") is None


@pytest.mark.parametrize(
    ("style", "shown"),
    [("danger", "danger"), ("SUCCESS", "success"), ("primary", "primary"), ("default", None), ("", None)],
)
def test_styles_are_kept(style: str, shown: str | None) -> None:
    keyboard = read_keyboard({"inline_keyboard": [[key(callback_data="d", style=style)]]})
    assert keyboard is not None
    assert keyboard[0][0].get("style") == shown


@pytest.mark.parametrize(
    "url",
    [
        "https://t.me/underhat_bot?start=x",
        "t.me/underhat_bot",
        "http://example.org:8080/a#b",
        "tg://user?id=7",
        "tg://resolve?domain=x",
    ],
)
def test_links_are_accepted(url: str) -> None:
    check_keyboard(read_keyboard({"inline_keyboard": [[key(url=url)]]}), known)


@pytest.mark.parametrize("url", ["", "hats", "http://localhost:80/", "ftp://example.org", "javascript:alert(1)"])
def test_other_links_are_refused(url: str) -> None:
    with pytest.raises(ApiError, match="BUTTON_URL_INVALID"):
        check_keyboard(read_keyboard({"inline_keyboard": [[key(url=url)]]}), known)


@pytest.mark.parametrize(
    ("data", "fits"), [("x" * 64, True), ("x" * 65, False), ("ж" * 32, True), ("ж" * 33, False), ("", False)]
)
async def test_data_is_counted_in_bytes(group: Chat, call: ApiCaller, data: str, fits: bool) -> None:
    """survive-69."""
    reply = await call("sendMessage", chat_id=group.id, text="x", reply_markup=keys(data or " "[:0]))
    if data:
        assert (reply.status == 200) is fits
    else:
        assert "reply_markup" not in reply.result, "its text is empty as well, so the button is dropped"


@pytest.mark.parametrize(("length", "fits"), [(1, True), (256, True), (257, False), (0, False)])
def test_text_to_copy_has_its_limits(length: int, fits: bool) -> None:
    markup = read_keyboard({"inline_keyboard": [[key(copy_text={"text": "x" * length})]]})
    if fits:
        check_keyboard(markup, known)
    else:
        with pytest.raises(ApiError, match="BUTTON_COPY_TEXT_INVALID"):
            check_keyboard(markup, known)


def test_ten_kilobytes_are_too_long() -> None:
    """docs/platforms.md A5: ninety-nine buttons of 64 bytes of data fail."""
    markup = read_keyboard({"inline_keyboard": [[key(callback_data="d" * 64) for _ in range(9)] for _ in range(11)]})
    check_keyboard(read_keyboard({"inline_keyboard": [[key(callback_data="d" * 64)] * 8] * 8}), known)
    with pytest.raises(ApiError, match="reply markup is too long"):
        check_keyboard(markup, known)


@pytest.mark.parametrize(
    ("method", "fields"),
    [
        ("editMessageText", {"text": "new"}),
        ("editMessageReplyMarkup", {}),
    ],
)
async def test_an_edit_without_keyboard_takes_it_away(
    group: Chat, call: ApiCaller, method: str, fields: dict[str, Any]
) -> None:
    sent = await call.text(group.id, reply_markup=keys("x"))
    reply = await call(method, chat_id=group.id, message_id=sent["message_id"], **fields)
    assert "reply_markup" not in reply.result
    assert group.messages[sent["message_id"]].keyboard is None


async def test_another_style_is_a_change(group: Chat, call: ApiCaller) -> None:
    """docs/platforms.md A5: style is part of the comparison."""
    sent = await call.text(group.id, "x", reply_markup={"inline_keyboard": [[key(callback_data="d")]]})
    styled = {"inline_keyboard": [[key(callback_data="d", style="danger")]]}
    where = {"chat_id": group.id, "message_id": sent["message_id"], "text": "x"}
    assert (await call("editMessageText", **where, reply_markup=styled)).status == 200
    assert (await call("editMessageText", **where, reply_markup=styled)).status == 400


@pytest.mark.parametrize(
    "markup",
    [{"keyboard": [["a"]]}, {"inline_keyboard": {}}, {"inline_keyboard": [1]}, {"inline_keyboard": [["x"]]}],
)
def test_what_is_no_keyboard_is_refused(markup: Any) -> None:
    with pytest.raises(ApiError, match="can't parse inline keyboard"):
        read_keyboard(markup)
