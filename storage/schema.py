"""Numbered migrations, recorded by name, and the schema that they make.

Each script under `storage/migrations` is applied once, in the order of the numbers. What was applied is in the table
`migrations` by its name without the number, so that one that is merged late, below numbers that a file has already, is
applied all the same, and one may be renumbered before a release. A file from before that table knows a number alone
(`PRAGMA user_version`, still written: older programs refuse a newer file by it); which scripts made it is then told by
its schema. Whatever was done, the schema is held against what the scripts make of an empty file.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

import aiosqlite
import msgspec

from storage.errors import DamagedRecord

MIGRATIONS = Path(__file__).parent / "migrations"
MOST_MISSING = 3
"""How many scripts may be missing below a file's number for it to be understood."""

_RECORD = "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID"

MOVED = "moved"
"""The table in a file from which `underhat move` has taken everything: it is out of date from then on."""

Schema: TypeAlias = frozenset[tuple[Any, ...]]
"""What queries rely on, a tuple for each table, column, foreign key and index: its kind, its name, and the rest."""


class Migration(msgspec.Struct, frozen=True):
    """A script, and the name by which a file knows it."""

    number: int
    name: str
    script: str


def read_migrations() -> tuple[Migration, ...]:
    """Return the migrations in order. Numbers may be missing. Raise OSError where there are none."""
    found = []
    for path in sorted(MIGRATIONS.glob("[0-9]*.sql")):
        if "." in path.stem:  # what PostgreSQL needs instead or besides (`storage/postgres_schema.py`)
            continue
        number, _, name = path.stem.partition("_")
        found.append(Migration(int(number), name, path.read_text(encoding="utf-8")))
    if not found:
        raise FileNotFoundError(f"{MIGRATIONS}: the migrations are not there: install Underhat again")
    return tuple(sorted(found, key=lambda migration: migration.number))


async def migrate(connection: aiosqlite.Connection, migrations: Sequence[Migration]) -> None:
    """Bring a file up to date, in one transaction.

    Raise DamagedRecord for one that a newer program has written, or that lacks what no script brings; sqlite3.Error
    where a script fails. The file is then left as it was.
    """
    await _refuse_newer_or_moved(connection, migrations)
    # With foreign keys on, dropping a table that is built anew would delete the rows that refer to it.
    await connection.execute("PRAGMA foreign_keys=OFF")
    await connection.execute("BEGIN IMMEDIATE")
    try:
        await _apply(connection, migrations)
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise
    await connection.execute("PRAGMA foreign_keys=ON")


async def count_missing(connection: aiosqlite.Connection, migrations: Sequence[Migration]) -> int:
    """Return how many migrations a file has not had; nothing is changed. Raise DamagedRecord as `migrate` does."""
    await _refuse_newer_or_moved(connection, migrations)
    missing = await _missing(connection, migrations)
    if not missing:
        await _expect_whole(connection, migrations)
    return len(missing)


async def _refuse_newer_or_moved(connection: aiosqlite.Connection, migrations: Sequence[Migration]) -> None:
    version, newest = await _version(connection), migrations[-1].number
    if version > newest:
        raise DamagedRecord(f"the database has schema {version}, this program knows {newest}: it is too old")
    if await connection.execute_fetchall("SELECT 1 FROM sqlite_schema WHERE name = ?", (MOVED,)):
        ((day,),) = await connection.execute_fetchall(f"SELECT day FROM {MOVED}")
        raise DamagedRecord(
            f"all of it was moved to PostgreSQL on {day}, and what is played since is there: set DATABASE_URL to that"
            f" (to play on from the file as it was then: DROP TABLE {MOVED})"
        )


async def _missing(connection: aiosqlite.Connection, migrations: Sequence[Migration]) -> list[Migration]:
    there = await _applied(connection, migrations)
    if unknown := there - {migration.name for migration in migrations}:
        raise DamagedRecord(
            f"the database has had {', '.join(sorted(unknown))}, which this program does not know: it is too old"
        )
    return [migration for migration in migrations if migration.name not in there]


async def _expect_whole(connection: aiosqlite.Connection, migrations: Sequence[Migration]) -> None:
    needed = await asyncio.to_thread(_made_by, tuple(migrations))
    if lacking := needed - await _schema(connection):
        raise DamagedRecord(f"the database lacks {_list(lacking)}, which migrations that it has had would have made")


