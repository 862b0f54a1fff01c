"""`GET /metrics`: who may read the metrics, and what is counted only when somebody asks."""

from __future__ import annotations

import asyncio
import hmac
from collections import Counter
from collections.abc import Collection

import structlog
from aiohttp import web

from bot.errors import StoreError
from bot.metrics import Metrics
from storage.ids import Place
from storage.store import Store

PATH = "/metrics"
PATIENCE = 5.0
"""Seconds that a reader waits for the tables to be counted; collectors give up after ten."""
SHARE = 0.05
"""The part of the time that may go into counting tables: where there are many they are counted less often."""
MOST = 1_000
"""Tables that are counted at once, so that nobody else waits long for the database."""
UNKNOWN = "unknown"
"""The game of a table whose record cannot be read."""
PHASES = ("lobby", "playing", "paused")

_LOG = structlog.get_logger(__name__)


class MetricsPage:
    """The page for a collector. With a token it is shown to those who send that (`Authorization: Bearer`)."""

    def __init__(self, metrics: Metrics, store: Store, games: Collection[str], token: str = "") -> None:
        self._metrics = metrics
        self._store = store
        self._games = games
        self._token = token.encode()
        self._counting: asyncio.Task[None] | None = None
        self._not_before = 0.0

    @property
    def route(self) -> web.RouteDef:
        """What the web port serves."""
        return web.get(PATH, self.handle)

    async def handle(self, request: web.Request) -> web.Response:
        """Return all metrics; 401 without the token. Tables are left out while the database does not answer."""
        if not self._may_read(request.headers.get("Authorization", "")):
            return web.Response(status=401, headers={"WWW-Authenticate": "Bearer"})
        await self._count_tables()
        body, content_type = await self._metrics.page(request.headers.get("Accept", ""))
        return web.Response(body=body, headers={"Content-Type": content_type})

    def _may_read(self, header: str) -> bool:
        if not self._token:
            return True
        scheme, _, given = header.partition(" ")
        sent = given.strip().encode("utf-8", "replace")
        return hmac.compare_digest(sent, self._token) and scheme.casefold() == "bearer"

    async def _count_tables(self) -> None:
        # As in `bot.health`: a question is not cancelled, and those who ask meanwhile share it.
        if self._counting is None or self._counting.done():
            if asyncio.get_running_loop().time() < self._not_before:
                return
            self._counting = asyncio.create_task(self._count(), name="metrics")
        counting = self._counting
        await asyncio.wait({counting}, timeout=PATIENCE)
        if not counting.done():
            self._metrics.note_tables({})

    async def _count(self) -> None:
        loop = asyncio.get_running_loop()
        began, counted = loop.time(), Counter[tuple[str, str]]()
        last: Place | None = None
        try:
            while tables := await self._store.live_by_place(last, MOST):
                last = tables[-1].place
                for each in tables:
                    phase: str = "paused" if each.paused and each.status == "playing" else each.status
                    game = each.game if each.game is not None and each.game in self._games else UNKNOWN
                    counted[game, phase] += 1
        except StoreError as error:
            _LOG.warning("tables_uncounted", error=str(error))
            counted.clear()
        else:
            for game in self._games:
                for phase in PHASES:
                    counted.setdefault((game, phase), 0)
        self._metrics.note_tables(counted)
        now = loop.time()
        self._not_before = now + (now - began) * (1 / SHARE - 1)
