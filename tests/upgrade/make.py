"""Makes a database with games in progress on each platform: `python -m tests.upgrade.make FOLDER`.

Run it in a checkout of the version whose databases are to be kept, then commit the folder under `tests/upgrade` with
the name of that version: `test_upgrade` takes up every folder there. `a0f0d1e` was made by this script as it was first
committed, in a checkout of commit a0f0d1e. What is saved is what a process that was killed leaves behind: nothing is
closed before.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.conformance.games import CHOOSERS, play_on
from tests.conformance.stage import Guest, Page
from tests.conformance.stages import lift_limits
from tests.helpers.clock import MovingClock
from tests.helpers.discord.people import until
from tests.upgrade.stages import ALONE, CHATS, ENDED, RUNNING, STAGES, ArchivedStage, Saved

DAY = 86_400.0
VOTE = 120.0
"""Seconds after which the others may vote where a turn has no clock."""


async def make(platform: str, database: Path) -> tuple[str, Saved]:
    """Play until everything is in the database that a running process may have there; return its SQL and the rest."""
    stage = STAGES[platform](database, MovingClock(time.time()))
    await stage.found()
    try:
        for chat in ENDED:
            stage.go_to(chat)
            await stage.begin(stage.ann, stage.bob, game=chat.split()[0])
            await play_on(stage, CHOOSERS[chat.split()[0]])
        await _alone(stage)
        await _with_somebody_away(stage)
        await _with_votes(stage)
        link = await _lobbies(stage)
        settings, standings = await _asked(stage)
        await _with_secrets(stage)
        chats, private, messages = stage.save_chats()
        boards = {}
        for chat in CHATS:
            stage.go_to(chat)
            boards[chat] = [stage.board().text, *stage.board().labels]
        people = {who.name: who.id for who in stage.guests_by_name.values()}
        saved = Saved(stage.clock(), people, chats, private, messages, boards, settings, standings, link)
        return "\n".join(dump(database)), saved
    finally:
        await stage.tear_down()


async def _alone(stage: ArchivedStage) -> None:
    """Court Hats against a computer, in Ann's private chat."""
    stage.go_to(ALONE)
    await stage.use(stage.ann, "play", "hats")
    lobby = stage.pages()[-1]
    await stage.press(stage.ann, "I’m the youngest", lobby)
    await stage.press(stage.ann, "Start", lobby)
    await stage.press(stage.ann, "👁1")


async def _with_somebody_away(stage: ArchivedStage) -> None:
    """The Vanished Animal: a computer plays, another one for Cleo, who is away; a choice of two is half made."""
    stage.go_to("animal")
    await stage.seat(stage.ann, stage.bob, stage.cleo, game="animal")
    await stage.press(stage.ann, "🤖 Add a computer")
    await stage.press(stage.ann, "easy")
    await stage.press(stage.ann, "I’m the youngest")
    await stage.press(stage.ann, "Start")
    while not any(seat.away for seat in stage.record().seats):
        if stage.mover() == stage.cleo:
            await stage.pass_time(DAY)
        else:
            await _look_and_swap(stage)
    while stage.mover() != stage.ann:
        await _look_and_swap(stage)
    await stage.press(stage.ann, "🐭")
    assert stage.record().pending_choice is not None


async def _look_and_swap(stage: ArchivedStage) -> None:
    """Look into the first hat allowed as whoever is to move, and swap it."""
    for sign in ("👁", "⇄"):
        await stage.press(stage.mover(), next(label for label in stage.board().labels if label.startswith(sign)))


async def _with_votes(stage: ArchivedStage) -> None:
    """The Invisible Man without a clock: hands are held, Dan wants a computer's seat, one of two votes is cast."""
    stage.go_to("invisible")
    await _set(stage, "Time per turn", "Time per turn: unlimited")
    await stage.seat(stage.ann, stage.bob, stage.cleo, game="invisible")
    await stage.press(stage.ann, "🤖 Add a computer")
    await stage.press(stage.ann, "easy")
    await stage.press(stage.ann, "Start")
    await play_on(stage, CHOOSERS["invisible"], most=12)
    await stage.press(stage.dan, "🪑 Take a computer’s seat")
    await stage.pass_time(VOTE)
    await stage.press(stage.bob if stage.mover() == stage.ann else stage.ann, "Don’t wait")
    assert stage.record().newcomers
    assert stage.record().votes


