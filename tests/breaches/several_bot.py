"""What is broken in each of several processes: one thing that they agree by."""

from __future__ import annotations

import msgspec

from bot.jobs import work
from bot.jobs.requests import Request, rows
from bot.table.core.directory import TableDirectory
from bot.table.core.table import Table
from storage.postgres_leases import PostgresLeases


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
