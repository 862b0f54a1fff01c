"""procrastinate's schema beside ours: it comes about, is brought up to date, and neither program meets the other's."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from procrastinate.schema import SchemaManager

from bot.jobs import engine
from storage.postgres import examine
from storage.store import Store
from tests.helpers.mute import mute
from tests.helpers.postgres import Postgres

IN_ITS_SCHEMA = f"-c search_path={engine.SCHEMA}"


def ask(url: str, query: str) -> list[tuple[object, ...]]:
    """Return what a query tells in procrastinate's schema."""
    with psycopg.connect(url, options=IN_ITS_SCHEMA, autocommit=True) as connection:
        cursor = connection.execute(query.encode())
        return cursor.fetchall() if cursor.description else []


COLUMNS = (
    "SELECT table_name, column_name, data_type FROM information_schema.columns"
    f" WHERE table_schema = '{engine.SCHEMA}' ORDER BY 1, 2"
)
FUNCTIONS = f"SELECT proname FROM pg_proc WHERE pronamespace = '{engine.SCHEMA}'::regnamespace ORDER BY 1"


async def test_processes_that_start_at_once_make_one_schema_and_the_store_sees_none_of_it(url: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        await asyncio.gather(
            *(asyncio.get_running_loop().run_in_executor(threads, engine.migrate, url) for _ in "four")
        )
    await asyncio.to_thread(engine.migrate, url)
    assert await examine(url) == 0
    await (await Store.open(url)).close()
    here = await asyncio.to_thread(
        ask, url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'procrastinate%'"
    )
    assert here == [(0,)]


def test_an_older_schema_is_brought_up_to_date(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the migrations of the version that is installed, from the first one on; it becomes what a new one is."""
    migrations = engine._migrations()
    first = next(iter(migrations))
    engine.migrate(url)
    new = [ask(url, query) for query in (COLUMNS, FUNCTIONS)]
    ask(url, f"DROP SCHEMA {engine.SCHEMA} CASCADE")
    with monkeypatch.context() as older:
        older.setattr(engine, "_migrations", lambda: {first: migrations[first]})
        older.setattr(SchemaManager, "get_schema", staticmethod(lambda: migrations[first]))
        engine.migrate(url)
    assert ask(url, "SELECT migration FROM applied") == [(first,)]
    engine.migrate(url)
    assert len(ask(url, "SELECT migration FROM applied")) == len(migrations)
    brought = [ask(url, query) for query in (COLUMNS, FUNCTIONS)]
    assert brought == new


def test_what_is_for_later_waits_until_no_older_process_works(url: str) -> None:
    migrations = engine._migrations()
    last = [name for name in migrations if engine._POST_DEPLOYMENT in name][-1]
    engine.migrate(url)
    forget = f"DELETE FROM applied WHERE migration = '{last}'"
    ask(url, forget)
    ask(url, "INSERT INTO procrastinate_workers DEFAULT VALUES")
    engine.migrate(url)
    applied = f"SELECT count(*) FROM applied WHERE migration = '{last}'"
    assert ask(url, applied) == [(0,)]
    ask(url, "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 minute'")
    engine.migrate(url)
    assert ask(url, applied) == [(1,)]


async def test_a_server_that_says_nothing_is_left_when_it_took_too_long() -> None:
    async with mute() as server:
        _, pool = engine.app_at(server.url)
        engine.quiet_loggers()
        await pool.open()
        try:
            await server.one_hangs_up()
        finally:
            await pool.close()


async def test_a_periodic_job_waits_once_and_no_error_is_logged_by_the_server(server: Postgres, url: str) -> None:
    await asyncio.to_thread(engine.migrate, url)
    begun = len(server.log())
    app, pool = engine.app_at(url)
    async with pool, app.open_async(pool):
        manager = app.job_manager = engine.Manager(app, lambda: None)

        @app.task(name="tick", queueing_lock="tick")
        def tick(timestamp: int) -> None:
            assert timestamp

        async def defer(timestamp: int) -> int | None:
            job = tick.configure(task_kwargs={"timestamp": timestamp}).job
            return await manager.defer_periodic_job(job, "", timestamp)

        first = await defer(1)
        assert first is not None
        assert [await defer(timestamp) for timestamp in (1, 2, 3)] == [None] * 3
        await asyncio.to_thread(ask, url, "UPDATE procrastinate_jobs SET status = 'doing'")
        assert await defer(4) == first + 1
    assert "duplicate key" not in server.log()[begun:]
