"""The schema on PostgreSQL, from the same list of migrations as on SQLite.

For a new database, all migrations are applied to an empty SQLite file, and the schema that results is translated. A
database that has had some gets the rest one by one: each is translated, or is replaced by a script beside it,
`NNNN_name.postgresql.sql`, where SQLite needs something that PostgreSQL cannot do, such as building a table anew. The
table `migrations` lists the names of those applied. Functions, which SQLite does not have, are made last, by
`NNNN_name.functions.sql`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import psycopg

from storage import schema
from storage.errors import DamagedRecord
from storage.schema import Migration, made_by, statements

LOCK = 7_165_032_411
"""The number of the advisory lock that a migration holds, for processes that start at once."""

_TYPES = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA", "TEXT": "TEXT"}
_COLUMN_TYPES = _TYPES | {"TEXT": 'TEXT COLLATE "C"'}
"""Texts are compared by their bytes, as SQLite does: ids need the order of no language."""
_COUNTED = "INTEGER PRIMARY KEY AUTOINCREMENT"
_WORDS = re.compile(r"\b(INTEGER|REAL|BLOB|TEXT)\b")
_OPTIONS = re.compile(r"\)\s*(?:STRICT|WITHOUT ROWID)(?:\s*,\s*(?:STRICT|WITHOUT ROWID))*")

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]
Part: TypeAlias = tuple[str, ...]
"""A column with its type and whether it may be NULL, an index, or a function."""


def migrate(connection: Connection, migrations: Sequence[Migration]) -> None:
    """Bring a database up to date, in one transaction.

    Raise DamagedRecord for one that a newer program has written, that is another program's, or that lacks something
    that no script adds; it is then left as it was.
    """
    with connection.transaction():
        connection.execute(f"SELECT pg_advisory_xact_lock({LOCK})")
        there = _applied(connection, migrations)
        if there is None:
            scripts = [*_whole(migrations)]
        else:
            missing = [each for each in migrations if each.name not in there]
            scripts = [line for each in missing for line in _translated(each)]
        new = [each for each in migrations if there is None or each.name not in there]
        for script in [*scripts, *(script for each in new if (script := _functions(each)))]:
            connection.execute(script, prepare=False)
        for migration in new:
            connection.execute("INSERT INTO migrations (name) VALUES ($1)", (migration.name,))
        _expect_whole(connection, migrations)


def count_missing(connection: Connection, migrations: Sequence[Migration]) -> int | None:
    """Return how many migrations a database has not had, None for an empty one. Raise DamagedRecord as `migrate`."""
    there = _applied(connection, migrations)
    if there is None:
        return None
    missing = [each for each in migrations if each.name not in there]
    if not missing:
        _expect_whole(connection, migrations)
    return len(missing)


def _applied(connection: Connection, migrations: Sequence[Migration]) -> set[str] | None:
    """Return the names of the migrations that a database has had, None for one that has nothing of ours."""
    tables = {name for name, *_ in _rows(connection, _COLUMNS)}
    if "migrations" not in tables:
        ours = {name for _, name, *_ in _parts(tuple(migrations))}
        if foreign := sorted(tables & {name.partition(".")[0] for name in ours}):
            raise DamagedRecord(f"it is no database of ours, it has table {foreign[0]}: name one that is empty")
        return None
    there = {name for (name,) in _rows(connection, "SELECT name FROM migrations")}
    if unknown := there - {migration.name for migration in migrations}:
        raise DamagedRecord(
            f"the database has had {', '.join(sorted(unknown))}, which this program does not know: it is too old"
        )
    return there


_COLUMNS = (
    "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
    " WHERE table_schema = current_schema()"
)
_INDEXES = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"
_FUNCTIONS = "SELECT proname FROM pg_proc WHERE pronamespace = to_regnamespace(current_schema())"
_MADE = re.compile(r"^CREATE FUNCTION (\w+)", re.MULTILINE)


def _expect_whole(connection: Connection, migrations: Sequence[Migration]) -> None:
    needed = _parts(tuple(migrations))
    columns = _rows(connection, _COLUMNS)
    there: set[Part] = {("column", f"{table}.{name}", type_, null) for table, name, type_, null in columns}
    there |= {("index", name) for (name,) in _rows(connection, _INDEXES)}
    there |= {("function", name) for (name,) in _rows(connection, _FUNCTIONS)}
    if lacking := sorted(f"{kind} {name}" for kind, name, *_ in needed - there):
        more = f" and {len(lacking) - 3} more" if len(lacking) > 3 else ""
        raise DamagedRecord(f"the database lacks {', '.join(lacking[:3])}{more}, or has it otherwise")


def _rows(connection: Connection, sql: str) -> list[tuple[Any, ...]]:
    return connection.execute(sql).fetchall()


def _parts(migrations: tuple[Migration, ...]) -> set[Part]:
    """Return the columns, indexes and functions that migrations make, in the words of PostgreSQL's catalog."""
    with made_by(migrations) as made:
        columns = made.execute(
            'SELECT s.name, c.name, c.type, c."notnull" OR c.pk'
            " FROM sqlite_schema AS s, pragma_table_info(s.name) AS c"
            " WHERE s.type = 'table' AND substr(s.name, 1, 7) <> 'sqlite_'"
        ).fetchall()
        indexes = made.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").fetchall()
    found: set[Part] = {
        ("column", f"{table}.{name}", _TYPES[type_].lower(), "NO" if filled else "YES")
        for table, name, type_, filled in columns
    }
    functions = {name for each in migrations for name in _MADE.findall(_functions(each))}
    return found | {("index", name) for (name,) in indexes} | {("function", name) for name in functions}


def _whole(migrations: Sequence[Migration]) -> Iterator[str]:
    """Yield the statements that make of an empty database what all migrations make."""
    with made_by(migrations) as made:
        yield from (_ddl(sql) for _, sql in _tables(made))
        for (sql,) in made.execute("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"):
            yield sql
    yield 'CREATE TABLE migrations (name TEXT COLLATE "C" PRIMARY KEY)'


def tables_in_order(migrations: Sequence[Migration]) -> list[str]:
    """Return the names of the tables that migrations make, those first to which others refer."""
    with made_by(migrations) as made:
        return [name for name, _ in _tables(made)]


def _tables(made: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Yield the tables with the statements that make them, those first to which others refer."""
    left = dict(made.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"))
    while left:
        for name in [*left]:
            refers = {row[2] for row in made.execute(f"PRAGMA foreign_key_list({name})")}
            if not refers & left.keys():
                yield name, left.pop(name)


def _translated(migration: Migration) -> Iterator[str]:
    own = schema.MIGRATIONS / f"{migration.number:04}_{migration.name}.postgresql.sql"
    if own.exists():
        yield own.read_text(encoding="utf-8")
        return
    for statement in statements(migration.script):
        yield _ddl(statement)


def _functions(migration: Migration) -> str:
    """Return the script that makes a migration's functions, empty for one that has none."""
    script = schema.MIGRATIONS / f"{migration.number:04}_{migration.name}.functions.sql"
    return script.read_text(encoding="utf-8") if script.exists() else ""


def _ddl(statement: str) -> str:
    """Return a statement in the words of PostgreSQL."""
    bare = "\n".join(line.partition("--")[0] for line in statement.splitlines()).strip()
    types = _COLUMN_TYPES if bare.startswith(("CREATE TABLE", "ALTER TABLE")) else _TYPES
    bare = bare.replace(_COUNTED, "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY")
    return _WORDS.sub(lambda found: types[found[1]], _OPTIONS.sub(")", bare))
