"""The playground as a server that only this machine can reach."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from types import TracebackType
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.errors import SettingError
from bot.playground.api import BotApi
from bot.playground.faults import Faults
from bot.playground.world import World

__all__ = ["Playground", "check_loopback", "loopback_only"]

_BOT_PATHS = ("/bot", "/file/bot")


def check_loopback(host: str) -> None:
    """Refuse any address that others could reach. Raises SettingError."""
    if not _is_loopback(host):
        raise SettingError(f"HOST is {host!r}, but the playground listens on a loopback address only (127.0.0.1)")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


@web.middleware
async def loopback_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what a page elsewhere could make a browser send: a foreign Host, or a foreign Origin.

    Bots are no browsers: an Origin is judged outside their paths only, a Host everywhere.
    """
    if not _names_loopback(f"//{request.host}"):
        raise web.HTTPForbidden(text="This host is not served here.")
    origin = request.headers.get("Origin")
    if origin and not request.path.startswith(_BOT_PATHS) and not _names_loopback(origin):
        raise web.HTTPForbidden(text="This origin is not served here.")
    return await handler(request)


def _names_loopback(url: str) -> bool:
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return False
    return host is not None and _is_loopback(host)


class Playground:
    """A Bot API on loopback for as long as the `async with` block lasts; `port` 0 takes a free one."""

    def __init__(
        self,
        world: World,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        faults: Faults | None = None,
        routes: Iterable[web.AbstractRouteDef] = (),
    ) -> None:
        check_loopback(host)
        self.world = world
        self.faults = faults or Faults()
        self._host = host
        self._port = port
        self._routes = list(routes)
        self._api = BotApi(world, faults=self.faults, webhook_wait=0.05)
        self._runner: web.AppRunner | None = None
        self.url = ""

    async def __aenter__(self) -> Playground:
        app = web.Application(middlewares=[loopback_only])
        app.add_routes([*self._api.routes(), *self._routes])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.url = f"http://{self._host}:{port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._api.close()
        if self._runner is not None:
            await self._runner.cleanup()
