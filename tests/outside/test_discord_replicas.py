"""Processes that share Discord's shards on one PostgreSQL: all is answered, whoever comes, goes or is killed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path

import pytest

from tests.helpers.discord.gateway import shard_of
from tests.helpers.discord.interactions import Interaction
from tests.helpers.discord.model import Channel
from tests.helpers.discord.people import Discord, until
from tests.helpers.discord.process import DiscordProcess, on_loopback
from tests.helpers.discord.server import Server
from tests.helpers.postgres import Postgres

SHARDS = 2
PACE = 5.0
"""As Discord has it."""
UNDER_WAY = 12
"""Commands that people have not been answered before they use no more."""


@pytest.fixture
def url(server: Postgres) -> Iterator[str]:
    name = server.fresh()
    yield server.url(name, tcp=True)
    server.drop(name)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Return a folder for each of two processes."""
    made = tmp_path / "1", tmp_path / "2"
    for folder in made:
        folder.mkdir()
    return made


class Users:
    """People with a channel in each shard, who ask for help there in turns, so that none of them floods."""

    def __init__(self, world: Discord) -> None:
        self.people = [world.add_person(f"p{number}") for number in range(40)]
        self.used: list[Interaction] = []
        self.channels: dict[int, Channel] = {}
        while len(self.channels) < SHARDS:
            guild = world.add_guild("Guild", self.people)
            self.channels[shard_of(guild.id, SHARDS)] = world.add_channel(guild, "games")

    async def go_on(self) -> None:
        """Use a command in each channel several times a second, until cancelled; no faster than they are answered."""
        for who in cycle(self.people):
            self.used += [who.slash(channel, "help") for channel in self.channels.values()]
            await asyncio.sleep(0.2)
            for _ in range(100):  # for seconds at most: what is lost with a killed process is never answered
                if any(each.replies or each.failed for each in self.used[-UNDER_WAY:]) or len(self.used) < UNDER_WAY:
                    break
                await asyncio.sleep(0.05)


@asynccontextmanager
async def process(world: Discord, server: Server, folder: Path, url: str) -> AsyncIterator[DiscordProcess]:
    made = DiscordProcess(world, server, folder, DATABASE_URL=url, LOG_LEVEL="INFO")
    made.blank = True
    await made.start()
    try:
        yield made
    finally:
        if made.running:
            await made.kill()


@pytest.mark.timeout(300)
async def test_shards_of_a_killed_process_go_on_in_the_others(url: str, folders: tuple[Path, Path]) -> None:
    """By resuming its sessions: nobody logs in, and what came while nobody was there is answered late, but is.

    What the killed one had in hand may be lost with it, acknowledged and not answered, as where one is alone.
    """
    async with on_loopback() as (world, discord):
        world.shards, gateway = SHARDS, world.gateway
        gateway.pace = PACE
        users = Users(world)

        async def served(resumes: int) -> None:
            await until(lambda: gateway.served == [0, 1] and gateway.resumes >= resumes, 120.0)

        async with process(world, discord, folders[0], url) as first:
            await served(0)
            await until(lambda: world.commands.registered)
            async with process(world, discord, folders[1], url) as second:
                await served(1)
                using = asyncio.create_task(users.go_on())
                await until(lambda: len(users.used) >= 2 * SHARDS)
                await first.kill()
                in_hand = [each for each in users.used if not each.replies]
                await served(2)
                seen = len(users.used)
                await until(lambda: len(users.used) >= seen + 2 * SHARDS)
                await first.start()
                await served(3)
                assert await second.stop() == 0
                await served(4)
                using.cancel()
                with suppress(asyncio.CancelledError):
                    await using
                assert "Traceback" not in second.log(), second.log()
                rest = [each for each in users.used if each not in in_hand]
                with suppress(AssertionError):
                    await until(lambda: all(each.replies or each.failed for each in rest))
                assert not [(each.at, each.first) for each in rest if not each.replies and not each.failed]
                assert not [each for each in users.used if each.failed]
                assert (gateway.identifies, gateway.hasty) == (SHARDS, 0)
            assert await first.stop() == 0
            assert "Traceback" not in first.log(), first.log()
