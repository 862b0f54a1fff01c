"""What was done lately is in memory, and is what the database holds, whoever wrote it and in whatever order."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from bot.games.registry import GAMES
from bot.table.core import history
from bot.table.core.history import Deed, Histories
from bot.table.model.record import Record
from storage.rows import ActionRow, Change, TableRow
from storage.store import Store
from tests.storage.samples import lobby, next_version

GAME = next(game for game in GAMES if game.word == "hats")


@dataclass
class Running:
    """A table whose moves are written by hand, and a history over its database that counts what it reads."""

    store: Store
    row: TableRow = field(default_factory=lobby)
    read: list[int] = field(default_factory=list)
    moves: int = -1
    state: object = "playing"
    game: Any = GAME
    id: str = "t1"

    @property
    def record(self) -> Record:
        return cast(Record, self)

    async def actions(self, table: str, after: int = -1) -> list[ActionRow]:
        """Read a history as the store does."""
        rows = await self.store.actions(table, after)
        self.read.append(len(rows))
        return list(rows)

    def histories(self) -> Histories:
        """Return histories that know nothing yet."""
        return Histories(cast(Store, self))

    async def move(self, count: int = 1) -> list[ActionRow]:
        """Write so many moves of two seats in turn."""
        made = []
        for _ in range(count):
            self.moves += 1
            made.append(ActionRow(self.moves, self.moves % 2, "look", b"[]", 1.0))
            self.row = self.row if self.moves == 0 else next_version(self.row)
            await self.store.commit(Change(self.row, 1.0, action=made[-1]))
        return made


@pytest.fixture
async def running(database: Path) -> AsyncIterator[Running]:
    store = await Store.open(database)
    yield Running(store)
    await store.close()


def numbers(deeds: list[Deed]) -> list[int]:
    return [deed.number for deed in deeds]


async def test_what_was_read_once_is_read_no_more(running: Running) -> None:
    await running.move(6)
    histories = running.histories()
    assert numbers(await histories.after(running, 2)) == [3, 4, 5]
    assert numbers(await histories.after(running, 4)) == [5]
    assert running.read == [3]


async def test_what_is_noted_need_not_be_read(running: Running) -> None:
    await running.move(3)
    histories = running.histories()
    await histories.after(running, -1)
    for action in await running.move(4):
        histories.note(running, action, ())
    assert numbers(await histories.after(running, 3)) == [4, 5, 6]
    assert running.read == [3]


async def test_what_another_process_has_done_is_read(running: Running) -> None:
    await running.move(3)
    histories = running.histories()
    await histories.after(running, -1)
    await running.move(2)
    (last,) = await running.move(1)
    histories.note(running, last, ())  # ours comes after two of the other's, which nobody has told of
    assert numbers(await histories.after(running, 0)) == [1, 2, 3, 4, 5]
    assert running.read == [3, 3]


async def test_what_the_table_does_not_know_yet_is_not_told(running: Running) -> None:
    await running.move(5)
    running.moves = 3
    histories = running.histories()
    assert numbers(await histories.after(running, 0)) == [1, 2, 3]
    running.moves = 4
    assert numbers(await histories.after(running, 0)) == [1, 2, 3, 4]


async def test_a_table_without_a_game_has_no_history(running: Running) -> None:
    running.state = None
    assert await running.histories().after(running, -90) == []


async def test_it_is_what_the_database_says_whatever_is_asked(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few are kept here, so that much is cut and read again."""
    monkeypatch.setattr(history, "LOOK_BACK", 4)
    monkeypatch.setattr(history, "_MOST_KEPT", 8)
    rng, histories = random.Random(5), running.histories()
    for _ in range(150):
        for action in await running.move(rng.randrange(3)):
            if rng.random() < 0.7:
                histories.note(running, action, ())
        after = rng.choice((running.moves - 1, running.moves - 4, running.moves - 20, 0, -1))
        assert numbers(await histories.after(running, after)) == list(range(max(0, after + 1), running.moves + 1))


async def test_games_that_are_long_past_make_room(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    await running.move(history.LOOK_BACK * 3)
    histories = running.histories()
    await histories.after(running, -1)
    assert len(histories._kept["t1"].deeds) <= history.LOOK_BACK
    for number in range(history.GAMES_KEPT + 20):
        other = Running(running.store, id=f"other {number}", moves=0)
        await histories.after(other, -1)
    assert len(histories._kept) == history.GAMES_KEPT
