"""The latest state wins, one call is in flight for each key, and each kind of error is met in its own way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Set
from typing import Any

import pytest

from bot.concurrency.backoff import Backoff
from bot.concurrency.publisher import Publisher, Retry
from bot.errors import ChatError, ChatUnavailable, MessageGone, PersonUnreachable, SlowDown
from bot.metrics import Metrics


class Screen:
    """What is published: `state` of a key goes to `shown`, when the call that shows it is let through."""

    def __init__(
        self, policy: dict[type[Exception], Any] | None = None, first: float = 0.0, longest: float = 60.0
    ) -> None:
        self.state: dict[str, int] = {}
        self.shown: list[tuple[str, int]] = []
        self.calls: list[str] = []
        self.directives: list[set[str]] = []
        self.in_flight: list[str] = []
        self.most = 0
        self.errors: list[Exception] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.metrics = Metrics()
        self.publisher = Publisher(
            "board", self.publish, policy or {}, backoff=lambda: Backoff(first, longest), meter=self.metrics
        )

    def told(self, name: str, **labels: str) -> float:
        """Return the value of a metric."""
        return self.metrics.registry.get_sample_value(f"underhat_{name}", labels) or 0.0

    async def publish(self, key: str, directives: Set[str]) -> None:
        self.calls.append(key)
        self.directives.append(set(directives))
        self.in_flight.append(key)
        self.most = max(self.most, self.in_flight.count(key))
        try:
            await self.gate.wait()
            if self.errors:
                raise self.errors.pop(0)
            self.shown.append((key, self.state.get(key, 0)))
            await asyncio.sleep(0)
        finally:
            self.in_flight.remove(key)

    def change(self, key: str) -> None:
        self.state[key] = self.state.get(key, 0) + 1
        self.publisher.request(key)


async def until(what: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not what():  # noqa: ASYNC110 - the loop's turns are what is waited for
            await asyncio.sleep(0)


async def test_the_latest_state_wins() -> None:
    screen = Screen()
    screen.gate.clear()
    screen.change("a")
    await until(lambda: screen.calls)
    for _ in range(5):
        screen.change("a")
    screen.gate.set()
    await screen.publisher.settled()
    assert screen.shown[-1] == ("a", 6)
    assert len(screen.calls) == 2, "one for the first, one for all that came while it was under way"


async def test_one_call_is_in_flight_for_each_key() -> None:
    screen = Screen()
    for _ in range(50):
        screen.change("a")
        await asyncio.sleep(0)
    await screen.publisher.settled()
    assert screen.most == 1
    assert screen.shown[-1] == ("a", 50)


async def test_a_slow_key_does_not_hold_another() -> None:
    screen = Screen()
    screen.gate.clear()
    screen.change("slow")
    screen.change("quick")
    await until(lambda: len(screen.in_flight) == 2)
    screen.gate.set()
    await screen.publisher.settled()
    assert sorted(screen.shown) == [("quick", 1), ("slow", 1)]


async def test_a_request_made_in_the_moment_a_call_ends_is_served() -> None:
    screen = Screen()
    screen.change("a")
    (worker,) = screen.publisher._workers.values()
    worker.add_done_callback(lambda _: screen.change("a"))
    await worker
    await until(lambda: screen.shown == [("a", 1), ("a", 2)])
    await screen.publisher.settled()
    assert not screen.publisher.busy


async def test_one_key_can_be_waited_for() -> None:
    screen = Screen()
    screen.gate.clear()
    screen.change("slow")
    await asyncio.wait_for(screen.publisher.settled(["other"]), 20)
    waiting = asyncio.create_task(screen.publisher.settled(["slow", "other"]))
    await asyncio.sleep(0)
    assert not waiting.done()
    screen.gate.set()
    await asyncio.wait_for(waiting, 20)


class TestMetrics:
    async def test_what_waits_is_told_until_it_is_shown_whatever_fails_meanwhile(self) -> None:
        screen = Screen({SlowDown: Retry.NOW})
        assert screen.publisher.waiting() == (0, 0.0)
        screen.gate.clear()
        screen.errors = [SlowDown(0.0)]
        screen.change("a")
        screen.change("b")
        await until(lambda: len(screen.in_flight) == 2)
        (number, first), began = screen.publisher.waiting(), asyncio.get_running_loop().time()
        assert number == 2
        screen.change("a")
        assert screen.publisher.waiting()[0] == 2, "one in flight and one behind it are one that waits"
        screen.gate.set()
        await until(lambda: ("a", 2) in screen.shown or ("b", 1) in screen.shown)
        if screen.publisher.busy:
            assert screen.publisher.waiting()[1] >= first + asyncio.get_running_loop().time() - began - 0.001
        await screen.publisher.settled()
        assert screen.publisher.waiting() == (0, 0.0)
        assert screen.told("deliveries_failed_total", kind="board", error="SlowDown") == 1

    async def test_what_is_put_off_does_not_wait_yet(self) -> None:
        screen = Screen()
        screen.publisher.request("a", not_before=asyncio.get_running_loop().time() + 60.0)
        await until(lambda: screen.publisher._sleeping)
        assert screen.publisher.waiting() == (0, 0.0)
        screen.change("a")
        assert screen.publisher.waiting()[0] == 1
        await screen.publisher.settled()

    async def test_requests_that_one_call_serves_are_told(self) -> None:
        screen = Screen()
        for _ in range(4):
            screen.change("a")
        await screen.publisher.settled()
        assert len(screen.calls) == 1
        assert screen.told("coalesced_total", kind="board") == 3

    async def test_a_press_is_timed_to_what_its_own_task_requested(self) -> None:
        screen = Screen()

        def count() -> float:
            return screen.told("press_board_seconds_count", platform="telegram")

        async def later() -> None:
            screen.change("by what the press has started")
            await screen.publisher.settled()

        received = asyncio.get_running_loop().time() - 7.0
        with screen.metrics.handling("telegram", received):
            screen.change("a")
            started = asyncio.create_task(later())
            await started
        assert count() == 1
        assert screen.told("press_board_seconds_sum", platform="telegram") >= 7
        screen.change("by nobody")
        with screen.metrics.handling("telegram", received):
            screen.publisher.request("a", not_before=asyncio.get_running_loop().time() + 0.01)
        await screen.publisher.settled()
        assert count() == 1

    async def test_a_press_is_timed_over_all_tries_and_the_first_of_several_counts(self) -> None:
        screen = Screen({ChatUnavailable: Retry.BACK_OFF})
        screen.errors = [ChatUnavailable("away"), ChatUnavailable("away")]
        now = asyncio.get_running_loop().time()
        for ago in (3.0, 5.0, 1.0):
            with screen.metrics.handling("discord", now - ago):
                screen.change("a")
        await screen.publisher.settled()
        assert screen.told("press_board_seconds_count", platform="discord") == 1
        assert screen.told("press_board_seconds_sum", platform="discord") >= 5
        assert screen.told("deliveries_failed_total", kind="board", error="ChatUnavailable") == 2


class TestTimes:
    async def test_a_key_waits_for_its_time(self) -> None:
        screen, now = Screen(), asyncio.get_running_loop().time
        begun = now()
        screen.publisher.request("a", not_before=begun + 0.05)
        screen.publisher.request("b", not_before=begun - 1.0)
        await until(lambda: screen.calls)
        assert screen.calls == ["b"]
        await until(lambda: list(screen.publisher.busy) == ["a"])
        await screen.publisher.settled()
        assert screen.calls == ["b", "a"]
        assert now() - begun >= 0.04

    @pytest.mark.parametrize("sleeping", [True, False])
    async def test_the_earliest_request_wins(self, *, sleeping: bool) -> None:
        screen, now = Screen(), asyncio.get_running_loop().time
        screen.publisher.request("a", not_before=now() + 60.0)
        if sleeping:
            await until(lambda: screen.publisher._sleeping)
        screen.publisher.request("a")
        screen.publisher.request("a", not_before=now() + 90.0)
        await asyncio.wait_for(screen.publisher.settled(), 20)
        assert screen.calls == ["a"]

    async def test_one_made_during_a_call_leads_to_another_at_its_time(self) -> None:
        screen, now = Screen(), asyncio.get_running_loop().time
        screen.gate.clear()
        screen.change("a")
        await until(lambda: screen.in_flight)
        begun = now()
        screen.publisher.request("a", not_before=begun + 0.05)
        screen.gate.set()
        await screen.publisher.settled()
        assert screen.calls == ["a", "a"]
        assert now() - begun >= 0.04

    async def test_the_wait_after_an_error_is_not_cut_short(self) -> None:
        screen, now = Screen({SlowDown: Retry.AS_TOLD}), asyncio.get_running_loop().time
        screen.errors = [SlowDown(0.05)]
        begun = now()
        screen.change("a")
        await until(lambda: screen.publisher._sleeping)
        screen.publisher.request("a")
        await screen.publisher.settled()
        assert now() - begun >= 0.04

    async def test_a_stop_waits_for_no_time(self) -> None:
        screen = Screen()
        screen.publisher.request("a", not_before=asyncio.get_running_loop().time() + 60.0)
        await until(lambda: screen.publisher._sleeping)
        await asyncio.wait_for(screen.publisher.stop(grace=30.0), 20)
        assert screen.calls == []


class TestErrors:
    async def test_at_once(self) -> None:
        screen = Screen({MessageGone: Retry.NOW}, first=60.0)
        screen.errors = [MessageGone(), MessageGone()]
        screen.change("a")
        await asyncio.wait_for(screen.publisher.settled(), 20)
        assert screen.shown == [("a", 1)]
        assert len(screen.calls) == 3

    async def test_after_as_many_seconds_as_the_platform_says(self) -> None:
        screen = Screen({SlowDown: Retry.AS_TOLD}, first=60.0)
        screen.errors = [SlowDown(0.05)]
        screen.change("a")
        await until(lambda: not screen.errors)
        begun = asyncio.get_running_loop().time()
        await asyncio.wait_for(screen.publisher.settled(), 20)
        assert asyncio.get_running_loop().time() - begun >= 0.04
        assert screen.shown == [("a", 1)]

    async def test_after_waits_that_grow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        screen = Screen({ChatUnavailable: Retry.BACK_OFF}, first=1.0, longest=4.0)
        waits: list[float] = []

        async def sleep(key: str, seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr(screen.publisher, "_sleep", sleep)
        screen.errors = [ChatUnavailable() for _ in range(4)]
        screen.change("a")
        await screen.publisher.settled()
        assert waits == [1.0, 2.0, 4.0, 4.0]
        screen.errors = [ChatUnavailable()]
        screen.change("a")
        await screen.publisher.settled()
        assert waits[4:] == [1.0], "a success starts anew"

    async def test_never_until_the_next_request(self) -> None:
        screen = Screen({ChatError: Retry.NEVER})
        screen.errors = [ChatError()]
        screen.change("a")
        await screen.publisher.settled()
        assert screen.shown == []
        screen.change("a")
        await screen.publisher.settled()
        assert screen.shown == [("a", 2)]

    async def test_by_what_is_done_about_it_first(self) -> None:
        met: list[tuple[str, Exception]] = []

        async def meet(key: str, error: Exception) -> Retry:
            met.append((key, error))
            return Retry.NOW

        screen = Screen({MessageGone: meet})
        screen.errors = [error := MessageGone()]
        screen.change("a")
        await screen.publisher.settled()
        assert met == [("a", error)]
        assert screen.shown == [("a", 1)]

    @pytest.mark.parametrize("error", [PersonUnreachable(), SlowDown(60.0)])
    async def test_the_nearest_class_decides(self, error: ChatError) -> None:
        screen = Screen({ChatError: Retry.NEVER, PersonUnreachable: Retry.NOW, SlowDown: Retry.NOW})
        screen.errors = [error]
        screen.change("a")
        await asyncio.wait_for(screen.publisher.settled(), 20)
        assert screen.shown == [("a", 1)]

    async def test_a_bug_stops_neither_the_others_nor_the_next_request(self) -> None:
        screen = Screen({ChatError: Retry.NOW})
        screen.errors = [LookupError()]
        screen.change("a")
        screen.change("b")
        await screen.publisher.settled()
        screen.change("a")
        await screen.publisher.settled()
        assert sorted(screen.shown) == [("a", 2), ("b", 1)]


class TestStops:
    async def test_what_is_in_flight_ends_and_nothing_starts(self) -> None:
        screen = Screen()
        screen.gate.clear()
        screen.change("a")
        await until(lambda: screen.in_flight)
        screen.change("a")
        stopping = asyncio.create_task(screen.publisher.stop(grace=5))
        await asyncio.sleep(0)
        screen.change("b")
        screen.gate.set()
        await stopping
        assert screen.shown == [("a", 2)]
        assert screen.calls == ["a"]

    async def test_what_never_ends_is_cancelled(self) -> None:
        screen = Screen()
        screen.gate.clear()
        screen.change("a")
        await until(lambda: screen.in_flight)
        await asyncio.wait_for(screen.publisher.stop(grace=0.01), 20)
        assert screen.shown == []
        assert not screen.publisher.busy

    async def test_what_waits_for_its_next_try_holds_nothing_up(self) -> None:
        screen = Screen({ChatUnavailable: Retry.BACK_OFF}, first=60.0)
        screen.errors = [ChatUnavailable()]
        screen.change("a")
        await until(lambda: not screen.errors)
        await asyncio.wait_for(screen.publisher.stop(grace=30.0), 20)
        assert screen.calls == ["a"]

    async def test_what_has_not_begun_is_dropped(self) -> None:
        screen = Screen()
        screen.change("a")
        await screen.publisher.stop(grace=0.0)
        await asyncio.wait_for(screen.publisher.settled(), 20)
        assert screen.calls == []
        assert not screen.publisher.busy


class TestWishes:
    async def test_those_of_one_key_add_up_until_they_are_served(self) -> None:
        screen = Screen()
        screen.gate.clear()
        screen.publisher.request("a")
        screen.publisher.request("a", "anew")
        screen.publisher.request("b", "anew")
        await until(lambda: len(screen.calls) == 2)
        screen.publisher.request("a", "stray:7")
        screen.gate.set()
        await screen.publisher.settled()
        assert list(zip(screen.calls, screen.directives, strict=True)) == [
            ("a", {"", "anew"}),
            ("b", {"anew"}),
            ("a", {"stray:7"}),
        ]

    async def test_what_failed_is_asked_for_again(self) -> None:
        screen = Screen({MessageGone: Retry.NOW, ChatError: Retry.NEVER})
        screen.errors = [MessageGone(), ChatError()]
        screen.publisher.request("a", "anew")
        await screen.publisher.settled()
        screen.publisher.request("a")
        await screen.publisher.settled()
        assert screen.directives == [{"anew"}, {"anew"}, {""}]

    async def test_a_call_takes_what_came_since_it_began_and_leaves_the_rest(self) -> None:
        screen = Screen({ChatUnavailable: Retry.NOW})
        screen.gate.clear()
        screen.change("a")
        await until(lambda: screen.in_flight)
        assert screen.publisher.is_pending("a")
        for directive in ("", "anew", "stray:7"):
            screen.publisher.request("a", directive, not_before=asyncio.get_running_loop().time() + 60.0)
        assert await screen.publisher.coalesce("a", {"", "anew"}) == {"", "anew"}
        assert await screen.publisher.coalesce("a", {"", "anew"}) == set()
        assert screen.publisher.is_pending("a"), "for the other one"
        assert await screen.publisher.coalesce("a", {"stray:7"}) == {"stray:7"}
        assert not screen.publisher.is_pending("a")
        screen.errors = [ChatUnavailable()]
        screen.gate.set()
        await asyncio.wait_for(screen.publisher.settled(), 20)
        assert screen.directives == [{""}, {"", "anew", "stray:7"}], (
            "what was taken is asked for again where the call fails"
        )
        assert not screen.publisher.is_pending("a")
