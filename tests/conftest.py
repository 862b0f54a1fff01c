"""Fixtures of all tests: a detector of blocking calls, a database of its own, a clock that it moves."""

from __future__ import annotations

import gc
import os
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
import pytest_asyncio
from aiohttp.web_app import _cached_build_middleware
from blockbuster import blockbuster_ctx
from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.logs import set_up_logs
from bot.table.running import manager
from tests.helpers.clock import MovingClock
from tests.helpers.dealing import draw_from
from tests.helpers.memory import remember_files
from tests.helpers.postgres import Postgres, postgres
from tests.helpers.ramdisk import in_memory
from tests.helpers.shares import Shares, processes, read_in_turn, spread
from tests.helpers.zygote import Zygote, zygote

if TYPE_CHECKING:
    from storage.postgres import Connection

# Two cores are shared by whatever else runs: how long an example took says nothing about the code.
hypothesis.settings.register_profile(
    "underhat", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True
)
hypothesis.settings.load_profile("underhat")

remember_files()

# Here, since tests of other folders import them before those of their own folder are collected.
pytest.register_assert_rewrite(
    *(f"tests.conformance.{rows}" for rows in ("lobby", "moves", "secrets", "leaving", "places", "games"))
)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Shares:
    return Shares(config, log)


def pytest_xdist_auto_num_workers() -> int:
    return processes()


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Have the folders of tests in memory where there is room: most of what they write is gone a moment later."""
    if place := in_memory(ROOM):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(place))  # so pytest calls what `tmp_path` is made in


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    read_in_turn(session.config)


def pytest_collection_finish() -> None:
    """Keep what has been loaded by now, and all items, out of the garbage collector's way: it stays to the end.

    What tests make is looked through less often than usual: indexes and pictures that are kept for all of them are many
    objects, and to look through them took a twentieth of all CPU, in places a tenth.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Let the servers of a test go: aiohttp remembers a thousand of them, each with its world and its event loop."""
    _cached_build_middleware.cache_clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    spread(items)


ROOM = 6 << 30
"""Bytes that have to be free in memory for the folders of tests: several times what they hold at a time."""
YOUNG = 10_000
"""So many more objects than were let go are made before the collector looks for circles among them."""
READING = ("os.stat", "os.listdir", "os.scandir", "io.BufferedReader.read", "io.TextIOWrapper.read")
STARTUP_READERS = {
    "bot/settings.py": {"_check_database", "_served_locales"},
    "bot/service.py": {"__init__"},
    "bot/operations.py": {"verify"},
}
"""Functions that may read files on the event loop: they run once, before any update is received."""


@pytest.fixture(scope="session", autouse=True)
def no_blocking_calls() -> Iterator[None]:
    """Fail a test in which our code blocks the event loop: sleeps, reads files, asks SQLite, waits for a lock.

    Only stacks with our own code in them count, so pytest, hypothesis and Playwright need no exception. aiosqlite asks
    SQLite in a thread of its own, where no loop runs, and log lines may go to the standard streams. A semaphore of a
    pool that is gone unlinks itself when the garbage collector comes by, in whatever test that is.
    """
    with blockbuster_ctx(["bot", "storage"]) as detector:
        for reading in READING:
            for file, functions in STARTUP_READERS.items():
                detector.functions[reading].can_block_in(file, functions)
        detector.functions["os.write"].can_block_in("multiprocessing/synchronize.py", "_cleanup")
        yield


@pytest.fixture(scope="session", autouse=True)
def short_holds() -> Iterator[None]:
    """Hold the board of a turn half done for a moment only: whoever waits for all to be shown waits that long too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manager, "MID_TURN_SECONDS", 0.2)
        yield


@pytest.fixture(scope="session", autouse=True)
def plain_logs() -> None:
    """Log as the process does: the library's default asks for source files to make its tracebacks beautiful."""
    set_up_logs("WARNING", "json", ())


@pytest.fixture(autouse=True)
def dealt(request: pytest.FixtureRequest) -> Iterator[None]:
    """Deal a test in this process the same cards each time it runs; `DEALT=2` and so on deals it others.

    A test that fails with one hand in a hundred is found by many of these, not by chance in somebody else's change.
    Discord's ids, which are times, go into what is dealt, so it holds for Telegram alone.
    """
    source = random.Random(f"{os.environ.get('DEALT', '')} {request.node.nodeid}")
    with pytest.MonkeyPatch.context() as patch:
        draw_from(patch, source.randbytes)
        yield


@pytest.fixture
def logged() -> Iterator[list[EventDict]]:
    """Yield the lines that are logged from now on, whatever their level; `tests.helpers.logs` reads them."""
    with capture_logs() as lines:
        yield lines


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return the path of a database that does not exist yet, in a folder that does."""
    return tmp_path / "underhat.db"


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """Run a PostgreSQL for all tests of this process that ask for one."""
    with postgres() as running:
        yield running


@pytest.fixture
def name(server: Postgres) -> Iterator[str]:
    """Return the name of a database on that server which has its schema, and nobody else uses."""
    made = server.fresh()
    yield made
    server.drop(made)


@pytest.fixture
def url(server: Postgres, name: str) -> str:
    """Return its address."""
    return server.url(name)


@pytest.fixture(scope="module")
def module_database(server: Postgres) -> Iterator[str]:
    """Return the name of a database on that server which has its schema, and one module's tests alone use."""
    made = server.fresh()
    yield made
    server.drop(made)


@pytest.fixture(scope="module")
def connection(server: Postgres, module_database: str) -> Iterator[Connection]:
    """Return a connection to it."""
    from tests.helpers.counts import opened  # which loads psycopg: few tests need it

    made = opened(server.url(module_database))
    yield made
    made.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def forks() -> AsyncIterator[Zygote]:
    """Keep the process that the crash matrix forks and kills: to load it costs more than to play a short game."""
    async with zygote("tests.crash.victim") as made:
        yield made


@pytest.fixture
def clock() -> MovingClock:
    """Return a clock that stands still until the test moves it."""
    return MovingClock()
