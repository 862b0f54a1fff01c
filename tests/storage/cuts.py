"""Loses the power, or has no room, while something is written, and says what is wrong with what is then on the disk."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from storage.errors import CannotWrite, UnderhatError
from storage.ids import Place
from storage.rows import TableRow
from storage.store import Store
from tests.helpers.power import Recording, disk_of, recording
from tests.helpers.stored import opened
from tests.helpers.tree import REPOSITORY
from tests.storage.samples import change, lobby, next_version

PER_CHANGE = {"actions": 1, "whispers": 1}
"""Rows that each change of `write_some` adds, by table."""
PER_TABLE = {"sitting": 2, "deadlines": 1}
"""Rows that a table has once it was written."""


async def write_some(database: Path, rng: random.Random, changes: int, tell: Callable[[str], None]) -> None:
    """Commit changes at a few tables; tell of each that was acknowledged, as `table version`."""
    store = await Store.open(database)
    rows: list[TableRow] = []
    for number in range(changes):
        if not rows or rng.random() < 0.3:
            rows.append(lobby(f"t{number}", Place("telegram", str(-number)), opened=float(number)))
            at = len(rows) - 1
        else:
            at = rng.randrange(len(rows))
            rows[at] = next_version(rows[at], record=rng.randbytes(rng.choice((20, 900, 9_000))))
        await store.commit(change(rows[at]))
        tell(f"{rows[at].id} {rows[at].version}")
    await store.close()


async def record_some(folder: Path, rng: random.Random, changes: int) -> Recording:
    """Record what `write_some` does to a new database; a mark follows each change that was acknowledged."""
    with recording(folder) as recorded:
        await write_some(folder / "underhat.db", rng, changes, recorded.mark)
    return recorded


def killed_at(database: Path, seed: int, write: int) -> tuple[bool, list[str]]:
    """Let a process write that kills itself (SIGKILL) before one of its writes to the disk.

    Return whether it came so far, and what is wrong with what it left.
    """
    command = [sys.executable, "-m", "tests.storage.cuts", str(database), str(seed), str(write)]
    writer = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    killed = writer.returncode == -signal.SIGKILL
    found = [] if killed or writer.returncode == 0 else [f"the writer has failed: {writer.stderr}"]
    return killed, [*found, *(f"{line} (write {write})" for line in wrongs(database, writer.stdout.splitlines()))]


async def fill_up(folder: Path, rng: random.Random, changes: int) -> tuple[int, list[str]]:
    """Let the disk be full at some write of each change, and have room again before it is tried once more.

    What a machine that is switched off meanwhile leaves is looked at too. Return how many changes were refused, and
    what is wrong: one that was refused is not there in part, the next attempt succeeds, and none that was told is lost.
    """
    database, told, found, refused = folder / "underhat.db", list[str](), list[str](), 0
    with disk_of(folder) as disk:
        async with opened(database) as store:
            for number in range(changes):
                row = lobby(f"t{number}", Place("telegram", str(-number)), opened=float(number))
                row = replace(row, record=rng.randbytes(rng.choice((20, 900, 9_000))))
                disk.room = rng.randrange(60)
                try:
                    await store.commit(change(row))
                except CannotWrite:
                    refused += 1
                    left = folder / f"left-{number}"
                    put({file.name: file.read_bytes() for file in (database, Path(f"{database}-wal"))}, left)
                    found += (f"{line} (full at change {number})" for line in wrongs(left / database.name, told))
                    disk.room = None
                    try:
                        await store.commit(change(row))
                    except UnderhatError as error:
                        found.append(f"change {number} is refused though there is room: {error!r}")
                        continue
                finally:
                    disk.room = None
                told.append(f"{row.id} {row.version}")
    return refused, [*found, *wrongs(database, told)]


def moments(recorded: Recording, rng: random.Random, number: int) -> list[int]:
    """Choose moments of a recording: right after commits, in the middle of them, and while the log is copied."""
    told = [at + 1 for at, event in enumerate(recorded.events) if event.kind == "mark"]
    copying = [at for at, event in enumerate(recorded.events) if event.file.endswith(".db") and event.kind != "mark"]
    every = range(1, len(recorded.events) + 1)
    return [rng.choice(rng.choice((told, copying, every)) or every) for _ in range(number)]


def cut(recorded: Recording, at: int, rng: random.Random, folder: Path) -> list[str]:
    """Lose the power at a moment, put what it leaves into a folder, open that, and return what is wrong with it."""
    put(recorded.left_by_a_cut(at, rng), folder)
    return [f"{line} (event {at})" for line in wrongs(folder / "underhat.db", recorded.marks(at))]


def put(files: dict[str, bytes], folder: Path) -> None:
    """Make a folder of files."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)


def wrongs(database: Path, told: list[str]) -> Iterator[str]:
    """Say what is wrong with a database whose users were told of these changes of tables, as `table version`."""
    with closing(sqlite3.connect(database)) as connection:
        try:
            for (line,) in connection.execute("PRAGMA integrity_check").fetchall():
                if line != "ok":
                    yield line
            found = set(connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall())
            if not found:  # the power went while the file was made
                yield from (f"{mark} was told and is lost" for mark in told)
                return
            versions = dict(connection.execute("SELECT id, version FROM tables").fetchall())
            for mark in told:
                table, version = mark.split()
                if versions.get(table, 0) < int(version):
                    yield f"{mark} was told and is lost"
            for table, version in versions.items():
                wanted = {name: count * version for name, count in PER_CHANGE.items()}
                wanted |= PER_TABLE
                for name, count in wanted.items():
                    column = "key" if name == "deadlines" else "table_id"
                    ((there,),) = connection.execute(f"SELECT count(*) FROM {name} WHERE {column} = ?", (table,))
                    if there != count:
                        yield f"{table} {version} is there in part: {there} of {count} {name}"
        except sqlite3.DatabaseError as error:
            yield f"{database.name} cannot be read: {error}"


def main(database: Path, seed: int, last: int) -> None:
    """Write, and die before the write to the disk that has this number."""

    def die(number: int) -> None:
        if number >= last:
            os.kill(os.getpid(), signal.SIGKILL)

    def tell(mark: str) -> None:
        sys.stdout.write(f"{mark}\n")
        sys.stdout.flush()

    with recording(database.parent, die):
        asyncio.run(write_some(database, random.Random(seed), 40, tell))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
