"""Webhook mode: Telegram posts updates to our web port and gets 200 once they are written down."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from telegram.error import TelegramError

from bot.concurrency.backoff import Backoff
from bot.errors import SettingError, StoreError
from bot.meter import UNMETERED, Meter, UpdateFault
from bot.platforms.telegram.client import ApiRefusal, Client
from bot.platforms.telegram.inbox import UpdateInbox, number_of
from bot.platforms.telegram.parsing import ALLOWED_UPDATES
from bot.platforms.telegram.platform import PLATFORM
from bot.platforms.telegram.retry import TelegramTiming, TokenDoubt, is_token_refused

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header
_CONNECTIONS = 40
_LOG = structlog.get_logger(__name__)


class Webhook:
    """The request handler, and its registration, which is looked after. Telegram sends `secret` with every request.

    `shared`: updates may be posted to other processes as well. So the next one of a chat is asked for when this one is
    handled, and what still comes during a stop is written down for the others.
    """

    def __init__(
        self,
        url: str,
        secret: str,
        client: Client,
        clock: Callable[[], float],
        timing: TelegramTiming,
        meter: Meter = UNMETERED,
        *,
        shared: bool = False,
    ) -> None:
        self.url = url
        self._shared = shared
        self._closing = False
        self._meter = meter
        self._secret = secret.encode()
        self._client = client
        self._clock = clock
        self._timing = timing
        self._doubt = TokenDoubt(client.get_me, clock, timing)
        self._inbox: UpdateInbox | None = None
        self._ours_since: float | None = None
        self._may_register = True
        self._error_date: datetime | None = None
        self.registered = False
        """Whether Telegram said, when it was asked last, that the webhook is ours."""
        self.last_contact: float | None = None
        """When Telegram last posted something, or told that the webhook is ours."""
        self.problem = ""
        """What keeps updates from coming in until somebody does something."""
        self.pending = 0
        """How many updates waited at Telegram, when it was asked last."""

    def open(self, inbox: UpdateInbox) -> None:
        """Begin to accept updates."""
        self._inbox, self._closing = inbox, False

    def close(self) -> None:
        """Handle no more. Where nobody else does, requests are refused, so that Telegram repeats their updates."""
        self._closing = True

    async def register(self) -> None:
        """Register the webhook. Raise SettingError for a URL or secret that Telegram refuses."""
        try:
            await self._set()
        except ApiRefusal as refusal:
            if refusal.code == 400:
                raise SettingError(f"PUBLIC_URL: {self.url} is refused: {refusal.description}") from None
            raise

    async def _set(self) -> None:
        await self._client.set_webhook(
            self.url,
            max_connections=_CONNECTIONS,
            allowed_updates=ALLOWED_UPDATES,
            secret_token=self._secret.decode(),
        )
        self._note_ours()

    async def look_after(self) -> None:
        """Ask Telegram now and then whether the webhook is still ours, without end. Raise SettingError."""
        backoff = Backoff(self._timing.retry, min(self._timing.longest_retry, self._timing.check))
        wait = self._timing.check
        while True:
            await asyncio.sleep(wait)
            try:
                await self._look()
            except TelegramError as error:
                wait = backoff.next()
                _LOG.warning("telegram_away", error=type(error).__name__, again_in=wait)
                if is_token_refused(error):
                    self.registered, self.problem = False, "the token is refused"
                    await self._doubt.weigh()
            else:
                self._doubt.clear()
                backoff.reset()
                wait = self._timing.check

    async def _look(self) -> None:
        info = await self._client.get_webhook_info()
        self.pending = info.pending_update_count
        if info.last_error_date is not None and info.last_error_date != self._error_date:
            self._error_date = info.last_error_date
            _LOG.warning("webhook_error", error=info.last_error_message, pending=self.pending)
        if info.url == self.url:
            self._note_ours()
        else:
            await self._win_back(info.url)

    async def _win_back(self, url: str) -> None:
        """Register again after somebody else did; once, since two who fight for a webhook would never end."""
        self.registered, self._ours_since = False, None
        self.problem = "another process has taken the webhook of this token"
        _LOG.error("webhook_lost", at=origin(url) or None, registers_again=self._may_register)
        if self._may_register:
            await self._set()
            self._may_register = False

    def _note_ours(self) -> None:
        now = self.last_contact = self._clock()
        self.registered, self.problem = True, ""
        self._ours_since = now if self._ours_since is None else self._ours_since
        if now - self._ours_since >= self._timing.calm:
            self._may_register = True

    async def handle(self, request: web.Request) -> web.Response:
        """Handle one posted update: 403 without the secret, 400 for a malformed body, 408 for a slow, 503 while closed.

        A body that is larger than the web port takes is refused with 413.
        """
        given = request.headers.get(SECRET_HEADER, "").encode("utf-8", "replace")
        if not hmac.compare_digest(given, self._secret):
            return self._refuse(403, "forged")
        inbox = self._inbox
        if inbox is None or (self._closing and not self._shared):
            return web.Response(status=503)
        try:
            async with asyncio.timeout(self._timing.body):
                body = await request.read()
        except TimeoutError:
            return self._refuse(408, "slow")
        update = _update(body)
        if update is None:
            return self._refuse(400, "malformed")
        self.last_contact = self._clock()
        if self._closing:
            return await _left(inbox, update)
        await inbox.take([update])
        if self._shared:
            await inbox.handled(number_of(update), self._timing.order)
        await inbox.room()
        return web.Response()

    def _refuse(self, status: int, fault: UpdateFault) -> web.Response:
        self._meter.update_refused(PLATFORM, fault)
        return web.Response(status=status)


async def _left(inbox: UpdateInbox, update: dict[str, Any]) -> web.Response:
    """Leave an update to other processes; where that fails, Telegram is to post it again, to one of them."""
    try:
        await inbox.leave([update])
    except StoreError:
        return web.Response(status=503)
    return web.Response()


def origin(url: str) -> str:
    """Return scheme and host of a webhook's URL: many keep a secret in the path."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if url else ""


def _update(body: bytes) -> dict[str, Any] | None:
    try:
        update = json.loads(body)
    except (ValueError, RecursionError):  # the latter for what is nested without end
        return None
    return update if isinstance(update, dict) and number_of(update) else None
