"""What the playground's tests share: a clock moved by hand, pictures, and bare calls without a client library."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import aiohttp
from PIL import Image


class ManualClock:
    """Seconds since the epoch, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += seconds


def png(width: int = 64, height: int = 48, colour: int = 90) -> bytes:
    """Draw a plain picture."""
    out = io.BytesIO()
    Image.new("L", (width, height), colour).save(out, "PNG")
    return out.getvalue()


def keys(*data: str) -> dict[str, Any]:
    """Return an inline keyboard with one row."""
    return {"inline_keyboard": [[{"text": each, "callback_data": each} for each in data]]}


@dataclass
class Reply:
    """What the API said, with its HTTP status and headers."""

    status: int
    body: dict[str, Any]
    headers: Any

    @property
    def result(self) -> Any:
        assert self.body["ok"], self.body
        return self.body["result"]

    @property
    def refusal(self) -> tuple[int, str]:
        """Return code and description of an error, whose HTTP status must be the same code."""
        assert self.body["ok"] is False
        assert self.body["error_code"] == self.status
        return self.status, self.body["description"]


class ApiCaller:
    """Calls the API with JSON; `call.form` sends a form, with files a multipart one."""

    def __init__(self, session: aiohttp.ClientSession, base: str, token: str) -> None:
        self.session = session
        self.base = base
        self.token = token

    async def __call__(self, method: str, **params: Any) -> Reply:
        async with self.session.post(f"{self.base}/bot{self.token}/{method}", json=params) as answer:
            return Reply(answer.status, await answer.json(), answer.headers)

    async def form(self, method: str, files: dict[str, tuple[str, bytes]] | None = None, **params: str) -> Reply:
        data: Any = params
        if files:
            data = aiohttp.FormData(params)
            for name, (filename, content) in files.items():
                data.add_field(name, io.BytesIO(content), filename=filename)
        async with self.session.post(f"{self.base}/bot{self.token}/{method}", data=data) as answer:
            return Reply(answer.status, await answer.json(), answer.headers)

    async def photo(self, chat: int, **params: str) -> dict[str, Any]:
        """Send a fresh picture."""
        reply = await self.form("sendPhoto", {"photo": ("board.png", png())}, chat_id=str(chat), **params)
        sent: dict[str, Any] = reply.result
        return sent

    async def text(self, chat: int, text: str = "hello", **params: Any) -> dict[str, Any]:
        """Send a text."""
        sent: dict[str, Any] = (await self("sendMessage", chat_id=chat, text=text, **params)).result
        return sent

    async def updates(self, **params: Any) -> list[dict[str, Any]]:
        """Fetch updates without waiting."""
        found: list[dict[str, Any]] = (await self("getUpdates", **params)).result
        return found
