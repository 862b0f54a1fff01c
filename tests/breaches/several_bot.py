"""What is broken in each of several processes: one thing that they agree by."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.jobs import work
from bot.jobs.requests import Request, rows
from bot.messaging import Answer, Press
from bot.platforms.discord.interactions import InteractionProcessor
from bot.platforms.telegram.inbox import UpdateInbox
from bot.table.core.directory import TableDirectory
from bot.table.core.table import Table
from storage.postgres_leases import PostgresLeases

_BUSY = 3.0
"""Seconds for which a process that drops what is in hand at a stop has each update in hand, so that there are some."""


def leases_for_all() -> None:
    """Every process is granted every lease."""

    async def acquire(self: PostgresLeases, name: str) -> bool:
        return True

    def holds(self: PostgresLeases, name: str) -> bool:
        return True

    PostgresLeases.acquire = acquire  # type: ignore[method-assign]
    PostgresLeases.holds = holds  # type: ignore[method-assign]


def jobs_twice() -> None:
    """Each request becomes two jobs, which two workers do at the same time."""

    def twice(requests: list[tuple[Request, float]]) -> str:
        more = [
            (msgspec.structs.replace(each, key=f" {each.key}", lock=f"{each.lock}, again"), delay)
            for each, delay in requests
        ]
        return rows([*requests, *more])

    vars(work)["rows"] = twice


def old_memory() -> None:
    """A table that is in memory is never compared with its row."""
    as_it_is = TableDirectory._as_it_is

    async def as_it_was(self: TableDirectory, table: str) -> Table | None:
        return self.in_memory(table) or await as_it_is(self, table)

    TableDirectory._as_it_is = as_it_was  # type: ignore[method-assign]


def updates_in_memory() -> None:
    """An update is confirmed and not written down, and what is in hand at a stop is dropped."""

    async def begin(self: UpdateInbox, number: int, update: dict[str, Any]) -> None:
        await asyncio.sleep(_BUSY)
        if not self._closed:
            self._start(number, update)

    async def take(self: UpdateInbox, updates: Sequence[dict[str, Any]]) -> None:
        for number, update in self._fresh(updates).items():
            waiting.add(task := asyncio.create_task(begin(self, number, update)))
            task.add_done_callback(waiting.discard)

    waiting = set[asyncio.Task[None]]()
    UpdateInbox.take = take  # type: ignore[method-assign]


def presses_in_hand_dropped() -> None:
    """A press in Discord is acknowledged and judged a moment later, and what is in hand at a stop is dropped."""
    judge = InteractionProcessor._judge

    async def judge_later(
        self: InteractionProcessor, press: Press, acknowledged: asyncio.Future[bool]
    ) -> Answer | None:
        await asyncio.sleep(_BUSY)
        return await judge(self, press, acknowledged) if self._open else None

    InteractionProcessor._judge = judge_later  # type: ignore[method-assign]
