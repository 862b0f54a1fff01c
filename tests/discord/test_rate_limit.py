"""A channel is called by one at a time and not too often, the token's calls are counted, messages go before boards."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import SlowDown
from bot.platforms.discord.rate_limit import CALLS, PER_SECOND, SECONDS, DiscordRateLimiter
from tests.telegram.virtual import now, run


async def call(budget: DiscordRateLimiter, channel: int, log: list[tuple[float, int]], *, urgent: bool = False) -> None:
    async with budget.permit(channel, urgent=urgent) as ticket:
        ticket.count()
        log.append((now(), channel))


def test_a_channel_is_called_no_oftener_than_it_takes() -> None:
    async def scene() -> list[tuple[float, int]]:
        budget, log = DiscordRateLimiter(now), list[tuple[float, int]]()
        await asyncio.gather(*(call(budget, 1, log) for _ in range(4 * CALLS)))
        return log

    times = [at for at, _ in run(scene())]
    assert all(later - earlier >= SECONDS for earlier, later in zip(times, times[CALLS:], strict=False))


def test_channels_do_not_wait_for_each_other() -> None:
    async def scene() -> float:
        budget, log = DiscordRateLimiter(now), list[tuple[float, int]]()
        await asyncio.gather(*(call(budget, channel, log) for channel in range(PER_SECOND)))
        return max(at for at, _ in log)

    assert run(scene()) < 0.1


def test_the_token_is_used_no_oftener_than_it_takes() -> None:
    """docs/platforms.md B7: fifty a second for all calls but those about interactions."""

    async def scene() -> list[tuple[float, int]]:
        budget, log = DiscordRateLimiter(now), list[tuple[float, int]]()
        await asyncio.gather(*(call(budget, channel, log) for channel in range(150)))
        return log

    times = sorted(at for at, _ in run(scene()))
    assert all(later - earlier >= 1.0 for earlier, later in zip(times, times[PER_SECOND:], strict=False))
    assert times[-1] < 4.0


def test_direct_messages_go_before_boards() -> None:
    async def scene() -> list[int]:
        budget, log = DiscordRateLimiter(now), list[tuple[float, int]]()
        boards = [asyncio.create_task(call(budget, channel, log)) for channel in range(2 * PER_SECOND)]
        await asyncio.sleep(0.01)
        await call(budget, -1, log, urgent=True)
        await asyncio.gather(*boards)
        return [channel for _, channel in sorted(log)]

    order = run(scene())
    assert order.index(-1) == PER_SECOND


def test_one_at_a_time_and_in_order() -> None:
    async def scene() -> list[int]:
        budget, log, within = DiscordRateLimiter(now), list[int](), 0

        async def work(number: int) -> None:
            nonlocal within
            async with budget.permit(1):
                within += 1
                assert within == 1
                await asyncio.sleep(0.1)
                log.append(number)
                within -= 1

        await asyncio.gather(*(work(number) for number in range(4)))
        return log

    assert run(scene()) == [0, 1, 2, 3]


def test_a_pause_is_waited_out_and_tickets_left_unused_cost_nothing() -> None:
    async def scene() -> tuple[float, float]:
        budget, log = DiscordRateLimiter(now), list[tuple[float, int]]()
        for _ in range(10 * PER_SECOND):
            async with budget.permit(1):
                pass
        before = now()
        with pytest.raises(SlowDown):
            async with budget.permit(1):
                raise SlowDown(7.0)
        await call(budget, 1, log)
        return before, log[0][0]

    before, after = run(scene())
    assert before < 0.1
    assert after - before >= 7.0
