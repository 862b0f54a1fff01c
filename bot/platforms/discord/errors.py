"""What Discord's refusals mean to a table, by their codes (docs/platforms.md B11)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import aiohttp
import discord

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

AWAY = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, asyncio.TimeoutError, OSError)
"""Everything that a call of the library raises when Discord says no or is not there."""

_FLOOD_SECONDS = 5.0
"""How long to wait where a 429 does not say."""
_UNKNOWN_CHANNEL, _UNKNOWN_GUILD, _UNKNOWN_MESSAGE, _UNKNOWN_USER = 10003, 10004, 10008, 10013
_UNKNOWN_WEBHOOK, _UNKNOWN_INTERACTION = 10015, 10062
_OLD_EDITS, _ANSWERED, _BAD_INTERACTION_TOKEN = 30046, 40060, 50027
_NO_ACCESS, _NO_PERMISSION, _ARCHIVED, _LOCKED, _FORUM = 50001, 50013, 50083, 160005, 40058
_NOT_OURS, _NO_UPLOADS = 50005, 400001
_DM_FLOOD = {40003, 20026}
"""Too many direct messages with somebody new; the second code is that of a bot in quarantine."""
_MESSAGING_LIMITS = {20016, 20028}
_PERSON = {50007, 50278, _UNKNOWN_USER}
_PLACE = {_UNKNOWN_CHANNEL, _UNKNOWN_GUILD, _NO_ACCESS, _LOCKED, _FORUM}
_MESSAGE = {_UNKNOWN_MESSAGE, _OLD_EDITS, _NOT_OURS}


class OpeningsRefused(PersonUnreachable):
    """Discord lets the bot write to nobody new for a while, whoever it is."""


def chat_error(
    error: BaseException, *, private: bool = False, editing: bool = False, picture: bool = False
) -> ChatError:
    """Return the ChatError for an error of a call; the flags tell what the call was.

    Editing in an archived thread is refused where sending opens it again, so its message counts as gone. A missing
    permission is taken for that to attach files as long as there is a file: without one it is asked again.
    """
    if isinstance(error, discord.RateLimited):
        return SlowDown(error.retry_after)
    if not isinstance(error, discord.HTTPException):
        return ChatUnavailable(type(error).__name__)
    said = f"{error.status} {error.code} {error.text}"[:200]
    if error.code in _MESSAGE or (error.code == _ARCHIVED and editing):
        return MessageGone(said)
    if private and error.code in _DM_FLOOD:
        return OpeningsRefused(said)
    if error.code in _MESSAGING_LIMITS or error.status == 429:
        return SlowDown(_retry_after(error))
    if picture and error.code == _NO_UPLOADS:
        return PicturesForbidden(said)
    if error.code in _PERSON or (private and error.status in {403, 404}):
        return PersonUnreachable(said)
    if error.code == _NO_PERMISSION and picture:
        return PicturesForbidden(said)
    if error.code in _PLACE or error.code == _ARCHIVED or error.status == 403:
        return PlaceGone(said)
    return PostRejected(said) if error.status in {400, 404, 413} else ChatUnavailable(said)


@contextmanager
def translating_errors(*, private: bool = False, editing: bool = False, picture: bool = False) -> Iterator[None]:
    """Translate the library's errors into ours."""
    try:
        yield
    except AWAY as error:
        raise chat_error(error, private=private, editing=editing, picture=picture) from None


def is_over(error: BaseException) -> bool:
    """Return whether a response failed because its interaction or its message is gone, which is harmless."""
    gone = isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_MESSAGE
    return gone or is_expired(error) or is_answered(error)


def is_expired(error: BaseException) -> bool:
    """Return whether an interaction was answered too late, or was sent again after a resume."""
    return isinstance(error, discord.HTTPException) and error.code in {
        _UNKNOWN_INTERACTION,
        _UNKNOWN_WEBHOOK,
        _BAD_INTERACTION_TOKEN,
    }


def is_answered(error: BaseException) -> bool:
    """Return whether an interaction has been acknowledged before."""
    if isinstance(error, discord.InteractionResponded):
        return True
    return isinstance(error, discord.HTTPException) and error.code == _ANSWERED


def try_again_after(error: BaseException, pause: float) -> float | None:
    """Return in how many seconds a call that failed may succeed, `pause` where Discord says nothing; None if never."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if not isinstance(error, discord.HTTPException):
        return pause
    if error.status == 429:
        return _retry_after(error)
    return pause if error.status >= 500 else None


def _retry_after(error: discord.HTTPException) -> float:
    return retry_after(getattr(error.response, "headers", {}))


def retry_after(headers: Mapping[str, str]) -> float:
    """Return the seconds that the headers of a 429 tell to wait."""
    try:
        return max(0.0, float(headers.get("Retry-After", _FLOOD_SECONDS)))
    except ValueError:
        return _FLOOD_SECONDS
