"""Rows to write, and a look into the file beside the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from msgspec.structs import replace

from storage.ids import Person, Place
from storage.rows import ActionRow, Change, Deadline, NewSecret, ResultRow, TableRow
from storage.store import Store

ANN, BOB = Person("telegram", "1"), Person("telegram", "2")
HERE, THERE = Place("telegram", "-10"), Place("telegram", "-20")


def lobby(table: str = "t1", place: Place = HERE, opened: float = 100.0) -> TableRow:
    """Make a new table, version 1."""
    return TableRow(table, place, "lobby", 1, b"record", None, opened)


def next_version(row: TableRow, **changes: Any) -> TableRow:
    """Make the next version of a table."""
    return replace(row, version=row.version + 1, **changes)


def action(number: int, seat: int | None = 0) -> ActionRow:
    """Make an entry of a history."""
    return ActionRow(number, seat, f"do {number}", b"[]", 100.0 + number)


def secret(person: Person = ANN, number: int = 1) -> NewSecret:
    """Make a secret."""
    return NewSecret(0, person, number, b"secret")


def change(row: TableRow, **more: Any) -> Change:
    """Make a change that touches everything, but for what is given."""
    given: dict[str, Any] = {
        "action": action(row.version),
        "secrets": (secret(),),
        "sitting": (ANN, BOB),
        "seen": f"{row.id}/{row.version}",
        "deadlines": (Deadline("lobby", row.id, 500.0),),
    }
    return Change(row, 100.0, **{**given, **more})


async def end(
    store: Store,
    table: str,
    *players: tuple[Person, int, int | None],
    at: float = 10.0,
    game: str = "hats",
    place: Place = HERE,
    computers: int = 0,
) -> None:
    """Write a game that ended with a person, a rank and points for each seat."""
    row = lobby(table, place)
    await store.commit(Change(row, 1.0))
    results = tuple(
        ResultRow(table, seat, place, person, game, len(players) + computers, computers, rank, points, at)
        for seat, (person, rank, points) in enumerate(players)
    )
    ended = next_version(row, status="ended", state=b"{}", finished=at)
    await store.commit(Change(ended, at, results=results))


def look(database: Path | str, sql: str) -> list[tuple[Any, ...]]:
    """Ask the database itself, as somebody beside the bot does."""
    if isinstance(database, str):
        with psycopg.connect(database) as connection:
            return connection.execute(sql.encode()).fetchall()
    with closing(sqlite3.connect(database, timeout=5)) as file:
        return file.execute(sql).fetchall()


_REFUSE = """
CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the disk' USING ERRCODE = 'integrity_constraint_violation'; END $$;
"""


@contextmanager
def refused(database: Path | str, table: str) -> Iterator[None]:
    """Let nothing be inserted into a table for the length of a block."""
    trigger = f"CREATE TRIGGER fault BEFORE INSERT ON {table}"
    if isinstance(database, str):
        with psycopg.connect(database) as connection:
            connection.execute(f"{_REFUSE} {trigger} FOR EACH ROW EXECUTE FUNCTION fault()".encode())
        try:
            yield
        finally:
            with psycopg.connect(database) as connection:
                connection.execute(f"DROP TRIGGER fault ON {table}; DROP FUNCTION fault()".encode())
        return
    with closing(sqlite3.connect(database)) as file:
        file.execute(f"{trigger} BEGIN SELECT RAISE(ABORT, 'the disk'); END")
    yield
    with closing(sqlite3.connect(database)) as file:
        file.execute("DROP TRIGGER fault")
