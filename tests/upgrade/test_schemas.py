"""A database of every earlier schema with games in progress is brought up to date, and the games go on.

What is kept of an earlier version is in the archives; here its tables, rows and columns are put into a database of each
earlier schema, as far as that schema has them. Programs of before the archives wrote other records too, of which none
is left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.table.running import manager
from storage.store import Store
from tests.conformance.games import CHOOSERS, play_on
from tests.conformance.stages import lift_limits
from tests.helpers.clock import MovingClock
from tests.storage.migrating import NEWEST, SCRIPTS, bring
from tests.upgrade.stages import ENDED, RUNNING, STAGES, ArchivedStage, Saved
from tests.upgrade.test_upgrade import ARCHIVES

ARCHIVE = ARCHIVES[-1]
SINCE = {"telegram": 1, "discord": 4}
"""The first schema with which each platform was served."""
CASES = {
    f"{schema}-{platform}": (schema, platform)
    for schema in sorted(SCRIPTS)[:-1]
    for platform in STAGES
    if schema >= SINCE[platform]
}
A_FEW, MOST = 2, 60
"""Moves of each game after the upgrade, and presses at most: that it can be played to its end shows `test_upgrade`."""


def put_into(old: Path, new: Path) -> None:
    """Copy the rows of a database into another one's tables, by the columns that both have."""
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("ATTACH ? AS new", (str(new),))

        def columns(schema: str, table: str) -> list[str]:
            found = connection.execute("SELECT name FROM pragma_table_info(?, ?)", (table, schema))
            return [str(name) for (name,) in found]

        found = connection.execute(
            "SELECT name FROM new.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        )
        for (table,) in found.fetchall():
            if both := [name for name in columns("main", table) if name in columns("new", table)]:
                names = ", ".join(both)
                connection.execute(f"INSERT INTO new.{table} ({names}) SELECT {names} FROM main.{table}")
        connection.commit()


async def downgraded(folder: Path, platform: str, schema: int) -> Path:
    """Make a database of an earlier schema with what the archive holds."""
    archived, made = folder / "archived.db", folder / "underhat.db"
    with closing(sqlite3.connect(archived)) as connection:
        connection.executescript((ARCHIVE / f"{platform}.sql").read_text(encoding="utf-8"))
    await (await Store.open(archived)).close()  # first to the newest, which has whatever any schema has
    bring(made, schema)
    put_into(archived, made)
    return made


@pytest.fixture(params=CASES)
async def stage(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[ArchivedStage]:
    """Start the process on a database of an earlier schema, with the messages of before in the chats."""
    lift_limits(monkeypatch)
    monkeypatch.setattr(manager, "HANDOVER", 0.0)
    schema, platform = CASES[request.param]
    database = await downgraded(tmp_path, platform, schema)
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema,)
        assert connection.execute("SELECT count(*) FROM tables WHERE status = 'playing'").fetchone()[0] >= len(RUNNING)
    saved = msgspec.json.decode((ARCHIVE / f"{platform}.json").read_bytes(), type=Saved)
    made = STAGES[platform](database, MovingClock(saved.now + 10))
    await made.restore(saved)
    await made.open()
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (NEWEST,)
    try:
        yield made
    finally:
        await made.tear_down()


async def test_games_of_every_earlier_schema_go_on(stage: ArchivedStage) -> None:
    for chat in RUNNING:
        stage.go_to(chat)
        before = stage.moves()
        assert stage.record().status == "playing"
        for press in range(MOST):
            if stage.moves() >= before + A_FEW:
                break
            await play_on(stage, CHOOSERS[chat], 1, seed=str(press))
        assert stage.moves() >= before + A_FEW, chat
    for chat in ENDED:
        stage.go_to(chat)
        verdict = await stage.use(stage.cleo, "verify")
        assert verdict is not None
        assert "checks out" in verdict.text
