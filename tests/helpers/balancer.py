"""A load balancer of the tests' own: each request goes to the next process in turn that says it is ready."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import TracebackType
from typing import Self

import aiohttp
from aiohttp import web

LOOK_SECONDS = 0.2
"""How often each process is asked whether it is ready."""
_ASK_SECONDS = 2.0
_FORWARDED = ("Content-Type", "X-Telegram-Bot-Api-Secret-Token")
_BODY = 2**20


class Balancer:
    """Serves on loopback within an `async with` block; `backends` are the processes' addresses, to be changed at will.

    As the usual proxies it tries another process only where the first did not accept the connection; whatever else goes
    wrong is a 502, after which the sender comes again. `served` counts requests by the process that took them.
    """

    def __init__(self) -> None:
        self.backends: list[str] = []
        self.ready: set[str] = set()
        self.served: Counter[str] = Counter()
        self.url = ""
        self._turn = 0
        app = web.Application(client_max_size=_BODY)
        app.router.add_route("*", "/{rest:.*}", self._forward)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        self._session: aiohttp.ClientSession
        self._looking: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self._session = aiohttp.ClientSession()
        self._looking = asyncio.create_task(self._look_on(), name="balancer")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._looking.cancel()
        await asyncio.gather(self._looking, return_exceptions=True)
        await self._session.close()
        await self._runner.cleanup()

    async def is_ready(self, backend: str) -> bool:
        """Ask a process whether it is ready, whether it is among the backends or not."""
        try:
            async with self._session.get(
                f"{backend}/readyz", timeout=aiohttp.ClientTimeout(total=_ASK_SECONDS)
            ) as answer:
                return answer.status == 200
        except (aiohttp.ClientError, TimeoutError, OSError):
            return False

    async def _look_on(self) -> None:
        while True:
            backends = list(self.backends)
            found = await asyncio.gather(*map(self.is_ready, backends))
            self.ready = {backend for backend, ready in zip(backends, found, strict=True) if ready}
            await asyncio.sleep(LOOK_SECONDS)

    def _in_turn(self) -> list[str]:
        ready = [each for each in self.backends if each in self.ready]
        self._turn += 1
        first = self._turn % len(ready) if ready else 0
        return ready[first:] + ready[:first]

    async def _forward(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {name: request.headers[name] for name in _FORWARDED if name in request.headers}
        for backend in self._in_turn():
            try:
                async with self._session.request(
                    request.method, f"{backend}{request.raw_path}", data=body, headers=headers
                ) as answer:
                    told = await answer.read()
            except aiohttp.ClientConnectorError:
                self.ready.discard(backend)
            except (aiohttp.ClientError, OSError):
                break
            else:
                self.served[backend] += answer.status < 300
                return web.Response(status=answer.status, body=told, content_type=answer.content_type)
        return web.Response(status=502)
