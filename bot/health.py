"""What `GET /healthz` tells: whether the database answers, when each platform was last heard, and what waits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any, TypeAlias

import structlog

from bot import __version__
from bot.errors import CannotWrite
from storage.store import Store

Pause: TypeAlias = Callable[[], float]
"""Returns for how many seconds a platform lets us wait before we may connect to it again, 0 for not at all."""
Silence: TypeAlias = Callable[[], float | None]
"""Returns how many seconds ago a platform was last heard, None if it calls us and may have nothing to say."""

SILENT = 120.0
"""Seconds after which a platform counts as lost: several long polls, and almost three heartbeats of Discord."""
DATABASE = 5.0
"""Seconds in which the database has to answer, with a write that waits its turn."""
OVERDUE = 60.0
"""Seconds after which a deadline that was not served counts as backlog."""

_LOG = structlog.get_logger(__name__)


def no_pause() -> float:
    """Return that there is nothing to wait for."""
    return 0.0


class HealthCheck:
    """Asks the parts of a process how they are."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._silence: dict[str, Silence] = {}
        self._pauses: dict[str, Pause] = {}
        self._store = store
        self._clock = clock
        self._asking: asyncio.Task[tuple[int, int]] | None = None

    def watch(self, platform: str, silence: Silence, pause: Pause) -> None:
        """Answer for a platform too. One that waits before it may connect is not lost: a new start would not help."""
        self._silence[platform] = silence
        self._pauses[platform] = pause

    async def __call__(self) -> dict[str, Any]:
        """Return the answer; its `status` is "ok", or "broken" if the database or a platform is lost."""
        backlog = await self._backlog()
        platforms = {name: _platform(seconds(), self._pauses[name]()) for name, seconds in self._silence.items()}
        healthy = backlog is not None and not any(each["status"] == "silent" for each in platforms.values())
        return {
            "status": "ok" if healthy else "broken",
            "version": __version__,
            "database": "broken" if backlog is None else "ok",
            "platforms": platforms,
            "waiting_secrets": backlog[0] if backlog else None,
            "overdue_deadlines": backlog[1] if backlog else None,
        }

    async def _backlog(self) -> tuple[int, int] | None:
        # A question is not cancelled, since that would wait for SQLite too, and those who ask meanwhile share it.
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._store.backlog(self._clock() - OVERDUE), name="health")
        asking = self._asking
        await asyncio.wait({asking}, timeout=DATABASE)
        error = "no answer"
        if asking.done():
            try:
                return asking.result()
            except (sqlite3.Error, CannotWrite, ValueError) as failure:  # ValueError: the connection is closed
                error = f"{type(failure).__name__}: {failure}"
        _LOG.error("database_broken", error=error)
        return None


def _platform(silent: float | None, pause: float) -> dict[str, Any]:
    told: dict[str, Any] = {"status": "ok", "seconds_silent": None if silent is None else round(silent, 1)}
    if pause:
        return {**told, "status": "waiting", "seconds_to_wait": round(pause)}
    return {**told, "status": "silent"} if silent is not None and silent > SILENT else told
