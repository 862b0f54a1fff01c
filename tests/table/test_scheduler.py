"""Deadlines are rows: served when due, again when that failed, and never twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import ChatUnavailable, DamagedRecord, StoreAway
from bot.table.running import scheduler as scheduling
from bot.table.running.scheduler import DeadlineScheduler
from storage.rows import Deadline
from storage.store import Store
from tests.helpers.clock import MovingClock
from tests.helpers.party import eventually
from tests.helpers.stored import open_store


def only_when_poked(patch: pytest.MonkeyPatch) -> None:
    """Have what follows looked for by nothing but a poke, however long a machine takes to hear it."""
    for pause in ("LONGEST_NAP", "AFTER_ERROR"):
        patch.setattr(scheduling, pause, 3600.0)


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    """Yield an empty database."""
    opened = await open_store(database)
    yield opened
    await opened.close()


class Handler:
    """Notes its calls, and fails as often as set."""

    def __init__(self, *failures: Exception) -> None:
        self.called: list[str] = []
        self._failures = list(failures)

    async def __call__(self, key: str) -> None:
        self.called.append(key)
        if self._failures:
            raise self._failures.pop()


async def test_what_is_due_is_served_once(store: Store, clock: MovingClock) -> None:
    handler = Handler()
    scheduler = DeadlineScheduler(store, clock, {"a": handler})
    await store.set_deadline(Deadline("a", "1", clock() + 10))
    assert await scheduler.tick()
    assert handler.called == []
    clock.advance(10)
    await scheduler.tick()
    await scheduler.tick()
    assert handler.called == ["1"]


@pytest.mark.parametrize("failure", [ChatUnavailable("away"), KeyError("a mistake of ours")])
async def test_what_failed_is_tried_again_and_stops_nothing_else(
    store: Store, clock: MovingClock, failure: Exception
) -> None:
    """survive-22: an error inside a deadline is neither lost nor the end of the others."""
    failing, other = Handler(failure), Handler()
    scheduler = DeadlineScheduler(store, clock, {"a": failing, "b": other})
    await store.set_deadline(Deadline("a", "1", clock()))
    await store.set_deadline(Deadline("b", "2", clock()))
    assert not await scheduler.tick()
    assert other.called == ["2"]
    assert await scheduler.tick()
    assert failing.called == ["1", "1"]
    assert other.called == ["2"]


async def test_one_that_waits_holds_up_no_other(store: Store, clock: MovingClock) -> None:
    served = asyncio.Event()

    async def waits(_: str) -> None:
        await served.wait()

    async def serves(_: str) -> None:
        served.set()

    scheduler = DeadlineScheduler(store, clock, {"a": waits, "b": serves})
    await store.set_deadline(Deadline("a", "1", clock()))
    await store.set_deadline(Deadline("b", "2", clock()))
    assert await asyncio.wait_for(scheduler.tick(), 60)


async def test_one_that_goes_on_failing_or_waiting_keeps_no_later_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a table that cannot be read, or a chat that does not answer; by the real clock, which nobody moves."""
    only_when_poked(monkeypatch)
    served = asyncio.Event()

    async def fails(_: str) -> None:
        raise DamagedRecord("half a record")

    async def waits(_: str) -> None:
        await asyncio.Event().wait()

    async def serves(_: str) -> None:
        served.set()

    scheduler = DeadlineScheduler(store, time.time, {"a": fails, "b": waits, "c": serves})
    await store.set_deadline(Deadline("a", "1", time.time()))
    await store.set_deadline(Deadline("b", "1", time.time()))
    running = asyncio.create_task(scheduler.run())
    await eventually(lambda: scheduler._failed)
    await store.set_deadline(Deadline("c", "2", time.time()))
    scheduler.poke()
    await asyncio.wait_for(served.wait(), 60)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_database_that_cannot_be_read_for_a_moment_does_not_end_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = asyncio.Event()

    async def serves(_: str) -> None:
        served.set()

    failed = asyncio.Event()

    async def due(now: float) -> list[Deadline]:
        monkeypatch.undo()
        failed.set()
        raise StoreAway("disk I/O error")

    await store.set_deadline(Deadline("a", "1", time.time()))
    monkeypatch.setattr(store, "due", due)
    scheduler = DeadlineScheduler(store, time.time, {"a": serves})
    running = asyncio.create_task(scheduler.run())
    await asyncio.wait_for(failed.wait(), 60)
    scheduler.poke()
    await asyncio.wait_for(served.wait(), 60)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_one_that_was_moved_while_it_was_served_stays(store: Store, clock: MovingClock) -> None:
    later = Deadline("a", "1", clock() + 60)

    async def moves(_: str) -> None:
        await store.set_deadline(later)

    scheduler = DeadlineScheduler(store, clock, {"a": moves})
    await store.set_deadline(Deadline("a", "1", clock()))
    await scheduler.tick()
    assert await store.next_deadline() == later.at


async def test_a_nearer_deadline_wakes_it(store: Store, clock: MovingClock, monkeypatch: pytest.MonkeyPatch) -> None:
    only_when_poked(monkeypatch)
    served = asyncio.Event()

    async def serve(_: str) -> None:
        served.set()

    scheduler = DeadlineScheduler(store, clock, {"a": serve})
    running = asyncio.create_task(scheduler.run())
    await store.set_deadline(Deadline("a", "1", clock()))
    scheduler.poke()
    await asyncio.wait_for(served.wait(), 60)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_only_a_nearer_deadline_than_the_one_it_waits_for_makes_it_look(
    store: Store, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    served, looks = asyncio.Event(), 0
    next_deadline = store.next_deadline

    async def counted(after: float = 0.0) -> float | None:
        nonlocal looks
        looks += 1
        return await next_deadline(after)

    async def serve(_: str) -> None:
        served.set()

    only_when_poked(monkeypatch)
    monkeypatch.setattr(store, "next_deadline", counted)
    scheduler = DeadlineScheduler(store, clock, {"a": serve})
    running = asyncio.create_task(scheduler.run())
    await store.set_deadline(Deadline("a", "1", clock() + 5))
    scheduler.expect(clock() + 5)  # while it begins to look: what it finds may be older
    await eventually(lambda: scheduler._naps_until == clock() + 5)
    before = looks
    for seconds in (5, 6, 86_400):
        scheduler.expect(clock() + seconds)
    await asyncio.sleep(0)
    assert (looks, scheduler._poked.is_set()) == (before, False)
    await store.set_deadline(Deadline("a", "2", clock()))
    scheduler.expect(clock())
    await asyncio.wait_for(served.wait(), 60)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_week_of_daily_work_goes_on(store: Store, clock: MovingClock) -> None:
    """survive-97: what repeats sets its next deadline itself, and does not stop after a day."""
    days: list[float] = []

    async def daily(_: str) -> None:
        days.append(clock())
        await store.set_deadline(Deadline("upkeep", "", clock() + 86_400))

    scheduler = DeadlineScheduler(store, clock, {"upkeep": daily})
    await store.set_deadline(Deadline("upkeep", "", clock()))
    for _ in range(7 * 24):
        await scheduler.tick()
        clock.advance(3_600)
    assert len(days) == 7
