"""The limits of a platform over several processes: none is broken, nearly all is used, a call costs one statement."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest

from bot.errors import PersonUnreachable, SlowDown
from bot.platforms.discord.dm_openings import MOST, REFUSED_SECONDS, DmOpenings
from bot.platforms.discord.rate_limit import DiscordRateLimiter
from bot.platforms.limits_fallback import FEWEST
from bot.platforms.telegram.rate_limit import MINUTE, TelegramRateLimiter
from storage.ids import Place
from storage.postgres import Connection
from tests.platforms.callers import (
    PER_SECOND,
    PROCESSES,
    Callers,
    callers,
    check_kept,
    fill_token,
    fill_windows,
    outage,
)
from tests.soak.limits import limits_of
from tests.soak.summary import Run
from tests.telegram.virtual import now, run

GROUP, OTHER = Place("telegram", "-1"), Place("telegram", "-2")


def telegram(made: Callers, process: int = 0) -> TelegramRateLimiter:
    limiter = made.limiters[process]
    assert isinstance(limiter, TelegramRateLimiter)
    return limiter


def alone(
    platform: str, fill: Callable[[Callers, float], Awaitable[None]], seconds: float, after: float, slowest: float
) -> float:
    """Return how many calls a second one process makes that counts in memory, with the same work to do."""

    async def scene() -> float:
        async with callers(platform, None, processes=1, lasts=lambda chance: chance.uniform(0.02, slowest)) as made:
            made.limiters *= PROCESSES
            await fill(made, seconds)
            return made.server.rate(after, seconds)

    return run(scene())


@pytest.mark.parametrize("slowest", [0.3, 9.0])
def test_a_groups_minute_holds_over_all_processes(connection: Connection, slowest: float) -> None:
    """Whatever the latency: the server counts each call at any moment between its begin and its end."""

    async def scene() -> float:
        async with callers("telegram", connection, lasts=lambda chance: chance.uniform(0.02, slowest)) as made:
            await fill_windows(made, 305.0)
            check_kept(made)
            for times in made.server.counted.values():
                assert max(b - a for a, b in pairwise(times)) < 10 + slowest, "none is long out of date"
            return made.server.rate(60.0, 305.0)

    assert run(scene()) >= 0.9 * alone("telegram", fill_windows, 305.0, 60.0, slowest)


def test_discords_five_seconds_hold_over_all_processes(connection: Connection) -> None:
    async def scene() -> float:
        async with callers("discord", connection, lasts=lambda chance: chance.uniform(0.02, 0.3)) as made:
            await fill_windows(made, 60.0)
            check_kept(made)
            return made.server.rate(10.0, 60.0)

    assert run(scene()) >= 0.8 * alone("discord", fill_windows, 60.0, 10.0, 0.3), "a call counts until it has ended"


@pytest.mark.parametrize("platform", ["telegram", "discord"])
def test_the_tokens_second_holds_over_all_processes(connection: Connection, platform: str) -> None:
    async def scene() -> float:
        async with callers(platform, connection, lasts=lambda chance: chance.uniform(0.02, 0.1)) as made:
            await fill_token(made, 12.0)
            check_kept(made)
            shares = [sum(process == each for _, each, _ in made.ended) for process in range(PROCESSES)]
            assert min(shares) >= 0.7 * max(shares)
            return made.server.rate(3.0, 12.0)

    assert run(scene()) >= 0.85 * alone(platform, fill_token, 12.0, 3.0, 0.1)


def test_one_process_has_all_that_the_others_do_not_want(connection: Connection) -> None:
    async def scene() -> None:
        async with callers("telegram", connection, lasts=lambda chance: chance.uniform(0.02, 0.1)) as made:
            until = now() + 20.0
            many = [f"private/{number}" for number in range(100)]
            await asyncio.gather(
                made.keep_calling(0, many, until), made.keep_calling(1, ["-1"], until), made.call(2, "private/500")
            )
            check_kept(made)
            assert made.server.rate(3.0, 20.0) >= 0.85 * PER_SECOND["telegram"]

    run(scene())


def test_a_call_alone_is_made_at_once_by_one_statement(connection: Connection) -> None:
    async def scene() -> None:
        async with callers("telegram", connection) as made:
            for number in range(30):
                await asyncio.sleep(7.0)
                began = now()
                await made.call(number % PROCESSES, f"-{number % 4 + 1}")
                assert made.ended[-1][0] - began < 0.5
            assert made.statements == 30

    run(scene())


def test_many_calls_at_once_need_few_statements(connection: Connection) -> None:
    async def scene() -> None:
        async with callers("telegram", connection) as made:
            await asyncio.gather(*(made.call(0, f"-{number + 1}") for number in range(25)))
            assert made.statements <= 5

    run(scene())


def test_a_busy_process_that_falls_silent_leaves_all_to_the_others(connection: Connection) -> None:
    async def scene() -> None:
        async with callers("telegram", connection) as made:
            await asyncio.gather(*(made.call(0, f"private/{number}") for number in range(30)))
            await asyncio.sleep(1.5)
            began = now()
            await asyncio.gather(*(made.call(1, f"private/{number}") for number in range(30)))
            assert now() - began < 1.0
            check_kept(made)

    run(scene())


def test_messages_to_people_pass_boards(connection: Connection) -> None:
    async def scene() -> None:
        async with callers("telegram", connection) as made:
            boards = [asyncio.create_task(made.call(0, f"-{number + 1}")) for number in range(90)]
            await asyncio.sleep(0.5)
            await made.call(0, "private/5", urgent=True)
            await asyncio.gather(*boards)
            order = [where for _, _, where in made.ended]
            assert order.index("private/5") < 65
            check_kept(made)

    run(scene())


def test_a_process_that_starts_later_goes_on_where_the_others_are(connection: Connection) -> None:
    """Half of a minute counts as spent only where nobody has counted."""

    async def scene() -> None:
        async with callers("telegram", connection) as made:
            early = [asyncio.create_task(made.call(0, "-1")) for _ in range(12)]
            await asyncio.sleep(5.0)
            assert 1 <= len(made.ended) <= 2, "half of the minute is taken as spent, the rest is spread"
            await asyncio.gather(*early)
            await asyncio.sleep(60.0)
            await made.call(1, "-9")
            await asyncio.sleep(10.0)
            began = now()
            await asyncio.gather(*(made.call(2, "-2") for _ in range(11)))
            assert now() - began < 2.0
            check_kept(made)

    run(scene())


def test_what_is_given_up_is_given_back(connection: Connection) -> None:
    async def scene() -> None:
        async with callers("telegram", connection) as made:
            await asyncio.gather(*(made.call(process, "-9") for process in range(PROCESSES)))
            await asyncio.sleep(100.0)
            for process in range(PROCESSES):
                waiting = [asyncio.create_task(made.call(process, "-1")) for _ in range(20)]
                await asyncio.sleep(0.003 * process)
                for each in waiting:
                    each.cancel()
                await asyncio.gather(*waiting, return_exceptions=True)
                async with telegram(made, process).permit(GROUP):
                    pass
            await asyncio.sleep(10.0)
            began, done = now(), len(made.ended)
            await asyncio.gather(*(made.call(0, "-1") for _ in range(10)))
            assert now() - began < 2.0
            assert len(made.ended) == done + 10
            check_kept(made)

    run(scene())


class TestPauses:
    def test_are_obeyed_by_all(self, connection: Connection) -> None:
        async def scene() -> None:
            async with callers("telegram", connection) as made:
                await asyncio.gather(*(made.call(process, "-2") for process in range(PROCESSES)))
                telegram(made).pause(GROUP, 30)
                telegram(made).hold_posts(OTHER, 600)
                await asyncio.sleep(1.0)
                began = now()
                await asyncio.gather(*(made.call(process, "-1") for process in range(PROCESSES)))
                assert all(29 <= at - began <= 45 for at, _, where in made.ended if where == "-1")
                for process in range(PROCESSES):
                    assert 500 < telegram(made, process).post_wait(OTHER) < 600, "edits are not held, posts are"
                assert made.server.refused == []

        run(scene())

    def test_of_a_call_that_waited_long_ago_are_heard_of_with_any_other(self, connection: Connection) -> None:
        async def scene() -> None:
            async with callers("telegram", connection) as made:
                await made.call(1, "-2")
                telegram(made).pause(GROUP, 50)
                await asyncio.sleep(1.0)
                await made.call(1, "-2")
                assert 40 < telegram(made, 1).paused(GROUP) < 50
                assert telegram(made, 1).wait(GROUP) > 40

        run(scene())

    def test_in_several_chats_alike_are_the_tokens(self, connection: Connection) -> None:
        """Each process was told of one."""

        async def scene() -> None:
            async with callers("telegram", connection) as made:
                for process in range(PROCESSES):
                    await made.call(process, "-7")
                for process in range(PROCESSES):
                    telegram(made, process).pause(Place("telegram", f"-{process + 1}"), 20)
                await asyncio.sleep(0.5)
                began = now()
                await asyncio.gather(*(made.call(process, "private/5") for process in range(PROCESSES)))
                assert now() - began > 19

        run(scene())

    def test_of_a_channel_are_obeyed_by_all(self, connection: Connection) -> None:
        async def scene() -> None:
            async with callers("discord", connection) as made:
                first = made.limiters[0]
                assert isinstance(first, DiscordRateLimiter)
                with contextlib.suppress(SlowDown):
                    async with first.permit(1) as permit:
                        permit.count()
                        raise SlowDown(12.0)
                await asyncio.sleep(0.5)
                began = now()
                await made.call(1, "1")
                assert now() - began > 11

        run(scene())


class TestOpenings:
    @staticmethod
    def of(made: Callers) -> list[DmOpenings]:
        openings = []
        for limiter in made.limiters:
            assert isinstance(limiter, DiscordRateLimiter)
            each = DmOpenings(now, limiter.shared)
            limiter._on_pause = lambda _, seconds, each=each: each.note_refusal(seconds)  # type: ignore[misc]
            openings.append(each)
        return openings

    def test_are_ten_in_a_minute_of_all_processes(self, connection: Connection) -> None:
        async def scene() -> None:
            async with callers("discord", connection) as made:
                openings = self.of(made)
                for number in range(MOST):
                    await openings[number % PROCESSES].count()
                for each in openings:
                    with pytest.raises(SlowDown) as slow:
                        await each.count()
                    assert 50 < slow.value.seconds <= 66
                await asyncio.sleep(66)
                await openings[0].count()

        run(scene())

    def test_are_refused_to_all_once_one_is(self, connection: Connection) -> None:
        async def scene() -> None:
            async with callers("discord", connection) as made:
                openings = self.of(made)
                await openings[0].count()
                openings[1].refuse()
                await asyncio.sleep(1.0)
                with pytest.raises(PersonUnreachable):
                    await openings[2].count()
                await asyncio.sleep(REFUSED_SECONDS)
                await openings[2].count()

        run(scene())

    def test_are_few_while_the_database_is_away(self, connection: Connection) -> None:
        async def scene() -> None:
            async with callers("discord", connection) as made:
                openings = self.of(made)
                for counts in made.counts:
                    counts.away = True
                with pytest.raises(SlowDown) as slow:
                    await openings[0].count()
                assert slow.value.seconds > 60, "others may have opened some before"
                for each in openings[1:]:
                    with pytest.raises(SlowDown):
                        await each.count()
                await asyncio.sleep(slow.value.seconds + 1)
                for each in openings:
                    for _ in range(MOST // FEWEST):
                        await each.count()
                    with pytest.raises(SlowDown):
                        await each.count()

        run(scene())

    def test_are_one_each_while_it_is_away_where_there_are_more_processes_than_openings(
        self, connection: Connection
    ) -> None:
        async def scene() -> None:
            async with callers("discord", connection, processes=MOST + 2) as made:
                openings = self.of(made)
                for process in range(MOST + 2):
                    await made.call(process, str(process))
                    made.counts[process].away = True
                last = openings[-1]  # which has heard of all
                with pytest.raises(SlowDown) as slow:
                    await last.count()
                await asyncio.sleep(slow.value.seconds + 1)
                await last.count()
                with pytest.raises(SlowDown):
                    await last.count()

        run(scene())


@pytest.mark.parametrize("platform", ["telegram", "discord"])
def test_whatever_happens_no_call_is_one_too_many(connection: Connection, platform: str) -> None:
    """A slice of the soak's part `limits`."""
    run_ = Run(seed=7, seconds=0.0)
    limits_of(run_, connection, platform, 7, 150.0)
    assert run_.summary.found == []
    assert run_.summary.counts["faults"] > 0


