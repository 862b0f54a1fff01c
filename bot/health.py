"""What `GET /healthz` and `GET /readyz` tell: the database, each platform, and what waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

import structlog

from bot import __version__
from bot.errors import StoreError
from bot.platforms.adapter import PlatformHealth
from storage.store import Store

Probe: TypeAlias = Callable[[], PlatformHealth]
"""Returns how a platform is."""

SILENT = 120.0
"""Seconds after which a platform counts as lost: several long polls, and almost three heartbeats of Discord."""
DATABASE = 5.0
"""Seconds in which the database has to answer, with a write that waits its turn."""
OVERDUE = 60.0
"""Seconds after which a deadline that was not served counts as backlog."""

_LOG = structlog.get_logger(__name__)


class HealthCheck:
    """Asks the parts of a process how they are."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._probes: dict[str, Probe] = {}
        self._ended: dict[str, str] = {}
        self._store = store
        self._clock = clock
        self._asking: asyncio.Task[tuple[int, int]] | None = None

    def watch(self, platform: str, probe: Probe) -> None:
        """Answer for a platform too."""
        self._probes[platform] = probe

    def note_end(self, platform: str, reason: str) -> None:
        """Note that a platform has ended while others serve on; an empty reason: that it serves again."""
        self._ended[platform] = reason

    async def __call__(self) -> dict[str, Any]:
        """Return the answer of `/healthz`.

        Its `status` is "ok"; "degraded" if some platforms are lost and another is not, which a restart would only
        make worse; or "broken" if the database or every platform is lost.
        """
        backlog = await self._backlog()
        platforms = {name: self._platform(name, probe()) for name, probe in self._probes.items()}
        lost = [each["status"] not in {"ok", "waiting"} for each in platforms.values()]
        broken = backlog is None or (any(lost) and all(lost))
        return {
            "status": "broken" if broken else "degraded" if any(lost) else "ok",
            "version": __version__,
            **self._process(),
            "database": "broken" if backlog is None else "ok",
            "database_id": await self._store.identity(),
            "platforms": platforms,
            "waiting_secrets": backlog[0] if backlog else None,
            "overdue_deadlines": backlog[1] if backlog else None,
        }

    async def ready(self) -> dict[str, Any]:
        """Return the answer of `/readyz`: "ready" while the database can be written and updates of a platform come in.

        Unlike health it changes at once, at a start and a stop too.
        """
        database = await self._backlog() is not None
        serving = {name: probe().serving and not self._ended.get(name) for name, probe in self._probes.items()}
        return {
            "status": "ready" if database and any(serving.values()) else "not ready",
            **self._process(),
            "database": "ok" if database else "broken",
            "serving": serving,
        }

    def _process(self) -> dict[str, str]:
        """Tell which of several processes answers."""
        return {"process": self._store.leases.me} if self._store.shared else {}

    async def _backlog(self) -> tuple[int, int] | None:
        # A question is not cancelled, since that would wait for the database too, and those who ask meanwhile share it.
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._store.backlog(self._clock() - OVERDUE), name="health")
            self._asking.add_done_callback(_note)
        asking = self._asking
        await asyncio.wait({asking}, timeout=DATABASE)
        error = "no answer"
        if asking.done():
            try:
                return asking.result()
            except StoreError as failure:
                error = f"{type(failure).__name__}: {failure}"
        _LOG.error("database_broken", error=error)
        return None

    def _platform(self, name: str, health: PlatformHealth) -> dict[str, Any]:
        ended = self._ended.get(name, "")
        problem = ended or health.problem
        answer: dict[str, Any] = {
            "status": "ended" if ended else "broken" if problem else _status(health),
            "serving": health.serving and not ended,
            "seconds_silent": round(health.silent, 1),
        }
        if problem:
            answer["problem"] = problem
        if health.waits:
            answer["seconds_to_wait"] = round(health.waits)
        return answer | health.details


def _status(health: PlatformHealth) -> str:
    if health.waits:
        return "waiting"
    return "silent" if health.silent > SILENT else "ok"


def _note(asked: asyncio.Task[tuple[int, int]]) -> None:
    """Take note of how a question has ended that nobody may wait for any more; who waits tells of it."""
    if not asked.cancelled():
        asked.exception()
