"""A store on a database of its own: on a file, and for what is about queries on a PostgreSQL as well."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage.store import Store
from tests.helpers.postgres import Postgres

ENGINES = ("sqlite", "postgres")
ON_BOTH = frozenset(
    f"test_{name}"
    for name in (
        "commit",
        "gateway",
        "leases",
        "lessons",
        "maintenance",
        "notes",
        "people",
        "secrets",
        "standings",
        "tables",
        "write_behind",
    )
)
"""The modules that are one list for both engines. What is about one of them alone is in modules of its own."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in ON_BOTH and "database" in metafunc.fixturenames:
        metafunc.parametrize("database", ENGINES, indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Return where a database is: the path of a file that is not there yet, or the address of one on a server."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield tmp_path / "underhat.db"
        return
    server: Postgres = request.getfixturevalue("server")
    yield server.url(server.emptied())


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    """Return a store whose database is new."""
    opened = await Store.open(database)
    yield opened
    await opened.close()
