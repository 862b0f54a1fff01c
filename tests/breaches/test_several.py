"""The checks of several services on one PostgreSQL find what they are there for: each test breaks one thing."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.table.core import row_cache
from bot.table.core.chats import ChatBook, _decoded
from bot.table.core.directory import TableDirectory
from bot.table.core.notes import SharedNotes
from bot.table.core.row_cache import RowCache
from bot.table.core.table import Table
from bot.table.handlers import press_handlers
from storage.rows import Contest
from storage.store import Store
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party
from tests.helpers.postgres import Postgres
from tests.helpers.several import Several, several_at
from tests.soak import alike
from tests.soak.summary import Run
from tests.table import test_several as checks

Check = Callable[[Several], Awaitable[None]]


@pytest.fixture
async def party(server: Postgres, clock: MovingClock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Several]:
    """Yield four people in a group; their bot is three services."""
    monkeypatch.setattr(row_cache, "FRESH_SECONDS", math.inf)  # what is broken is broken on a slow machine as well
    name = server.fresh()
    async with several_at(server.url(name), clock) as together:
        yield together
    server.drop(name)


async def fails(check: Check, party: Several) -> None:
    """Expect a check to find something."""
    with pytest.raises((AssertionError, AttributeError, StopIteration)):
        await check(party)


async def test_memory_that_is_believed(party: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is read once, and then never compared with its row."""

    async def as_it_was(self: TableDirectory, name: str) -> Table | None:
        return self.in_memory(name) or await self._load(name)

    monkeypatch.setattr(TableDirectory, "_as_it_is", as_it_was)
    await fails(checks.test_what_one_notes_of_a_place_all_know, party)


async def test_viewers_who_see_what_was_before(
    server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Soak part `alike`: whatever a process knows of somebody it knows for good.

    What is asked, and of which process, is laid down: in an evening at random it is up to chance whether one of them
    is asked that remembers what was.
    """

    async def from_memory(self: RowCache[Any, Any], key: Any, read: Any, *, now: bool = False) -> Any:
        return self.known(key) or self.keep(key, await read(key), 0.0)

    async def languages(party: Party, steps: int, seed: int) -> None:
        party.world.start(party.ann)
        await party.settle()
        for turn, said in enumerate(("/language de", "/language ru", "/help", "/language en", "/help", "/help")):
            if isinstance(party, Several):
                party.turn = turn % len(party.served)
            await party.say(party.ann, said, party.world.private(party.ann))

    monkeypatch.setattr(RowCache, "get", from_memory)
    monkeypatch.setattr(ChatBook, "prime", lambda *_: None)
    monkeypatch.setattr(alike, "wander", languages)
    run = Run(seed=5, seconds=0.0)
    await alike.one_evening(run, server, "", 5)
    [found] = run.summary.losses
    assert "by several" in found


async def test_whoever_is_second_is_refused(party: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_handlers, "TRIES", 0)
    await fails(checks.test_all_who_join_at_the_same_moment_sit_down, party)


async def test_settings_that_are_changed_as_they_were(party: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    async def from_memory(self: ChatBook, place: Any, change: Any) -> Any:
        row = await self._row(place)
        chosen = change(_decoded(row))
        await self._save(row, replace(row, settings=msgspec.json.encode(chosen)))
        return chosen

    monkeypatch.setattr(ChatBook, "_change_together", from_memory)
    await fails(checks.test_no_setting_is_lost_that_two_write_at_once, party)


async def test_rows_that_are_written_whole(party: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    save = Store.save_person

    async def save_whole(self: Store, row: Any, over: str = "") -> None:
        await save(self, row)

    monkeypatch.setattr(Store, "save_person", save_whole)
    await fails(checks.test_no_choice_of_a_person_is_lost_that_two_write_at_once, party)


async def test_choices_that_are_compared_with_what_was(party: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    get = RowCache.get

    async def from_memory(self: Any, key: Any, read: Any, *, now: bool = False) -> Any:
        return await get(self, key, read)

    monkeypatch.setattr(RowCache, "get", from_memory)
    await fails(checks.test_no_choice_of_a_person_is_lost_that_two_write_at_once, party)


async def test_what_may_be_done_once_is_done_by_each(party: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    async def claim(self: SharedNotes, place: Any, kind: str, person: str = "") -> bool:
        is_free = self.get(place, kind, person) is None
        self.put(place, kind, person)
        return is_free

    monkeypatch.setattr(SharedNotes, "claim", claim)
    await fails(checks.test_somebody_is_told_once_that_a_chat_is_closed, party)


async def test_a_game_that_is_rated_twice(party: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds it rated meanwhile rates it all the same.

    Each process is told of the game as it was before any of them had rated it, whenever it asks for the first time: as
    if all had asked at once.
    """
    unrated, rate = Store.unrated, Store.rate
    contests: list[Contest] = []
    asked: set[Store] = set()

    async def unrated_at_first(self: Store) -> Contest | None:
        contest = await unrated(self)
        if contest is not None:
            contests.append(contest)
        elif self not in asked and contests:
            contest = contests[0]
        if contest is not None:
            asked.add(self)
        return contest

    async def rate_again(self: Store, contest: Any, *more: Any) -> None:
        async with self._db.write() as tx:
            tx.do("UPDATE results SET rated = 0 WHERE table_id = ?", (contest.table,))
        await rate(self, contest, *more)

    monkeypatch.setattr(Store, "unrated", unrated_at_first)
    monkeypatch.setattr(Store, "rate", rate_again)
    await fails(checks.test_games_that_end_at_once_are_rated_once_each, party)
    [row] = await party.store.ratings(checks.person_of(party.ann))
    assert row.games > 1
