"""The platforms' limits, kept by several processes together under a load that would break them, seen from outside."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bot.platforms.discord import rate_limit
from bot.playground.model import User
from bot.playground.world import World
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import until
from tests.helpers.discord.process import on_loopback
from tests.helpers.discord.table import RandomTable
from tests.helpers.discord.witness import check_calls
from tests.helpers.fleet import Fleet, fleet
from tests.helpers.outside import RandomGame, telegram
from tests.helpers.postgres import Postgres
from tests.helpers.witness import failures

PROCESSES = 3
PER_MINUTE, PER_SECOND = 20, 30
MINUTE = 60.0
GROUPS, CHANNELS = 4, 3
ASKING = 2 * PER_SECOND
"""People who ask for help at once: more than may be answered within a second, and no more for each than it may do."""
PAUSE = 0.7
FEW, BOARDS = 3, 24
"""Calls in a second of Discord's token, of which there are 45 otherwise, and boards that are wanted at once."""
COUNTED = ("POST /channels/{channel}/messages", "PATCH /channels/{channel}/messages")


@pytest.mark.timeout(600)
async def test_three_processes_keep_the_limits_of_one_token(server: Postgres, tmp_path: Path) -> None:
    """By webhook each process handles presses of each group; no call is one too many, and a busy group loses none."""
    name = server.fresh()
    async with (
        telegram(slower=1, group_per_minute=PER_MINUTE, per_second=PER_SECOND) as (world, url),
        on_loopback(Limits(), slower=1) as discord,
    ):
        made = Fleet(
            tmp_path, server.url(name, tcp=True), (world, url), discord, webhook=True,
            TELEGRAM_GROUP_PER_MINUTE=PER_MINUTE, TELEGRAM_PER_SECOND=PER_SECOND,
        )  # fmt: skip
        async with fleet(made, PROCESSES):
            groups = [RandomGame(world, number, 2, seed=number) for number in range(GROUPS)]
            tables = [RandomTable(discord[0], number, 2, number, "hats") for number in range(CHANNELS)]
            playing: list[RandomGame | RandomTable] = [*groups, *tables]
            await asyncio.gather(*(each.open() for each in playing))
            end = time.monotonic() + MINUTE + 15.0
            await asyncio.gather(_ask(world), *(_play(each, end) for each in playing))
            busiest = [world.call_log.busiest_minute(each.group.id) for each in groups]
            await made.stop()
        assert failures(world) == []
        assert max(busiest) == PER_MINUTE, busiest
        assert check_calls(discord[0], limited=True) == 0
        assert len(made.balancer.served) == PROCESSES
    await asyncio.to_thread(server.drop, name)


@pytest.mark.timeout(600)
async def test_three_processes_keep_the_second_of_discords_token(server: Postgres, tmp_path: Path) -> None:
    await check_second(server, tmp_path, few_a_second)


def few_a_second() -> None:
    """Have a process take the token's second for shorter than it is, so that any machine would break it."""
    rate_limit.PER_SECOND = rate_limit.SHARED_PER_SECOND = FEW


async def check_second(server: Postgres, folder: Path, plant: Callable[[], None]) -> None:
    """Open tables in many channels at once: raise AssertionError where the boards are more than `FEW` in any second.

    `plant` is called in each process before it starts.
    """
    name = server.fresh()
    async with telegram() as (world, url), on_loopback(Limits.none()) as discord:
        made = Fleet(folder, server.url(name, tcp=True), (world, url), discord, plant=plant, DISCORD_SHARD_COUNT=2)
        async with fleet(made, PROCESSES):
            tables = [RandomTable(discord[0], number, 2, number, "hats") for number in range(BOARDS)]
            for table in tables:
                table.people[0].slash(table.channel, "play", game="hats")
            await until(lambda: all(table.board() for table in tables), 120.0)
            await made.stop()
        calls = [each.at for each in discord[0].call_log.requests if each.call.startswith(COUNTED)]
        busiest = max(sum(at <= each < at + 1.0 for each in calls) for at in calls)
        assert busiest <= FEW, f"{busiest} calls within a second"
        assert check_calls(discord[0]) == 0
    await asyncio.to_thread(server.drop, name)


async def _play(game: RandomGame | RandomTable, end: float) -> None:
    """Press until it is over, sooner than boards may follow."""
    while time.monotonic() < end:
        if isinstance(game, RandomGame):
            await game.press_at_random(pause=PAUSE)
        else:
            await game.press_anything(pause=PAUSE)


async def _ask(world: World) -> None:
    """As many people, all at once, and each of them is answered."""
    people = [world.add_person(f"Asker {number}", language_code="en") for number in range(ASKING)]
    for person in people:
        world.start(person)
    await _answered(world, people, 1)
    for person in people:
        world.say(person, world.private(person), "/help")
    await _answered(world, people, 2)


async def _answered(world: World, people: Sequence[User], times: int) -> None:
    async with asyncio.timeout(120):
        for person in people:
            chat = world.private(person)
            while sum(each.sender is world.bot for each in chat.messages.values()) < times:  # noqa: ASYNC110 - elsewhere
                await asyncio.sleep(0.05)