class TestWithoutTheDatabase:
    def test_calls_go_on_within_the_limits(self, connection: Connection) -> None:
        """Three processes share each limit evenly, once what was before is past; nobody is stuck."""

        async def scene() -> None:
            async with callers("telegram", connection) as made:
                began, ended, until = await outage(made)
                assert made.server.refused == []
                group = [at for at in made.server.counted["-1"] if began + 2 * MINUTE < at < ended]
                assert len(group) >= 0.8 * (ended - began - 2 * MINUTE) * 3 * (20 // FEWEST) / 60
                private = [at for at in made.server.counted["private/1"] if began < at < ended]
                assert max(b - a for a, b in pairwise([began, *private, ended])) < 15
                later = [at for at in made.server.counted["-1"] if ended + 60 < at < until]
                assert len(later) > 20 * (until - ended - 60) / 60 * 0.8, "they are one again"

        run(scene())

    def test_one_that_answers_again_is_gone_on_with_at_once(self, connection: Connection) -> None:
        async def scene() -> None:
            async with callers("telegram", connection) as made:
                await made.call(0, "-1")
                made.counts[0].away = True
                waiting = asyncio.create_task(made.call(0, "-2"))
                await asyncio.sleep(5.0)
                assert not waiting.done(), "others may have called this group just now"
                made.counts[0].away = False
                began = now()
                await waiting
                assert now() - began < 2.0

        run(scene())