async def _apply(connection: aiosqlite.Connection, migrations: Sequence[Migration]) -> None:
    """Apply what is not applied; another process that starts now may have been first."""
    missing = await _missing(connection, migrations)
    for migration in missing:
        for statement in statements(migration.script):
            await connection.execute(statement)
    if missing:
        if broken := [*await connection.execute_fetchall("PRAGMA foreign_key_check")]:
            raise sqlite3.IntegrityError(f"{len(broken)} rows refer to nothing")
        await connection.execute(f"PRAGMA user_version={migrations[-1].number}")
    await _expect_whole(connection, migrations)
    if (await connection.execute_fetchall("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'")) and not missing:
        return
    await connection.execute(_RECORD)
    names = [(migration.name,) for migration in migrations]
    await connection.executemany("INSERT OR IGNORE INTO migrations (name) VALUES (?)", names)


async def _applied(connection: aiosqlite.Connection, migrations: Sequence[Migration]) -> set[str]:
    """Return the names of the migrations that a file has had."""
    if await connection.execute_fetchall("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'"):
        return {name for (name,) in await connection.execute_fetchall("SELECT name FROM migrations")}
    version, schema = await _version(connection), await _schema(connection)
    below = tuple(migration for migration in migrations if migration.number <= version)
    return await asyncio.to_thread(_had, version, below, schema)


def _had(version: int, below: tuple[Migration, ...], schema: Schema) -> set[str]:
    """Return the names of those migrations up to a file's number that its schema shows it has had."""
    if not below and schema:
        raise DamagedRecord(f"it is no database of ours, it has {_list(schema)}: name a file that is not there yet")
    needed = _made_by(below)
    if needed <= schema:  # what somebody has added by hand does no harm
        return {migration.name for migration in below}
    for missing in range(1, min(MOST_MISSING, len(below)) + 1):
        for some in combinations(below, len(below) - missing):
            with suppress(sqlite3.Error):  # one of them needs another
                if _made_by(some) == schema:
                    return {migration.name for migration in some}
    raise DamagedRecord(f"the database says it has schema {version} but lacks {_list(needed - schema)}")


async def _version(connection: aiosqlite.Connection) -> int:
    ((version,),) = await connection.execute_fetchall("PRAGMA user_version")
    return int(version)


# Of a table its name alone is asked, since its columns have lines of their own; of an index all.
_QUESTIONS = (
    "SELECT type, name, iif(type = 'table', '', sql) FROM sqlite_schema WHERE {ours}",
    "SELECT 'column', s.name || '.' || c.name, c.type, c.\"notnull\", c.dflt_value, c.pk"
    " FROM sqlite_schema AS s, pragma_table_info(s.name) AS c WHERE s.type = 'table' AND s.{ours}",
    'SELECT \'reference\', s.name || \'.\' || k."from", k."table", k."to", k.on_delete'
    " FROM sqlite_schema AS s, pragma_foreign_key_list(s.name) AS k WHERE s.type = 'table' AND s.{ours}",
)
_OURS = "name NOT IN ('migrations') AND substr(name, 1, 7) <> 'sqlite_'"


def _questions() -> Iterator[str]:
    for question in _QUESTIONS:
        yield question.replace("s.{ours}", _OURS.replace("name", "s.name")).replace("{ours}", _OURS)


async def _schema(connection: aiosqlite.Connection) -> Schema:
    found = [await connection.execute_fetchall(question) for question in _questions()]
    return frozenset(tuple(row) for rows in found for row in rows)


@lru_cache(maxsize=1024)
def _made_by(migrations: tuple[Migration, ...]) -> Schema:
    """Return the schema that some migrations make of an empty file. Raise sqlite3.Error where they cannot."""
    with made_by(migrations) as connection:
        return frozenset(row for question in _questions() for row in connection.execute(question))


@contextmanager
def made_by(migrations: Iterable[Migration]) -> Iterator[sqlite3.Connection]:
    """Yield an empty database in memory that has had some migrations. Raise sqlite3.Error where they cannot be."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in migrations:
            for statement in statements(migration.script):
                connection.execute(statement)
        yield connection


def _list(schema: Schema) -> str:
    """Return the first few of what a schema has, in words."""
    tables = {name for kind, name, *_ in schema if kind == "table"}
    names = sorted(f"{kind} {name}" for kind, name, *_ in schema if name.partition(".")[0] not in tables)
    names = [*(f"table {name}" for name in sorted(tables)), *names]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def statements(script: str) -> Iterator[str]:
    """Split a script: `executescript` would commit the transaction it is called in."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