async def _lobbies(stage: ArchivedStage) -> str:
    """Open a lobby in each chat where a game has ended; return the link that leads Eve to a seat."""
    stage.go_to("hats ended")
    await stage.press(stage.bob, "Rematch")
    await stage.press(stage.ann, "I’m the youngest")
    await stage.press(stage.ann, "Options")
    stage.go_to("animal ended")
    await stage.seat(stage.bob, stage.ann, game="animal")
    await stage.press(stage.bob, "🤖 Add a computer")
    await stage.press(stage.bob, "hard")
    stage.go_to("invisible ended")
    await stage.seat(stage.ann, stage.bob, game="invisible")
    return await stage.ask_for_seat(stage.guests_by_name["Eve"])


async def _set(stage: ArchivedStage, setting: str, value: str) -> None:
    page = await stage.use(stage.ann, "settings")
    assert page is not None
    while value not in page.labels:
        await stage.press(stage.ann, setting, page)


async def _asked(stage: ArchivedStage) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Change settings; return what each chat has chosen, and how people stand there."""
    stage.go_to("hats ended")
    await _set(stage, "Time per turn", "Time per turn: 1 hour")
    await _set(stage, "Secrets disappear", "Secrets disappear after: 5 minutes")
    await _set(stage, "can end games", "Anyone at the table can end games")
    settings, standings = {}, {}
    for chat in (*RUNNING, *ENDED):
        stage.go_to(chat)
        settings[chat] = _shown(await stage.use(stage.ann, "settings"))[1:]
        standings[chat] = _shown(await stage.use(stage.cleo, "top"))[0]
    return settings, standings


def _shown(page: Page | None) -> list[str]:
    assert page is not None
    return [page.text, *page.labels]


async def _with_secrets(stage: ArchivedStage) -> None:
    """Court Hats: one secret lies there, one was blocked, one is on its way, and a choice of two is half made."""
    stage.go_to("hats")
    await stage.begin(stage.ann, stage.bob, stage.cleo, stage.dan)
    await stage.choose_language(stage.dan, "de")
    await stage.prefer_answers(stage.dan)
    await stage.press(stage.ann, "👁1")
    stage.shut(stage.bob)
    await stage.press(stage.bob, "👁2")
    await stage.fail_private_messages(stage.cleo)
    await _press(stage, stage.cleo, "👁3")  # nothing settles any more: Cleo's secret is tried again and again
    await _press(stage, stage.dan, "⇄4")
    await until(lambda: stage.record().pending_choice)
    await asyncio.sleep(0.5)


async def _press(stage: ArchivedStage, who: Guest, label: str) -> None:
    decision = str(stage.record().decision)
    await until(lambda: any(key.decision == decision for key in stage.board().keys))
    await stage.send(who, stage.see(label))


def dump(database: Path) -> Iterator[str]:
    """Write a database as SQL, with JSON as text, so that a change of it can be read."""
    with closing(sqlite3.connect(database)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        yield "PRAGMA foreign_keys=OFF;\nBEGIN;"
        made = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
        tables = [(name, sql) for kind, name, sql in made if kind == "table"]
        yield from (f"{sql};" for name, sql in tables if not name.startswith("sqlite_"))
        for name, _ in tables:
            yield from (f"INSERT INTO {name} VALUES ({row});" for row in _rows(connection, name))
        yield from (f"{sql};" for kind, _, sql in made if kind != "table")
        yield f"PRAGMA user_version={version};\nCOMMIT;\n"


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    for row in connection.execute(f"SELECT * FROM {table}"):
        yield ", ".join(_literal(value) for value in row)


def _literal(value: Any) -> str:
    if isinstance(value, bytes):
        return f"CAST({_literal(value.decode())} AS BLOB)"
    if isinstance(value, str):
        quoted = value.replace("'", "''")
        return f"'{quoted}'"
    return "NULL" if value is None else repr(value)


def main(folder: Path) -> None:
    """Write `<platform>.sql` and `<platform>.json` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for platform in STAGES:
        with tempfile.TemporaryDirectory() as scratch, pytest.MonkeyPatch.context() as patch:
            lift_limits(patch)
            sql, saved = asyncio.run(make(platform, Path(scratch) / "underhat.db"))
        (folder / f"{platform}.sql").write_text(sql, encoding="utf-8")
        text = msgspec.json.format(msgspec.json.encode(saved), indent=1)
        (folder / f"{platform}.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
