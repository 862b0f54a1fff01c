"""The Bot API client: `telegram.Bot` with the server's error code and description kept.

python-telegram-bot rewrites descriptions and drops codes; `ApiRefusal` keeps both, so that errors can be told apart by
code and parameters first. The token is part of every URL, therefore `bot.logs` silences the libraries that log URLs.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
from telegram import Bot
from telegram.error import TelegramError
from typing_extensions import override

from bot.platforms.telegram.http import Http
from bot.platforms.telegram.partial import message_part

OFFICIAL_API = "https://api.telegram.org"
POOL = 256
"""Connections for everything but getUpdates: more than a token's calls a second times the seconds of a slow one."""

CALL_SECONDS, POLL_MARGIN = 20.0, 10.0
_TOO_MANY = 429


class ApiRefusal(TelegramError):
    """The server answered with an error: its code, description and parameters.

    `is_telegrams`: it was Telegram's own JSON, not the page of a gateway or of another server in its place.
    """

    def __init__(
        self,
        code: int,
        description: str,
        *,
        retry_after: float | None = None,
        migrated_to: int | None = None,
        is_telegrams: bool = True,
    ) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.retry_after = retry_after
        self.migrated_to = migrated_to
        self.is_telegrams = is_telegrams

    def says(self, *parts: str) -> bool:
        """Return whether the description contains one of these parts, ignoring case."""
        description = self.description.casefold()
        return any(part.casefold() in description for part in parts)


class Client(Bot):
    """A client for one token at one base URL: calls go to `<base>/bot<token>/<method>`.

    `on_slow_down` is told the seconds of each 429, whatever was called.
    """

    def __init__(
        self,
        token: str,
        api_url: str = OFFICIAL_API,
        on_slow_down: Callable[[float], None] = lambda _seconds: None,
    ) -> None:
        base = api_url.rstrip("/")
        self._calls = _Request(base, POOL, CALL_SECONDS, on_slow_down)
        self._polls = _Request(base, 1, CALL_SECONDS, on_slow_down)
        super().__init__(
            token,
            base_url=f"{base}/bot",
            base_file_url=f"{base}/file/bot",
            request=self._calls,
            get_updates_request=self._polls,
        )

    async def updates(self, offset: int | None, seconds: int, kinds: list[str]) -> list[dict[str, Any]]:
        """Return raw updates from `offset` on, waiting up to `seconds`; raw, so that a bad one spoils no other."""
        data: dict[str, Any] = {"offset": offset, "timeout": seconds, "allowed_updates": kinds}
        answer = await self._post("getUpdates", data, read_timeout=seconds + POLL_MARGIN)
        return [update for update in answer if isinstance(update, dict)] if isinstance(answer, list) else []

    async def member_status(self, chat: int, person: int) -> str:
        """Return a person's status in a chat, and nothing else: servers differ in the rights they list beside it."""
        answer = await self._post("getChatMember", {"chat_id": chat, "user_id": person})
        return str(answer.get("status", "")) if isinstance(answer, dict) else ""

    async def administrators(self, chat: int) -> frozenset[int]:
        """Return the ids of those who administer a chat."""
        answer = await self._post("getChatAdministrators", {"chat_id": chat})
        members = answer if isinstance(answer, list) else []
        return frozenset(int(member["user"]["id"]) for member in members if isinstance(member, dict))

    @override
    async def _post(self, *args: Any, **kwargs: Any) -> Any:
        answer = await super()._post(*args, **kwargs)
        return message_part(answer) if isinstance(answer, dict) and "message_id" in answer else answer

    async def close_connections(self) -> None:
        """Close every connection; nothing can be called afterwards."""
        await asyncio.gather(self._calls.shutdown(), self._polls.shutdown())


class _Request(Http):
    """The transport, raising ApiRefusal for every response but a success. JSON is read by msgspec, the faster."""

    def __init__(self, base: str, connections: int, seconds: float, on_slow_down: Callable[[float], None]) -> None:
        super().__init__(base, connections, seconds)
        self._on_slow_down = on_slow_down

    @override
    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        code, payload = await super().do_request(*args, **kwargs)
        if not 200 <= code < 300:
            refusal = _refusal(code, payload)
            if code == _TOO_MANY:
                self._on_slow_down(refusal.retry_after or 0.0)
            raise refusal
        return code, payload

    @staticmethod
    @override
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        try:
            return msgspec.json.decode(payload, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeError):  # halves of surrogate pairs; or no JSON, which is theirs to tell
            return Http.parse_json_payload(payload)


def _refusal(code: int, payload: bytes) -> ApiRefusal:
    body = _json(payload)
    parameters = body.get("parameters")
    if not isinstance(parameters, dict):
        parameters = {}
    return ApiRefusal(
        code,
        str(body.get("description", "")),
        retry_after=parameters.get("retry_after"),
        migrated_to=parameters.get("migrate_to_chat_id"),
        is_telegrams=body.get("ok") is False and "error_code" in body,
    )


def _json(payload: bytes) -> dict[str, Any]:
    """Return the decoded body; gateways answer in HTML, which tells nothing and becomes an empty dict."""
    try:
        body = json.loads(payload)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
