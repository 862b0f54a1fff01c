"""What Discord's refusals mean (docs/platforms.md B11)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.errors import (
    ChatError,
    ChatUnavailable,
    MessageGone,
    PersonUnreachable,
    PicturesForbidden,
    PlaceGone,
    PostRejected,
    SlowDown,
)
from bot.platforms.discord.errors import OpeningsRefused, chat_error, is_over, translating_errors
from tests.helpers.cases import each


def refusal(status: int, code: int, **headers: str) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="", headers=headers)
    return discord.HTTPException(response, {"code": code, "message": "no"})


@each(
    ("status", "code", "call", "meaning"),
    [
        (404, 10008, {}, MessageGone),
        (429, 30046, {"editing": True}, MessageGone),
        (403, 50005, {"editing": True}, MessageGone),
        (400, 50083, {"editing": True}, MessageGone),
        (400, 50083, {}, PlaceGone),
        (400, 160005, {}, PlaceGone),
        (404, 10003, {}, PlaceGone),
        (404, 10004, {}, PlaceGone),
        (403, 50001, {}, PlaceGone),
        (403, 50013, {}, PlaceGone),
        (403, 50013, {"picture": True}, PicturesForbidden),
        (403, 400001, {"picture": True}, PicturesForbidden),
        (403, 50007, {"private": True}, PersonUnreachable),
        (403, 50278, {"private": True}, PersonUnreachable),
        (404, 10013, {"private": True}, PersonUnreachable),
        (403, 50001, {"private": True}, PersonUnreachable),
        (403, 40003, {"private": True}, OpeningsRefused),
        (403, 20026, {"private": True}, OpeningsRefused),
        (429, 0, {}, SlowDown),
        (429, 20028, {}, SlowDown),
        (400, 50035, {}, PostRejected),
        (400, 50006, {}, PostRejected),
        (413, 40005, {}, PostRejected),
        (400, 200000, {}, PostRejected),
        (503, 0, {}, ChatUnavailable),
        (502, 0, {"private": True}, ChatUnavailable),
    ],
)
def test_a_code_has_its_meaning(status: int, code: int, call: dict[str, bool], meaning: type[ChatError]) -> None:
    assert type(chat_error(refusal(status, code), **call)) is meaning


@pytest.mark.parametrize("error", [aiohttp.ClientConnectionError(), TimeoutError(), OSError(), ConnectionResetError()])
def test_no_answer_is_no_refusal(error: BaseException) -> None:
    assert type(chat_error(error)) is ChatUnavailable


def test_the_wait_that_discord_asks_for_is_told() -> None:
    for error, seconds in (
        (refusal(429, 0, **{"Retry-After": "12.5"}), 12.5),
        (refusal(429, 0), 5.0),
        (refusal(429, 0, **{"Retry-After": "soon"}), 5.0),
        (discord.RateLimited(64.5), 64.5),
    ):
        meaning = chat_error(error)
        assert isinstance(meaning, SlowDown)
        assert meaning.seconds == seconds


def test_what_the_library_raises_is_turned() -> None:
    with pytest.raises(MessageGone), translating_errors():
        raise refusal(404, 10008)


@pytest.mark.parametrize("code", [10062, 10015, 50027, 40060, 10008])
def test_an_answer_to_what_is_over_comes_to_nothing(code: int) -> None:
    assert is_over(refusal(404, code))
    assert not is_over(refusal(400, 50035))
