"""Webhook mode: Telegram posts updates to our web port and gets 200 once they are written down."""

from __future__ import annotations

import hmac
import json
from typing import Any

import structlog
from aiohttp import web

from bot.errors import SettingError
from bot.platforms.telegram.client import ApiRefusal, Client
from bot.platforms.telegram.inbox import UpdateInbox
from bot.platforms.telegram.parsing import ALLOWED_UPDATES

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header
_CONNECTIONS = 40
_LOG = structlog.get_logger(__name__)


class Webhook:
    """The request handler and its registration. Telegram sends `secret` in a header of every request."""

    def __init__(self, url: str, secret: str) -> None:
        self.url = url
        self._secret = secret.encode()
        self._inbox: UpdateInbox | None = None
        self.registered = False

    def open(self, inbox: UpdateInbox) -> None:
        """Begin to accept updates."""
        self._inbox = inbox

    def close(self) -> None:
        """Accept no more: requests are refused, so that Telegram keeps their updates and repeats them."""
        self._inbox = None

    async def register(self, client: Client) -> None:
        """Register the webhook. Raise SettingError for a URL or secret that Telegram refuses."""
        try:
            await client.set_webhook(
                self.url,
                max_connections=_CONNECTIONS,
                allowed_updates=ALLOWED_UPDATES,
                secret_token=self._secret.decode(),
            )
        except ApiRefusal as refusal:
            if refusal.code == 400:
                raise SettingError(f"PUBLIC_URL: {self.url} is refused: {refusal.description}") from None
            raise
        self.registered = True

    async def handle(self, request: web.Request) -> web.Response:
        """Handle one posted update: 403 without the secret, 400 for a malformed body, 503 while closed."""
        given = request.headers.get(SECRET_HEADER, "").encode("utf-8", "replace")
        if not hmac.compare_digest(given, self._secret):
            return web.Response(status=403)
        inbox = self._inbox
        if inbox is None:
            return web.Response(status=503)
        update = await _update(request)
        if update is None:
            return web.Response(status=400)
        await inbox.take([update])
        await inbox.room()
        return web.Response()


async def _update(request: web.Request) -> dict[str, Any] | None:
    try:
        update = json.loads(await request.read())
    except ValueError:
        return None
    return update if isinstance(update, dict) and isinstance(update.get("update_id"), int) else None
