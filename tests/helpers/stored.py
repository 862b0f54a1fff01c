"""Changes what is stored of a game while its process is down, or what keeps it while it runs."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import aiosqlite

from storage.sqlite import SqliteDatabase
from storage.store import Store


def file_of(store: Store) -> SqliteDatabase:
    """Return the file that a store has open."""
    assert isinstance(store._db, SqliteDatabase)
    return store._db


def writer_of(store: Store) -> aiosqlite.Connection:
    """Return its one connection that writes; what it is told behind the store's back holds for that alone."""
    return file_of(store)._writer


def patch(database: Path, *changes: Any) -> None:
    """Change the state of the one table in a database whose process is down."""
    with sqlite3.connect(database) as connection:
        ((blob,),) = connection.execute("SELECT state FROM tables").fetchall()
        state = json.loads(blob)
        for change in changes:
            state = change(state)
        connection.execute("UPDATE tables SET state = ?", (json.dumps(state).encode(),))
    connection.close()
