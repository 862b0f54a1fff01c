"""Requests as jobs: what several processes make of them on one PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bot.concurrency import foreground
from bot.concurrency.publisher import Retry
from bot.errors import ChatError, ChatUnavailable, MessageGone, SlowDown
from bot.jobs import engine
from bot.jobs.publisher import LOOK_SECONDS
from bot.jobs.requests import BACKGROUND, Request
from tests.helpers.party import eventually
from tests.jobs.conftest import Log, Open, Process


def keys(calls: list[tuple[str, str, str]]) -> list[str]:
    """Return the keys of calls."""
    return [key for _, key, _ in calls]


async def written(*processes: Any) -> None:
    """Wait until all that processes have requested is written down."""
    await eventually(lambda: not any(each.work._pending or each.work._writing for each in processes))


async def settled(*processes: Any) -> None:
    """Wait until nothing is left to be done."""
    await asyncio.wait_for(processes[0].publisher.settled(), 60)


async def test_whoever_is_free_does_what_was_requested_anywhere(running: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "CONCURRENCY", 12)  # one alone has no room for twenty
    async with running("a", "b") as (a, b):
        for number in range(20):
            a.publisher.request(f"{chr(97 + number)}1")
        await settled(a)
        assert sorted(keys(a.log.ended)) == sorted(f"{chr(97 + number)}1" for number in range(20))
        a.gate.clear()
        b.gate.clear()
        for number in range(20):
            b.publisher.request(f"{chr(97 + number)}2")
        await eventually(lambda: len(a.log.in_flight) == 20)
        assert {name for name, key, _ in a.log.begun if key.endswith("2")} == {"a", "b"}


async def test_jobs_give_way_to_the_presses_of_their_process(running: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreground, "PATIENCE_SECONDS", 60.0)
    async with running("a") as (a,):
        claim = a.foreground.claim()
        a.publisher.request("k1")
        await eventually(lambda: a.publisher.busy)
        await asyncio.sleep(2 * LOOK_SECONDS)
        assert not a.log.begun
        claim.end()
        await settled(a)
        assert keys(a.log.ended) == ["k1"]
        monkeypatch.setattr(foreground, "PATIENCE_SECONDS", 0.05)
        a.foreground.claim()  # it hangs
        a.publisher.request("k2")
        await settled(a)
        assert keys(a.log.ended) == ["k1", "k2"]


async def test_requests_that_wait_are_one_and_one_that_comes_later_is_another(running: Open) -> None:
    async with running("a", "b") as (a, b):
        a.gate.clear()
        b.gate.clear()
        a.publisher.request("k")
        await eventually(lambda: a.log.begun)
        for process in (a, b, a, b):
            process.publisher.request("k")
            await written(process)  # each by itself
        a.gate.set()
        b.gate.set()
        await settled(a)
        assert keys(a.log.ended) == ["k", "k"]
        assert a.told("coalesced_total", kind="board") + b.told("coalesced_total", kind="board") == 3


async def test_one_call_is_in_flight_of_a_lock_wherever_and_they_come_in_their_order(running: Open) -> None:
    async with running("a", "b") as (a, b):
        a.gate.clear()
        b.gate.clear()
        wanted = [f"k{number}" for number in range(8)]
        for key, process in zip(wanted, [a, b] * 4, strict=True):
            process.publisher.request(key)
            await written(process)
        a.gate.set()
        b.gate.set()
        await settled(a)
        assert keys(a.log.ended) == wanted
        assert all(len(each) == 1 for each in a.log.together)


async def test_each_directive_is_served_once_and_a_call_serves_those_that_came_meanwhile(running: Open) -> None:
    async with running("a", "b") as (a, b):
        a.gate.clear()
        b.gate.clear()
        a.publisher.request("k")
        await eventually(lambda: a.log.begun)
        ((name, *_),) = a.log.begun
        caller = a if name == "a" else b
        soon = asyncio.get_running_loop().time()
        for directive in ("", "anew", "stray:7"):
            b.publisher.request("k", directive)
        a.publisher.request("k", not_before=soon + 60.0)
        await written(a, b)
        await asyncio.sleep(0.06)
        assert await caller.publisher.coalesce("k", {"", "anew"}) == {"", "anew"}
        assert await caller.publisher.coalesce("k", {"", "anew"}) == set()
        a.gate.set()
        b.gate.set()
        await settled(a)
        assert [directive for *_, directive in a.log.ended] == ["", "stray:7"]


def test_what_waits_in_a_database_is_read_under_the_names_that_it_was_written_with() -> None:
    """A job outlives the version that wrote it, and processes of two versions serve each other's in a deployment."""
    stored = {"publisher": "board", "key": '"k"', "wish": "anew", "lock": "board/k", "tries": 1, "priority": -1}
    request = Request("board", '"k"', "anew", "board/k", tries=1, priority=BACKGROUND)
    assert msgspec.convert(stored, Request) == request
    assert msgspec.to_builtins(request) == stored | {"press": None}


async def test_what_is_put_off_keeps_nobody_waiting_and_the_earliest_time_holds(running: Open) -> None:
    async with running("a", "b") as (a, b):
        now = asyncio.get_running_loop().time
        begun = now()
        a.publisher.request("k1", not_before=begun + 60.0)
        b.publisher.request("k1", not_before=begun + 2.0)
        a.publisher.request("k1", not_before=begun + 90.0)
        b.publisher.request("k2")
        await eventually(lambda: len(a.log.ended) == 2)
        assert keys(a.log.ended) == ["k2", "k1"]
        assert now() - begun >= 1.9
        a.publisher.request("k3", not_before=now() + 60.0)
        await written(a)
        b.publisher.request("k3")
        await settled(a)
        assert keys(a.log.ended) == ["k2", "k1", "k3"]


