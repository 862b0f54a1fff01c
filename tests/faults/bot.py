"""The whole service in the test's own process, before both loopback platforms, with its workers and a clock."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import structlog

from bot.logs import set_up_logs
from bot.messaging import Picture
from bot.platforms.adapter import AdapterGroup
from bot.playground.world import World
from bot.service import Service
from bot.settings import Settings
from bot.worker_pool import WorkerPool, process_executor
from storage.store import Store
from tests.helpers.discord.people import Discord, until
from tests.helpers.paint import paint
from tests.helpers.power import Disk


class SettableClock:
    """The machine's clock, which somebody sets; and a steady one, which shows only the time that passes."""

    def __init__(self) -> None:
        self.set_by = 0.0
        self._passed = 0.0

    def __call__(self) -> float:
        """Return Unix seconds."""
        return time.time() + self._passed + self.set_by

    def steady(self) -> float:
        """Return seconds that nobody sets."""
        return time.monotonic() + self._passed

    def advance(self, seconds: float) -> None:
        """Let time pass, for both."""
        self._passed += seconds


class Bot:
    """The service. `patience` is how long a process that draws or thinks may hang, `disk` what its database is on."""

    def __init__(
        self,
        telegram: World,
        url: str,
        discord: Discord,
        api: str,
        folder: Path,
        disk: Disk,
        clock: SettableClock,
        patience: float,
    ) -> None:
        self.disk = disk
        self.database = folder / "bot.db"
        self.service: Service
        self.store: Store
        self._telegram, self._url, self._discord, self._api = telegram, url, discord, api
        self._clock = clock
        self._patience = patience
        self._stop = asyncio.Event()
        self.running: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start it and wait until both platforms are served."""
        settings = Settings(
            _env_file=None,
            telegram_api_url=self._url,
            database_url=f"sqlite:///{self.database}",
            telegram_group_per_minute=0,
            telegram_per_second=0,
        )
        self.store = await Store.open(self.database)
        self.service = service = Service(
            settings,
            self.store,
            self._clock,
            executor_factory=process_executor,
            computer_executor_factory=process_executor,
            patience=self._patience,
            steady=self._clock.steady,
        )
        draw = service.render_cache.draw
        service.render_cache.draw = lambda picture: draw(_blank(picture))  # type: ignore[method-assign]
        adapters = AdapterGroup(
            {
                "telegram": service.telegram(self._telegram.token, self._url, introduce=False),
                "discord": service.discord(self._discord.token, self._api),
            },
            service.health.note_end,
        )
        self._stop = asyncio.Event()
        before, polls = self._discord.gateway.identifies, len(self._telegram.calls)
        self.running = asyncio.create_task(service.run(adapters, self._stop))
        await until(lambda: self._discord.gateway.identifies > before and self._discord.commands.registered, 120)
        await until(lambda: any(call.method == "getUpdates" for call in list(self._telegram.calls)[polls:]), 120)

    async def close(self) -> None:
        """Stop it as a signal does."""
        if self.running is not None:
            self._stop.set()
            try:
                await self.running
            finally:
                self.running = None
                await asyncio.to_thread(self.service.close)
                await self.store.close()

    def drawing(self) -> list[int]:
        """List the processes that draw."""
        return _processes(self.service.render_cache._workers)

    def thinking(self) -> list[int]:
        """List the processes in which computers think."""
        return _processes(self.service.computer_pool)


def _processes(pool: WorkerPool) -> list[int]:
    workers = pool._workers
    return [] if workers is None else list(getattr(workers.executor, "_processes", None) or ())


def _blank(picture: Picture) -> Picture:
    """Return a picture of the usual size that a process draws as quickly as can be."""
    return Picture(picture.key, partial(paint, picture.key, 1280, 960), picture.alt)


@contextlib.contextmanager
def logged() -> Iterator[io.StringIO]:
    """Log into memory for a block; what was set up before is put back."""
    root = logging.getLogger()
    handlers, level, config = root.handlers[:], root.level, structlog.get_config()
    told = io.StringIO()
    set_up_logs("WARNING", "json", stream=told)
    try:
        yield told
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        logging.captureWarnings(capture=False)
        structlog.configure(**config)


def events(log: io.StringIO) -> list[dict[str, Any]]:
    """Return the lines of the log."""
    return [json.loads(line) for line in log.getvalue().splitlines() if line.startswith("{")]
