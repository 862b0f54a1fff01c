"""Timeouts of the Telegram adapter, and retrying while the server is away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
import structlog
from telegram.error import TelegramError

from bot.concurrency.backoff import Backoff
from bot.errors import SettingError
from bot.platforms.telegram.client import ApiRefusal

_LOG = structlog.get_logger(__name__)

T = TypeVar("T")


class TelegramTiming(msgspec.Struct, frozen=True):
    """Timeouts in seconds; other values are for tests."""

    poll: int = 25
    """How long Telegram may keep a getUpdates open."""
    hold: float = 5.0
    """After this a press is answered, although its handler has not returned."""
    conflict: float = 30.0
    """How long another poller of the token may still be there, as in a rolling deploy."""
    retry: float = 0.5
    """The first pause after a failure; it doubles."""
    longest_retry: float = 30.0
    drain: float = 6.0
    """How long a stop waits for updates that are being handled."""
    sweep: float = 10.0
    """How often updates are looked for that another process has left unfinished."""


async def retry_forever(call: Callable[[], Awaitable[T]], timing: TelegramTiming) -> T:
    """Return the result of `call`, repeating it with back-off while the server is away.

    Raise SettingError when Telegram refuses the token.
    """
    backoff = Backoff(timing.retry, timing.longest_retry)
    while True:
        try:
            return await call()
        except TelegramError as error:
            if is_token_refused(error):
                raise refused_token() from None
            wait = max(backoff.next(), (error.retry_after or 0.0) if isinstance(error, ApiRefusal) else 0.0)
            _LOG.warning("telegram_away", error=type(error).__name__, again_in=wait)
        await asyncio.sleep(wait)


def is_token_refused(error: TelegramError) -> bool:
    """Return whether Telegram does not know the token: 401, or 404 for some malformed ones (docs/platforms.md A13)."""
    return isinstance(error, ApiRefusal) and error.code in {401, 404}


def refused_token() -> SettingError:
    # The token itself is never shown.
    return SettingError("TELEGRAM_TOKEN: Telegram does not know this token; @BotFather shows it under /mybots")
