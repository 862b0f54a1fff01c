"""Breaches of the limits that processes keep together, planted one at a time: each is found by the check for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from bot.platforms.discord.rate_limit import DiscordRateLimiter
from bot.platforms.discord.shared_logins import SharedLogins
from bot.platforms.reservations import Waiter
from bot.platforms.shared_limits import SharedLimits
from storage.limits import CallAnswer, CallQuestion, ReservationReply
from storage.postgres import Connection
from storage.postgres_leases import PostgresLeases
from tests.helpers.counts import MovedCounts
from tests.helpers.postgres import Postgres
from tests.outside.test_shared_limits import check_counts, few_of_each
from tests.platforms.callers import callers, check_kept, fill_token, fill_windows, outage
from tests.telegram.virtual import run


@pytest.mark.parametrize("platform", ["telegram", "discord"])
def test_processes_that_count_alone(platform: str) -> None:
    """As on SQLite: all that is wrong is that there are several."""

    async def scene() -> None:
        async with callers(platform, None) as made:
            await fill_windows(made, 30.0)
            check_kept(made)

    with pytest.raises(AssertionError, match=r"refused == \[\]|'-?\d'\)"):
        run(scene())


def counting_alone() -> None:
    """Have each process count by itself, as on SQLite, and log in whenever it wants to."""
    few_of_each()
    begin = DiscordRateLimiter.__init__

    def begun_alone(self: DiscordRateLimiter, clock: Callable[[], float], *_: object, **__: object) -> None:
        begin(self, clock)

    async def acquire_at_once(self: SharedLogins, shard: int) -> None:
        if shard not in self._acquired:
            self._acquired[shard] = shard
            await self._buckets[shard].acquire()

    DiscordRateLimiter.__init__ = begun_alone  # type: ignore[method-assign]
    SharedLogins.acquire = acquire_at_once  # type: ignore[method-assign]
    PostgresLeases.holds = lambda self, name: True  # type: ignore[method-assign]


@pytest.mark.timeout(600)
async def test_three_processes_that_count_alone(server: Postgres, tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as found:
        await check_counts(server, tmp_path, counting_alone)
    for what in ("logins within 5 s", "calls within a second", "direct messages opened in their time"):
        assert what in str(found.value)


def test_reservations_that_are_not_waited_for(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    grant = SharedLimits._grant

    def at_once(self: SharedLimits, waiter: Waiter, reply: ReservationReply, asked_at: float, now: float) -> None:
        wait = 0 if reply.begun is not None else reply.wait
        grant(self, waiter, msgspec.structs.replace(reply, wait=wait), asked_at, now)

    monkeypatch.setattr(SharedLimits, "_grant", at_once)
    _expect_refused(connection, fill_windows, 30.0)


def test_calls_that_count_until_their_begin_alone(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that counts late sees those of the next minute too soon."""
    ask = MovedCounts.ask

    async def forgetful(self: MovedCounts, question: CallQuestion) -> CallAnswer:
        requests = [msgspec.structs.replace(each, lasts=0) for each in question.requests]
        reports = [each for each in question.reports if each.ended is None]
        return await ask(self, msgspec.structs.replace(question, requests=requests, reports=reports))

    monkeypatch.setattr(MovedCounts, "ask", forgetful)
    _expect_refused(connection, fill_windows, 200.0, slowest=9.0)


def test_a_quota_that_nobody_else_has_left(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = MovedCounts.ask

    async def greedy(self: MovedCounts, question: CallQuestion) -> CallAnswer:
        answer = await ask(self, question)
        return msgspec.structs.replace(answer, quota=max(answer.quota, question.token.demand))

    monkeypatch.setattr(MovedCounts, "ask", greedy)
    _expect_refused(connection, fill_token, 1.5)


def test_statements_that_are_asked_again_and_again(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = MovedCounts.ask

    async def twice(self: MovedCounts, question: CallQuestion) -> CallAnswer:
        await ask(self, msgspec.structs.replace(question, requests=[], reports=[]))
        return await ask(self, question)

    monkeypatch.setattr(MovedCounts, "ask", twice)
    _expect_refused(connection, fill_windows, 20.0)


def test_calls_of_a_time_without_the_database_that_are_forgotten(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MovedCounts, "ask", _forgetting(MovedCounts.ask))
    _expect_refused(connection, lambda made, _: outage(made), 0.0)


def _forgetting(
    ask: Callable[[MovedCounts, CallQuestion], Awaitable[CallAnswer]],
) -> Callable[[MovedCounts, CallQuestion], Awaitable[CallAnswer]]:
    alone = set[int | None]()

    async def forgetful(self: MovedCounts, question: CallQuestion) -> CallAnswer:
        alone.update(each.begun for each in question.reports if each.expected is None)
        reports = [each for each in question.reports if each.begun not in alone]
        return await ask(self, msgspec.structs.replace(question, reports=reports))

    return forgetful


def _expect_refused(connection: Connection, fill: object, seconds: float, slowest: float = 0.4) -> None:
    async def scene() -> None:
        async with callers("telegram", connection, lasts=lambda chance: chance.uniform(0.05, slowest)) as made:
            await fill(made, seconds)  # type: ignore[operator]
            check_kept(made)

    with pytest.raises(AssertionError):
        run(scene())
