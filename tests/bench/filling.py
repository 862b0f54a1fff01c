"""Databases with very many games, made of two that were really played: one that has ended, one that goes on."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.bench.figures import Run
from tests.helpers.ledger import Ledger, winning_moves
from tests.helpers.outside import RandomGame, blank_bot, telegram

MOVES = 10
"""Moves of the running game, and those that are kept of the one that has ended."""
SETTINGS: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
LATER = 3 * 86_400.0
"""By how much the deadlines of the copies are put off, so that none comes while something is measured."""
EVERY = 30.0
"""Seconds between the ends of two of the copies that have ended: 2,900 a day, so 100,000 in five weeks."""
_OF_TABLE = ("sitting", "boards", "hands", "results")
"""Tables of which each game has a few rows, by `table_id`."""


async def filled(run: Run, *, stored: int = 0, running: int = 0) -> Path:
    """Return a database with so many games that have ended and so many that go on, two people each."""
    ended, playing = await run.once("templates", _templates)
    path = run.new_folder() / "bot.db"
    await asyncio.to_thread(_fill, ended, playing, path, stored, running)
    return path


async def _templates(run: Run) -> tuple[tuple[Path, str], tuple[Path, str]]:
    """Play a game to its end, and another one for some moves; return the database and the table of each."""
    made = []
    for number, over in enumerate((True, False)):
        folder = run.new_folder()
        async with telegram(slower=1) as (world, url), blank_bot(world, url, folder, **SETTINGS) as process:
            game, ledger = RandomGame(world, number, 2, seed=number), Ledger(folder)
            await game.open()
            table = ledger.table_at(game.group.id)
            while len(ledger.history(table)) < MOVES:
                await game.move()
            if over:
                await game.play_out(lambda table=table, ledger=ledger: winning_moves(ledger.state(table)))  # type: ignore[misc]
            assert await process.stop() == 0
        made.append((folder / "bot.db", table))
    return made[0], made[1]


def _fill(ended: tuple[Path, str], playing: tuple[Path, str], path: Path, stored: int, running: int) -> None:
    with closing(sqlite3.connect(ended[0])) as source, closing(sqlite3.connect(path, isolation_level=None)) as target:
        source.backup(target)
        target.execute("PRAGMA synchronous=OFF")
        target.execute("BEGIN")
        tables = _tables(target)
        for name in tables:
            target.execute(f"DELETE FROM {name}")
        for (template, table), first, count in ((ended, 1, stored), (playing, stored + 1, running)):
            with closing(sqlite3.connect(template)) as read:
                _Copies(read, target, table).make(range(first, first + count))
        target.execute("COMMIT")


def _tables(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return [name for (name,) in rows if name != "migrations"]


class _Copies:
    """Copies of one game, each in a chat of its own and with people of its own."""

    def __init__(self, source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> None:
        self._source, self._target, self._table = source, target, table
        ((self._chat,),) = source.execute("SELECT chat FROM tables WHERE id = ?", (table,))
        rows = source.execute("SELECT person FROM sitting WHERE table_id = ? ORDER BY person", (table,))
        self._people = [person for (person,) in rows]

    def make(self, numbers: range) -> None:
        """Write the copies of these numbers."""
        self._copy("tables", "id", numbers)
        for name in _OF_TABLE:
            self._copy(name, "table_id", numbers)
        self._copy("deadlines", "key", numbers, at=LATER)
        self._copy("chats", "chat", numbers, of=self._chat)
        for person in self._people:
            self._copy("people", "id", numbers, of=person)
        # What was done says nothing of who and where: it is copied by the database itself.
        first = f"SELECT number, seat, action, events, at FROM actions WHERE table_id = ? AND number <= {MOVES}"
        for row in self._source.execute(first, (self._table,)).fetchall():
            self._target.executemany(
                "INSERT INTO actions (table_id, number, seat, action, events, at) VALUES (?, ?, ?, ?, ?, ?)",
                ((_table_id(number), *row) for number in numbers),
            )

    def _copy(self, name: str, key: str, numbers: range, *, of: str = "", at: float = 0.0) -> None:
        cursor = self._source.execute(f"SELECT * FROM {name} WHERE {key} = ?", (of or self._table,))
        columns = [column[0] for column in cursor.description]
        marks = ", ".join("?" * len(columns))
        for row in cursor.fetchall():
            values = [time.time() + at if at and column == "at" else v for column, v in zip(columns, row, strict=True)]
            self._target.executemany(
                f"INSERT INTO {name} VALUES ({marks})",
                (self._renamed(_ended_before(columns, values, number), number) for number in numbers),
            )

    def _renamed(self, values: Sequence[Any], number: int) -> list[Any]:
        names = {self._table: _table_id(number), self._chat: f"-{9_000_000_000 + number}"}
        names |= {old: f"{8_000_000_000 + 2 * number + which}" for which, old in enumerate(self._people)}
        return [_replaced(value, names) for value in values]


def _ended_before(columns: Sequence[str], values: Sequence[Any], number: int) -> list[Any]:
    """Return a row whose game has ended the longer ago the higher its number is."""
    ended = zip(columns, values, strict=True)
    return [v - EVERY * number if column == "finished" and v is not None else v for column, v in ended]


def _table_id(number: int) -> str:
    return f"{number:08x}"


def _replaced(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, bytes):
        for old, new in names.items():
            value = value.replace(old.encode(), new.encode())
    elif isinstance(value, str):
        for old, new in names.items():
            value = value.replace(old, new)
    return value
