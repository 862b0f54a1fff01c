"""The web port: `GET /healthz` and `GET /readyz`, and the routes that others bring (the playground, the webhook)."""

from __future__ import annotations

import errno
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeAlias

from aiohttp import web

from bot.errors import SettingError

Health: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]
"""Returns how the service is. A `status` that is none of `WELL` makes the answer a 503."""
WELL = frozenset({"ok", "degraded", "ready"})

_PATIENCE = 1.0
"""Seconds that requests under way get at a stop: long polls and event streams never end by themselves."""
_BODY = 12 * 2**20
"""Longest request body in bytes: a photo of 10 MB, as Telegram takes, and its form around it."""


class Web:
    """One HTTP server on one address. `async with` starts and stops it."""

    def __init__(
        self,
        host: str,
        port: int,
        routes: Iterable[web.AbstractRouteDef] = (),
        *,
        health: Health,
        ready: Health | None = None,
        middlewares: Iterable[Any] = (),
    ) -> None:
        self.host = host
        self.port = port
        self._health = health
        self._ready = ready or health
        app = web.Application(middlewares=tuple(middlewares), client_max_size=_BODY)
        app.add_routes([web.get("/healthz", self._healthz), web.get("/readyz", self._readyz), *routes])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_PATIENCE)

    @property
    def url(self) -> str:
        """The address to open in a browser of this machine."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    async def start(self) -> None:
        """Listen. Port 0 becomes the port that was free. Raise SettingError naming PORT or HOST."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self.host, self.port).start()
        except OSError as error:
            await self.stop()
            raise self._explain(error) from None
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop listening and let go of every connection. Stopping twice is harmless."""
        await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def _healthz(self, _request: web.Request) -> web.Response:
        return _told(await self._health())

    async def _readyz(self, _request: web.Request) -> web.Response:
        return _told(await self._ready())

    def _explain(self, error: OSError) -> SettingError:
        if error.errno == errno.EADDRINUSE:
            return SettingError(f"PORT: got {self.port}, which another program is using, wants a free one")
        if error.errno == errno.EACCES:
            return SettingError(f"PORT: got {self.port}, which needs more rights, wants one from 1024 on")
        # From Python 3.13 on asyncio tells of an address that is not here without a number.
        if isinstance(error, socket.gaierror) or error.errno in {errno.EADDRNOTAVAIL, None}:
            return SettingError(f"HOST: got {self.host!r}, wants an address of this machine")
        return SettingError(f"HOST and PORT: got {self.host!r} and {self.port}, which cannot be opened: {error}")


def _told(answer: Mapping[str, Any]) -> web.Response:
    return web.json_response(answer, status=200 if answer["status"] in WELL else 503)
