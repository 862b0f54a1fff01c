"""`python -m tests.bench.traced_bot`: the bot, which writes the time of every transaction that changed something.

SQLite's own trace tells of every COMMIT, and its count of changes whether anything was written since the last.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import aiosqlite

from bot.__main__ import main
from storage import sqlite

TRACE, LOG = "BENCH_TRACE", "transactions"
_connect = sqlite._connect


async def _connect_traced(path: Path) -> aiosqlite.Connection:
    """Open a connection that tells of its transactions."""
    connection = await _connect(path)
    log = os.open(os.environ[TRACE], os.O_WRONLY | os.O_APPEND)
    changes = 0

    def note(statement: str) -> None:
        nonlocal changes
        if statement.startswith("COMMIT"):
            now = connection.total_changes
            if now != changes:
                os.write(log, f"{time.time():.6f}\n".encode())
            changes = now

    await connection.set_trace_callback(note)
    return connection


if __name__ == "__main__":
    sqlite._connect = _connect_traced
    sys.exit(main([]))
