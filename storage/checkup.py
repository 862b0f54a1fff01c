"""What can be said of a database without changing it, also while the service runs on it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import aiosqlite

from storage.errors import DamagedRecord
from storage.schema import count_missing, read_migrations

_PATIENCE = 5.0
"""Seconds to wait for another program's lock on the whole file; that of a writer keeps no reader waiting."""


async def examine(path: Path) -> int | None:
    """Read a database through; return the number of migrations that a start would apply, None for an empty one.

    Raise DamagedRecord for one that is damaged, is no database of ours, is of a newer program or lacks part of its
    schema, or that another program keeps locked. Raise OSError where the migrations are not there.
    """
    migrations = await asyncio.to_thread(read_migrations)
    address = await asyncio.to_thread(lambda: f"{path.resolve().as_uri()}?mode=ro")
    try:
        async with aiosqlite.connect(address, uri=True, timeout=_PATIENCE) as connection:
            rows = [*await connection.execute_fetchall("PRAGMA integrity_check(1)")]
            if rows[0][0] != "ok":
                raise DamagedRecord(f"it is damaged: {' '.join(rows[0][0].split())}")
            if not await connection.execute_fetchall("SELECT 1 FROM sqlite_schema LIMIT 1"):
                return None  # such as a start leaves on a full disk
            return await count_missing(connection, migrations)
    except sqlite3.DatabaseError as error:
        raise DamagedRecord(f"it cannot be read: {error}") from error
