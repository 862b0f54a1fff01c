"""The platforms' limits, kept by several processes together under a load that would break them, seen from outside."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
import pytest

from bot.platforms.discord import dm_openings, rate_limit
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
PACE, SHARDS = 5.0, 3
"""Seconds between two logins, as Discord has it, and shards: as many as processes, each of which logs in with one."""
OPENINGS, OPENING_SECONDS, ASKED = 4, 10.0, 8
"""Direct messages that are opened in so many seconds here, and people who want one at once, each in another channel."""
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
async def test_three_processes_keep_all_that_discord_counts(server: Postgres, tmp_path: Path) -> None:
    await check_counts(server, tmp_path, few_of_each)


def few_of_each() -> None:
    """Have a process take the token's second, and the time of openings, for shorter than they are.

    So any machine would break them.
    """
    rate_limit.PER_SECOND = rate_limit.SHARED_PER_SECOND = FEW
    dm_openings.MOST, dm_openings.SECONDS = OPENINGS, OPENING_SECONDS
    dm_openings._RULE = msgspec.structs.replace(dm_openings._RULE, most=OPENINGS, width=OPENING_SECONDS)


async def check_counts(server: Postgres, folder: Path, plant: Callable[[], None]) -> None:
    """Start processes that log in at once, open tables in many channels, and ask in some for secrets by message.

    Raise AssertionError, which names all that is wrong, where logins came too soon, boards were more than `FEW` in any
    second, or new direct messages more than `OPENINGS` in their time. `plant` is called in each process before it
    starts.
    """
    name = server.fresh()
    async with telegram() as (world, url), on_loopback(Limits.none()) as (discord, rest):
        made = Fleet(
            folder, server.url(name, tcp=True), (world, url), (discord, rest), plant=plant, DISCORD_SHARD_COUNT=SHARDS
        )
        async with fleet(made, PROCESSES):
            tables = [RandomTable(discord, number, 2, number, "invisible") for number in range(BOARDS)]
            for table in tables:
                table.people[0].slash(table.channel, "play", game=table.word)
            await until(lambda: all(table.board() for table in tables), 120.0)
            await asyncio.gather(*(_want_messages(table) for table in tables[:ASKED]))
            await made.stop()
        calls = [each.at for each in discord.call_log.requests if each.call.startswith(COUNTED)]
        wrong = [
            f"{most} {what}"
            for most, allowed, what in (
                (_most(discord.gateway.identified_at, PACE), 1, f"logins within {PACE:.0f} s"),
                (_most(calls, 1.0), FEW, "calls within a second"),
                (_most(discord.dm_openings, OPENING_SECONDS), OPENINGS, "direct messages opened in their time"),
            )
            if most > allowed
        ]
        assert not wrong, ", ".join(wrong)
        assert discord.gateway.identifies == SHARDS
        assert len(discord.dm_openings) == ASKED
        assert check_calls(discord) == 0
    await asyncio.to_thread(server.drop, name)


def _most(times: Iterable[float], seconds: float) -> int:
    """Return how many of these times lie within any so many seconds."""
    listed = list(times)
    return max((sum(at <= each < at + seconds for each in listed) for at in listed), default=0)


async def _want_messages(table: RandomTable) -> None:
    """Start a table's game; its first player, of whom the bot has no direct messages, wants the hand by one."""
    asking = table.people[0]
    await table.begin()
    shown = await (await table.press(asking, "My secret")).reply()
    await asking.press_label(shown, "Send it as a message")
    await until(lambda: asking.id in table.world.dms and asking.dm.messages, what="no hand comes by message")


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