async def test_the_wait_after_an_error_keeps_nobody_waiting_and_is_not_cut_short(running: Open) -> None:
    async with running("a", policy={SlowDown: Retry.AS_TOLD, ChatUnavailable: Retry.BACK_OFF}) as (a,):
        a.errors = [SlowDown(3.0)]
        a.publisher.request("k1")
        await eventually(lambda: a.log.begun and not a.publisher.busy)
        begun = asyncio.get_running_loop().time()
        a.publisher.request("k1")
        a.publisher.request("k2")
        await eventually(lambda: keys(a.log.ended) == ["k2"])
        await settled(a)
        assert keys(a.log.begun) == ["k1", "k2", "k1"]
        assert asyncio.get_running_loop().time() - begun >= 0.9
        a.errors = [ChatUnavailable(), ChatUnavailable()]
        begun = asyncio.get_running_loop().time()
        a.publisher.request("k3")
        await settled(a)
        assert keys(a.log.begun)[3:] == ["k3"] * 3
        assert asyncio.get_running_loop().time() - begun >= 0.6, "0.2 s and 0.4 s"
        assert a.told("deliveries_failed_total", kind="board", error="ChatUnavailable") == 2


async def test_what_was_requested_while_a_call_failed_waits_with_it(running: Open) -> None:
    async with running("a", policy={SlowDown: Retry.AS_TOLD}) as (a,):
        a.gate.clear()
        a.errors = [SlowDown(1.0)]
        a.publisher.request("k")
        await eventually(lambda: a.log.in_flight)
        a.publisher.request("k")
        await written(a)
        begun = asyncio.get_running_loop().time()
        a.gate.set()
        await settled(a)
        assert keys(a.log.begun) == ["k", "k"]
        assert asyncio.get_running_loop().time() - begun >= 0.9


async def test_other_errors_are_met_as_the_policy_says(running: Open) -> None:
    async with running("a", policy={MessageGone: Retry.NOW, ChatError: Retry.NEVER}) as (a,):
        a.errors = [MessageGone(), MessageGone(), ChatError(), LookupError()]
        a.publisher.request("k", "anew")
        await settled(a)
        assert a.log.begun == [("a", "k", "anew")] * 3
        a.publisher.request("k")
        await settled(a)
        a.publisher.request("k")
        await settled(a)
        assert a.log.ended == [("a", "k", "")]


async def test_a_press_is_timed_where_it_was_made(running: Open) -> None:
    async with running("a", "b") as (a, b):
        for number in range(20):
            with a.metrics.handling("telegram", asyncio.get_running_loop().time() - 7.0):
                a.publisher.request(f"{chr(97 + number)}")
        await settled(a)
        served = [name for name, *_ in a.log.ended].count("a")
        assert a.told("press_board_seconds_count", platform="telegram") == served
        assert a.told("press_board_seconds_sum", platform="telegram") >= 7 * served
        assert b.told("press_board_seconds_count", platform="telegram") == 0


async def test_a_press_is_timed_also_where_what_it_requests_waits_already(running: Open) -> None:
    async with running("a") as (a,):
        a.publisher.request("k")
        with a.metrics.handling("telegram", asyncio.get_running_loop().time() - 7.0):
            a.publisher.request("k")
        await settled(a)
        assert a.log.ended == [("a", "k", "")], "both waited together, to be written down"
        assert a.told("press_board_seconds_count", platform="telegram") == 1


async def test_a_stop_lets_what_is_in_flight_end_and_leaves_the_rest_to_others(running: Open) -> None:
    async with running("a") as (a,), running("b") as (b,):
        await b.work.stop()
        a.gate.clear()
        a.publisher.request("k1")
        await eventually(lambda: a.log.in_flight)
        a.publisher.request("k2")
        stopping = asyncio.create_task(a.work.stop())
        await asyncio.sleep(0.1)
        assert not stopping.done()
        a.gate.set()
        await asyncio.wait_for(stopping, 60)
        assert keys(a.log.ended) == ["k1"]
    async with running("c") as (c,):
        await eventually(lambda: keys(c.log.ended) == ["k2"])


async def test_what_a_stop_cuts_short_is_done_by_others(running: Open) -> None:
    async with running("a") as (a,):
        a.gate.clear()
        a.publisher.request("k", "anew")
        await eventually(lambda: a.log.in_flight)
        await asyncio.wait_for(a.work.stop(), 60)
        assert not a.log.ended
        await a.work.close()
        async with running("b") as (b,):
            await eventually(lambda: b.log.ended == [("b", "k", "anew")])


async def test_what_somebody_waits_for_comes_before_what_is_looked_through(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a kill each running game is requested, and none of those is to keep a press's board waiting."""
    monkeypatch.setattr(engine, "CONCURRENCY", 1)
    looked = asyncio.Event()

    async def look_through() -> None:
        for number in range(5):
            a.publisher.request(f"{chr(97 + number)}1")
        a.publisher.request("z1")
        await written(a)
        looked.set()
        await free.wait()

    free = asyncio.Event()
    a = Process(url, "a", Log(), {})
    a.work.run_on_one_process(each_second=a.nothing, after_loss=look_through)
    await a.work.start()
    try:
        await asyncio.wait_for(looked.wait(), 60)
        a.publisher.request("y1")
        a.publisher.request("z1")
        await written(a)
        free.set()
        await settled(a)
    finally:
        free.set()
        await a.work.stop()
        await a.work.close()
    assert [key for _, key, _ in a.log.ended] == ["z1", "y1", "a1", "b1", "c1", "d1", "e1"]
