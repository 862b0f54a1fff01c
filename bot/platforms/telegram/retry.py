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

_REFUSALS = 5
"""How many times in a row a token that has served has to be refused until that is believed."""


class TelegramTiming(msgspec.Struct, frozen=True):
    """Timeouts in seconds; other values are for tests."""

    poll: int = 25
    """How long Telegram may keep a getUpdates open."""
    hold: float = 5.0
    """After this a press is answered, although its handler has not returned."""
    unwritten: float = 0.1
    """How long a press that is handled may wait for a transaction to be written down with; no other update is fetched
    meanwhile."""
    conflict: float = 30.0
    """How long another poller of the token may still be there, as in a rolling deploy: once to twice as long. Who has
    served for this long without one does not give way."""
    doubt: float = 300.0
    """How long a token that has served has to be refused until that is believed."""
    check: float = 60.0
    """How often the registration of the webhook is looked at, and a foreign webhook by a poller at most."""
    calm: float = 3600.0
    """How long the webhook has to have been ours until it may be registered once more."""
    retry: float = 0.5
    """The first pause after a failure; it doubles."""
    longest_retry: float = 30.0
    drain: float = 6.0
    """How long a stop waits for updates that are being handled."""
    body: float = 10.0
    """How long whoever posts to the webhook may take for the body."""
    sweep: float = 10.0
    """How often updates are looked for that another process has left unfinished, where one process at a time serves.
    What is found twice is taken up."""
    look: float = 1.0
    """The same where several processes serve, of those that do not run any more."""
    stand_by: float = 0.5
    """How often a process that stands by asks for the lease."""
    order: float = 1.0
    """How long another process is not told of the next update of a chat while one is handled, where several serve: one
    that is posted is not confirmed until then, and who stops polling does not let another one poll."""


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
    """Return whether Telegram does not know the token: 401, or 404 for some malformed ones (docs/platforms.md A13).

    The same codes with a page of HTML come from another server in its place, and are an outage.
    """
    return isinstance(error, ApiRefusal) and error.code in {401, 404} and error.is_telegrams


def refused_token() -> SettingError:
    # The token itself is never shown.
    return SettingError("TELEGRAM_TOKEN: Telegram does not know this token; @BotFather shows it under /mybots")


class TokenDoubt:
    """Decides when a token that has served is believed to be refused: good ones are refused now and then (A8)."""

    def __init__(
        self, ask: Callable[[], Awaitable[object]], clock: Callable[[], float], timing: TelegramTiming
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._seconds = timing.doubt
        self._since: float | None = None
        self._count = 0

    def clear(self) -> None:
        """The token is good: something else was answered."""
        self._since, self._count = None, 0

    async def weigh(self) -> None:
        """After a refusal, ask another question. Raise SettingError when that has been refused often and for long."""
        try:
            await self._ask()
        except TelegramError as error:
            if not is_token_refused(error):
                return
        else:
            self.clear()
            return
        now = self._clock()
        self._since = now if self._since is None else self._since
        self._count += 1
        _LOG.warning("token_doubted", times=self._count, for_seconds=round(now - self._since))
        if self._count >= _REFUSALS and now - self._since >= self._seconds:
            raise refused_token() from None
