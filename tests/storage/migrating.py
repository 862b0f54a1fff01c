"""Databases as earlier programs left them, and power cuts while the present one brings them up to date."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.errors import CannotWrite, DamagedRecord
from storage.schema import MIGRATIONS
from storage.store import Store
from tests.helpers.power import Recording, recording
from tests.storage.cuts import put
from tests.storage.samples import HERE

SCRIPTS = {int(path.name[:4]): path for path in sorted(MIGRATIONS.glob("*.sql")) if "." not in path.stem}
NEWEST = max(SCRIPTS)


def bring(path: Path, old: int) -> None:
    """Make a file as a program left it that knew the migrations up to a number."""
    with closing(sqlite3.connect(path)) as connection:
        for number, script in SCRIPTS.items():
            if number <= old:
                connection.executescript(f"{script.read_text()}\nPRAGMA user_version={number};")


def add_a_table(path: Path) -> None:
    """Open a lobby in it, named `old`, in words that every schema understands."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO tables (id, platform, chat, status, version, record, opened)"
            " VALUES ('old', 'telegram', -10, 'lobby', 3, x'00', 1.0)"
        )
        connection.commit()


async def record_a_migration(folder: Path, old: int) -> Recording:
    """Record how a database of an earlier schema, with a table, is brought up to date."""
    database = folder / "underhat.db"
    bring(database, old)
    add_a_table(database)
    with recording(folder) as recorded:
        await (await Store.open(database)).close()
    return recorded


async def cut_in_a_migration(recorded: Recording, at: int, rng: random.Random, folder: Path) -> list[str]:
    """Lose the power at a moment of a migration, start once more, and return what is wrong then."""
    put(recorded.left_by_a_cut(at, rng), folder)
    try:
        store = await Store.open(folder / "underhat.db")
    except (DamagedRecord, CannotWrite) as error:
        return [f"{error} (event {at})"]
    try:
        return [] if await store.live_at(HERE) == "old" else [f"a table is lost (event {at})"]
    finally:
        await store.close()
