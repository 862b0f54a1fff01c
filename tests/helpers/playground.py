"""The playground's Bot API as a server of its own, for as long as a test needs it."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.playground.api import BotApi
from bot.playground.faults import Faults
from bot.playground.loopback import loopback_only
from bot.playground.webhook import WebhookSender
from bot.playground.world import World


class Playground:
    """Serves a world on loopback within an `async with` block; `port` 0 takes a free one.

    `middlewares` see each call before the Bot API does, and its answer before the bot does.
    """

    def __init__(
        self,
        world: World,
        *,
        port: int = 0,
        routes: Iterable[web.AbstractRouteDef] = (),
        middlewares: Iterable[Middleware] = (),
    ) -> None:
        self.world = world
        self.url = ""
        self._port = port
        self._api = BotApi(world, webhook_wait=0.05)
        app = web.Application(middlewares=[loopback_only, *middlewares])
        app.add_routes([*self._api.routes(), *routes])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)

    @property
    def faults(self) -> Faults:
        return self.world.faults

    @property
    def webhook(self) -> WebhookSender:
        return self._api.webhook

    async def __aenter__(self) -> Playground:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._api.close()
        await self._runner.cleanup()
