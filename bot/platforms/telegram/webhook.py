"""Webhook mode: Telegram posts updates to our own web port; 200 is said when the desk has committed."""

from __future__ import annotations

import asyncio
import hmac
import json
from typing import Any

import structlog
from aiohttp import web

from bot.errors import SettingError
from bot.platforms.telegram.client import ApiRefusal, Client
from bot.platforms.telegram.parsing import ALLOWED_UPDATES
from bot.platforms.telegram.updates import UpdateProcessor

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header
_CONNECTIONS = 40
_LOG = structlog.get_logger(__name__)


class Webhook:
    """The handler and its registration. `secret` must come with every request."""

    def __init__(self, url: str, secret: str, *, hold: float = 5.0) -> None:
        self.url = url
        self._secret = secret.encode()
        self._hold = hold
        self._reception: UpdateProcessor | None = None

    def open(self, reception: UpdateProcessor) -> None:
        """Begin to take updates."""
        self._reception = reception

    def close(self) -> None:
        """Take no more: what comes is refused, so that Telegram keeps it."""
        self._reception = None

    async def register(self, client: Client) -> None:
        """Tell Telegram where to post; a URL or secret it does not take raises SettingError."""
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

    async def handle(self, request: web.Request) -> web.Response:
        """Take one update in. 403 without the secret, 400 for nonsense, 503 while nobody is there to take it."""
        given = request.headers.get(SECRET_HEADER, "").encode("utf-8", "replace")
        if not hmac.compare_digest(given, self._secret):
            return web.Response(status=403)
        if self._reception is None:
            return web.Response(status=503)
        update = await _update(request)
        if update is None:
            return web.Response(status=400)
        task = self._reception.take(update)
        await asyncio.wait([task], timeout=self._hold)
        return web.Response()


async def _update(request: web.Request) -> dict[str, Any] | None:
    try:
        update = json.loads(await request.read())
    except ValueError:
        return None
    return update if isinstance(update, dict) and isinstance(update.get("update_id"), int) else None
