"""A database of an earlier version, taken up by the present code in the middle of its games.

Each platform's database and the messages that people had before them are put in place, the process starts, and people
go on by the buttons that the earlier version gave them. `make.py` says how the databases were made.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.conformance.games import CHOOSERS, play_on
from tests.conformance.stage import Key, Page, Seen
from tests.helpers.clock import MovingClock
from tests.upgrade.stages import ALONE, ENDED, RUNNING, STAGES, ArchivedStage, Saved

HERE = Path(__file__).parent
ARCHIVES = sorted(path for path in HERE.iterdir() if (path / "telegram.sql").exists())
CASES = [pytest.param(archive, platform, id=f"{archive.name}-{platform}") for archive in ARCHIVES for platform in STAGES]


class Upgrade:
    """A stage on which the present code has taken up an old database; `old` are the buttons of before, by chat."""

    def __init__(self, stage: ArchivedStage, saved: Saved) -> None:
        self.stage = stage
        self.saved = saved
        self.old: dict[str, list[Seen]] = {}

    def note_buttons(self) -> None:
        """Remember the boards' buttons as the earlier version has sent them."""
        for chat in (*RUNNING, *ENDED, ALONE):
            self.stage.go_to(chat)
            board = self.stage.board()
            self.old[chat] = [Seen(board, key) for key in board.keys]

    def before(self, chat: str, label: str) -> Seen:
        """Return a button that the earlier version has shown on this chat's board."""
        return next(seen for seen in self.old[chat] if seen.key.label.startswith(label))

    def private_button(self, text: str, label: str) -> Seen:
        """Return a button under a private message of before whose text begins so."""
        return next(
            Seen(page, key)
            for page in self.stage.restored_private()
            for key in page.keys
            if text in page.text and key.label.startswith(label)
        )


@pytest.fixture(params=CASES)
async def upgrade(
    request: pytest.FixtureRequest, database: Path, unlimited: None
) -> AsyncIterator[Upgrade]:
    archive, platform = request.param
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((archive / f"{platform}.sql").read_text(encoding="utf-8"))
    saved = msgspec.json.decode((archive / f"{platform}.json").read_bytes(), type=Saved)
    stage = STAGES[platform](database, MovingClock(saved.now + 10))
    await stage.restore(saved)
    upgraded = Upgrade(stage, saved)
    upgraded.note_buttons()
    await stage.open()
    try:
        yield upgraded
    finally:
        await stage.tear_down()
