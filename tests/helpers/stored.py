"""Opens databases at once; changes what is stored of a game while its process is down, or what keeps it meanwhile."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from storage import sqlite
from storage.sqlite import SqliteDatabase
from storage.store import Store

UNSYNCED = "PRAGMA synchronous=OFF"
"""A commit is handed to the system and not waited for until the disk has it: 55 times in the test of a party."""

_connect = sqlite._connect
_empty: bytes = b""


async def open_store(path: Path) -> Store:
    """Open a store. A file that is not there yet is a copy of one that was made once: its schema takes most of a start.

    Nothing waits for the disk: what was committed outlives the process, but not the machine.
    How a schema comes about, and what a power cut leaves, is tested in `tests/storage` and `tests/upgrade`.
    """
    _begin(path, await _made())
    store = await Store.open(path)
    file = file_of(store)
    for connection in (file._writer, *file._all_readers):  # the last one that is closed copies the log into the file
        await connection.execute(UNSYNCED)
    return store


@asynccontextmanager
async def opened(database: Path | str) -> AsyncIterator[Store]:
    """Open a store as a process does, for the length of a block."""
    store = await Store.open(database)
    try:
        yield store
    finally:
        await store.close()


def leave_unsynced() -> None:
    """Wait for the disk no more in this process, whoever opens a database in it: for processes that are killed only."""
    sqlite._connect = _connect_unsynced


async def _connect_unsynced(path: Path) -> aiosqlite.Connection:
    connection = await _connect(path)
    await connection.execute(UNSYNCED)
    return connection


def _begin(path: Path, empty: bytes) -> None:
    if not path.exists():
        path.write_bytes(empty)


async def _made() -> bytes:
    """Return a database in which nothing is yet."""
    global _empty
    if not _empty:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "empty.db"
            await (await Store.open(path)).close()
            assert [each.name for each in path.parent.iterdir()] == [path.name], "all of it is in the one file"
            _empty = path.read_bytes()
    return _empty


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
