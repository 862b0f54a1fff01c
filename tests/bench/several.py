"""PostgreSQL against SQLite, and several processes against one: presses a second on the same machine."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import AsyncIterator, Sequence

from tests.bench import on_telegram
from tests.bench.figures import Ratio, Run
from tests.bench.load import Side, alternate, open_all
from tests.bench.on_telegram import WORDS, TableGroup
from tests.helpers.fleet import Fleet, fleet
from tests.helpers.outside import telegram
from tests.helpers.postgres import Postgres, postgres

GROUPS = 20
SAFE = {"fsync": "on", "full_page_writes": "on", "shared_buffers": "128MB", "autovacuum": "on"}
"""What PostgreSQL does where it is not for tests: each commit waits for the disk, as with SQLite here."""


async def databases(run: Run) -> Sequence[Ratio]:
    """Measure presses a second of one process on PostgreSQL against one on SQLite."""
    groups = int(run.pick(GROUPS, 4))
    with postgres(on_disk=True, **SAFE) as server:
        settings = {"DATABASE_URL": server.url(server.fresh(), tcp=True)}
        async with (
            on_telegram.product(run, groups) as (file, _, _),
            on_telegram.product(run, groups, settings=settings) as (shared, _, _),
        ):
            shared.others = [server.pid]
            await alternate((shared, file), run.pick(6.0, 1.0), int(run.pick(4, 1)))
        return [_a_second(shared, file)]


async def processes(run: Run) -> Sequence[Ratio]:
    """Measure presses a second of two processes against one, each side with a load balancer and a PostgreSQL."""
    groups = int(run.pick(GROUPS, 4))
    with postgres(on_disk=True, **SAFE) as server, postgres(on_disk=True, **SAFE) as other:
        async with _served(run, server, 2, groups) as two, _served(run, other, 1, groups) as one:
            await alternate((two, one), run.pick(6.0, 1.0), int(run.pick(4, 1)))
        return [_a_second(two, one)]


def _a_second(side: Side, base: Side) -> Ratio:
    note = (
        f"with the database {side.cpu_ms:.1f} against {base.cpu_ms:.1f} ms of CPU a press, board p50 "
        f"{side.shown_ms(50):.0f} against {base.shown_ms(50):.0f} ms; the driver takes {side.driver_ms:.1f} ms a press"
    )
    return Ratio(side.a_second, base.a_second, "a second", note=note)


@contextlib.asynccontextmanager
async def _served(run: Run, server: Postgres, count: int, groups: int) -> AsyncIterator[Side]:
    """Run so many processes by webhook, and so many groups at play in front of them."""
    database = server.url(server.fresh(), tcp=True)
    async with telegram(slower=1) as (world, url), on_telegram.watched(world) as watch:
        command = [sys.executable, *run.command]
        made = Fleet(run.new_folder(), database, (world, url), webhook=True, command=command)
        async with fleet(made, count):
            pressers = [TableGroup(world, watch, number, WORDS[number % len(WORDS)]) for number in range(groups)]
            await open_all(pressers)
            first, *others = [each.pid for each in made.members if each.pid is not None]
            yield Side(first, pressers, [*others, server.pid])
            await made.stop()
            assert not made.log(), made.log()[-4000:]
