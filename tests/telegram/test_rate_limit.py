"""The budget in virtual time. Limits are those of platforms.md A9: 20 sends and edits a minute, 30 calls a second."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.platforms.telegram.rate_limit import MINUTE, TelegramRateLimiter
from bot.platforms.windows import SlidingWindow
from storage.ids import Place
from tests.telegram.virtual import now, run

GROUP, OTHER = Place("telegram", "-1"), Place("telegram", "-2")
TOPIC = Place("telegram", "-1", topic="7")
PERSON = Place("telegram", "5", private=True)


def budget(*, group_per_minute: int = 20, per_second: int = 30) -> TelegramRateLimiter:
    return TelegramRateLimiter(now, group_per_minute=group_per_minute, per_second=per_second)


async def call(money: TelegramRateLimiter, place: Place, *, lasts: float = 0.0, urgent: bool = False) -> float:
    """Make one call and return when it began."""
    async with money.permit(place, urgent=urgent) as ticket:
        ticket.calls += 1
        began = now()
        await asyncio.sleep(lasts)
    return began


async def burst(money: TelegramRateLimiter, place: Place, count: int) -> list[float]:
    return list(await asyncio.gather(*(call(money, place) for _ in range(count))))


class TestWindow:
    def test_lets_through_as_many_as_the_limit_and_then_says_how_long_to_wait(self) -> None:
        window = SlidingWindow(2, 60)
        for ended in (1.0, 4.0):
            assert window.wait(ended) == 0
            window.begin()
            window.end(ended)
        assert window.wait(10.0) == 51.0, "the first call ended at 1 and counts until 61"
        assert window.wait(61.0) == 0

    def test_an_open_call_counts_until_it_ends_however_long_it_takes(self) -> None:
        window = SlidingWindow(1, 60)
        window.begin()
        assert math.isinf(window.wait(1000.0))
        window.end(1000.0)
        assert window.wait(1001.0) == 59.0

    def test_what_was_not_used_is_given_back(self) -> None:
        window = SlidingWindow(1, 60)
        window.begin()
        window.end(5.0, calls=0)
        assert window.wait(5.0) == 0
        assert window.idle(5.0)

    def test_two_calls_on_one_turn_count_twice(self) -> None:
        window = SlidingWindow(2, 60)
        window.begin()
        window.end(0.0, calls=2)
        assert window.wait(1.0) == 59.0

    def test_a_paced_one_spreads_what_is_left_once_half_is_spent(self) -> None:
        window = SlidingWindow(4, 60, paced=True)
        for ended in (0.0, 1.0):
            assert window.wait(ended) == 0
            window.begin()
            window.end(ended)
        assert window.wait(1.0) == 0, "half is left"
        window.begin()
        window.end(2.0)
        assert window.wait(2.0) == 29.0, "one is left for the 58 seconds until the first is forgotten: half way"
        assert window.wait(31.0) == 0

    def test_zero_is_no_limit(self) -> None:
        window = SlidingWindow(0, 60)
        for _ in range(100):
            window.begin()
        assert window.wait(0.0) == 0


@dataclass(frozen=True)
class Attempt:
    """A wish to call: when, where, how long the call lasts, when in it the server counts, whether it is given up."""

    at: float
    group: int
    lasts: float
    counted: float
    gives_up: float | None


attempts = st.lists(
    st.builds(
        Attempt,
        at=st.floats(0, 300),
        group=st.sampled_from([-1, -2]),
        lasts=st.floats(0, 20),
        counted=st.floats(0, 1),
        gives_up=st.none() | st.floats(0, 120),
    ),
    max_size=60,
)


async def play(attempts: list[Attempt], limit: int, per_second: int) -> dict[int, list[float]]:
    """Carry attempts out and give, by group, when the server counted each call."""
    money = budget(group_per_minute=limit, per_second=per_second)
    seen: dict[int, list[float]] = {-1: [], -2: []}

    async def one(attempt: Attempt) -> None:
        await asyncio.sleep(attempt.at)
        async with asyncio.timeout(attempt.gives_up), money.permit(Place("telegram", str(attempt.group))) as ticket:
            ticket.calls += 1
            await asyncio.sleep(attempt.lasts * attempt.counted)
            seen[attempt.group].append(now())
            await asyncio.sleep(attempt.lasts * (1 - attempt.counted))

    await asyncio.gather(*(one(attempt) for attempt in attempts), return_exceptions=True)
    await asyncio.sleep(2 * MINUTE)
    async with asyncio.timeout(0.5):  # whatever was given up, nothing of the budget is lost
        await burst(money, GROUP, min(limit, per_second or limit))
    return {group: sorted(times) for group, times in seen.items()}


@settings(max_examples=60)
@given(attempts, st.integers(1, 6), st.sampled_from([0, 1, 3]))
def test_never_more_than_the_limit_in_any_minute_wherever_in_a_call_the_server_counts(
    wishes: list[Attempt], limit: int, per_second: int
) -> None:
    """survive-23, survive-24: one budget for sends and edits, counted over every rolling minute."""
    for times in run(play(wishes, limit, per_second)).values():
        for first, past_limit in zip(times, times[limit:], strict=False):
            assert past_limit - first >= 60


@settings(max_examples=30)
@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 2)), max_size=60), st.integers(1, 5))
def test_never_more_than_the_tokens_limit_in_any_second(calls: list[tuple[float, float]], limit: int) -> None:
    async def play_token() -> list[float]:
        money = budget(per_second=limit)

        async def one(number: int, at: float, lasts: float) -> float:
            await asyncio.sleep(at)
            return await call(money, Place("telegram", str(number + 1), private=True), lasts=lasts)

        return sorted(await asyncio.gather(*(one(n, *times) for n, times in enumerate(calls))))

    times = run(play_token())
    for first, past_limit in zip(times, times[limit:], strict=False):
        assert past_limit - first >= 1


def test_a_group_has_half_a_minutes_budget_after_a_start_and_all_of_it_later() -> None:
    async def work() -> None:
        money = budget(per_second=0)
        early = await burst(money, GROUP, 30)
        assert sum(time < 60 for time in early) == 10, "half of 20 is taken as spent by whoever ran before"
        assert max(b - a for a, b in pairwise(early)) < 7, "what is left is spread: no board is long out of date"
        await asyncio.sleep(300)
        start = now()
        later = [await call(money, OTHER) for _ in range(20)]
        assert sum(time < start + 1 for time in later) == 11, "half at once, and one"
        assert later[-1] < start + 60

    run(work())


def test_all_topics_of_a_group_share_one_budget() -> None:
    async def work() -> None:
        money = budget(group_per_minute=2, per_second=0)
        await asyncio.sleep(100)
        await call(money, GROUP)
        await call(money, TOPIC)
        assert await call(money, Place("telegram", "-1", topic="8")) >= 160

    run(work())


def test_private_chats_and_other_groups_do_not_wait_for_a_full_group() -> None:
    """survive-32: no group waits for another."""

    async def work() -> None:
        money = budget(group_per_minute=1)
        await asyncio.sleep(100)
        await call(money, GROUP)
        waiting = asyncio.create_task(call(money, GROUP))
        await asyncio.sleep(0)
        start = now()
        assert await call(money, OTHER) < start + 1
        assert all(time < start + 1 for time in await burst(money, PERSON, 25))
        assert not waiting.done()
        waiting.cancel()

    run(work())


def test_waiters_of_a_group_are_served_in_order() -> None:
    async def work() -> None:
        money = budget(group_per_minute=1)
        order: list[int] = []

        async def one(number: int) -> None:
            await call(money, GROUP)
            order.append(number)

        await asyncio.gather(*(one(number) for number in range(6)))
        assert order == list(range(6))

    run(work())


def test_whispers_pass_boards_at_the_tokens_gate() -> None:
    async def work() -> None:
        money = budget(per_second=1)
        await call(money, PERSON)
        order: list[str] = []

        async def one(name: str, place: Place, *, urgent: bool) -> None:
            await call(money, place, urgent=urgent)
            order.append(name)

        boards = [asyncio.create_task(one("board", Place("telegram", str(-n)), urgent=False)) for n in range(1, 4)]
        await asyncio.sleep(0.1)
        await asyncio.gather(*boards, one("whisper", Place("telegram", "6", private=True), urgent=True))
        assert order == ["whisper", "board", "board", "board"]

    run(work())


def test_a_slot_left_unused_is_given_back() -> None:
    async def work() -> None:
        money = budget(group_per_minute=1)
        await asyncio.sleep(100)
        async with money.permit(GROUP):
            pass
        start = now()
        assert await call(money, GROUP) < start + 0.1

    run(work())


def test_a_cancelled_waiter_loses_nothing_even_if_its_turn_had_just_come() -> None:
    async def work() -> None:
        money = budget(group_per_minute=1)
        await asyncio.sleep(100)
        async with money.permit(GROUP):
            first, second = (asyncio.create_task(call(money, GROUP)) for _ in range(2))
            await asyncio.sleep(1)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert await second < 102

    run(work())


class TestPause:
    def test_lets_nothing_through_until_the_second_it_ends(self) -> None:
        """survive-22, survive-25: a 429 is obeyed to the second."""

        async def work() -> None:
            money = budget(group_per_minute=0, per_second=0)
            await call(money, GROUP)
            money.pause(GROUP, 17)
            start = now()
            assert await call(money, TOPIC) >= start + 17
            assert now() < start + 17.1

        run(work())

    def test_holds_back_who_already_had_a_turn_but_not_yet_the_tokens(self) -> None:
        async def work() -> None:
            money = budget(group_per_minute=0, per_second=1)
            await call(money, PERSON)
            waiting = asyncio.create_task(call(money, GROUP))
            await asyncio.sleep(0.5)
            money.pause(GROUP, 10)
            assert await waiting >= 10.5

        run(work())

    def test_is_this_chats_only(self) -> None:
        async def work() -> None:
            money = budget()
            money.pause(GROUP, 1000)
            assert await call(money, OTHER) < 1
            assert await call(money, PERSON, urgent=True) < 1
            assert money.paused(OTHER) == 0
            assert money.paused(GROUP) > 900

        run(work())

    def test_a_shorter_one_does_not_end_a_longer_one(self) -> None:
        async def work() -> None:
            money = budget()
            money.pause(GROUP, 50)
            money.pause(GROUP, 2)
            assert await call(money, GROUP) >= 50

        run(work())


def test_idle_groups_are_forgotten() -> None:
    async def work() -> None:
        money = budget(per_second=0)
        for number in range(1000):
            await call(money, Place("telegram", str(-number - 1)))
            await asyncio.sleep(1)
        assert money.remembered() <= 70, "only those that were used within the last minute"

    run(work())


class TestHolds:
    def test_of_posts_let_edits_through(self) -> None:
        """F15."""

        async def work() -> None:
            money = budget()
            await asyncio.sleep(100)
            money.hold_posts(GROUP, 3600)
            assert await call(money, GROUP) < 101
            assert money.post_wait(GROUP) > 3590
            assert money.post_wait(OTHER) == 0
            await money.wait_out_hold(GROUP)
            assert now() >= 3700

        run(work())


class TestFloodsOfTheToken:
    """F17: a 429 does not say what is limited; told to several chats alike, it is the token."""

    def test_pause_everybody_once(self) -> None:
        async def work() -> None:
            money = budget(group_per_minute=0, per_second=0)
            for place in (GROUP, OTHER, Place("telegram", "-3")):
                money.pause(place, 20)
            assert await call(money, Place("telegram", "-4")) >= 20
            assert await call(money, PERSON, urgent=True) < 20.1

        run(work())

    def test_are_not_those_of_one_chat_however_many(self) -> None:
        async def work() -> None:
            money = budget(group_per_minute=0, per_second=0)
            for _ in range(10):
                money.pause(GROUP, 20)
            assert await call(money, OTHER) < 1

        run(work())

    def test_are_not_those_of_chats_that_wait_for_different_times(self) -> None:
        """Slow mode in many groups: each has an end of its own."""

        async def work() -> None:
            money = budget(group_per_minute=0, per_second=0)
            for number in range(1, 30):
                money.hold_posts(Place("telegram", str(-number)), number * 10)
            assert await call(money, Place("telegram", "-99")) < 1

        run(work())

    def test_last_a_minute_at_most_since_they_are_a_guess(self) -> None:
        async def work() -> None:
            money = budget(group_per_minute=0, per_second=0)
            for place in (GROUP, OTHER, Place("telegram", "-3")):
                money.hold_posts(place, 3600)
            assert 60 <= await call(money, Place("telegram", "-4")) < 61
            assert money.post_wait(GROUP) > 3500

        run(work())
