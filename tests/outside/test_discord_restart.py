"""Kills while people play in Discord, alone or beside Telegram on one database: tables go on as if nothing was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.helpers.discord.interactions import Interaction
from tests.helpers.discord.people import Discord, until
from tests.helpers.discord.process import DiscordProcess, on_loopback
from tests.helpers.discord.table import RandomTable
from tests.helpers.discord.witness import check_moves_shown, check_pings, check_secrets
from tests.helpers.ledger import Ledger
from tests.helpers.outside import RandomGame, telegram

TELEGRAM: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0}


class TwoPlatforms:
    """One process that serves a group in Telegram and a channel in Discord, and the database they share."""

    def __init__(self, process: DiscordProcess, group: RandomGame, table: RandomTable, folder: Path) -> None:
        self.process = process
        self.group = group
        self.table = table
        self.ledger = Ledger(folder)
        self.down: list[tuple[float, float]] = []
        """When the process was not there."""

    @property
    def world(self) -> Discord:
        """Return the Discord."""
        return self.process.world

    def moves(self) -> tuple[int, int]:
        """Count the moves that are kept of the two tables."""
        counts = [
            len(self.ledger.history(self.ledger.table_at(chat)))
            for chat in (self.group.group.id, self.table.channel.id)
        ]
        return counts[0], counts[1]

    async def press(self, seconds: float) -> None:
        """Press at random in both groups for a while."""
        pressing = [asyncio.create_task(_press_on(each)) for each in (self.group, self.table)]
        await asyncio.sleep(seconds)
        for task in pressing:
            task.cancel()
        await asyncio.gather(*pressing, return_exceptions=True)

    async def kill(self) -> None:
        """Kill the process in the middle of it, and start it again."""
        pressing = asyncio.create_task(self.press(0.5))
        await asyncio.sleep(0.3)
        identified, died = self.world.gateway.identifies, self.world.clock.now()
        await self.process.kill()
        await pressing
        await self.process.start()
        await self.process.ready(identified)
        self.down.append((died, self.world.clock.now()))

    def failures(self) -> list[Interaction]:
        """List the interactions that failed though the process was there."""
        failed = self.world.interactions.failures
        return [each for each in failed if not any(died - 1 < each.at < back for died, back in self.down)]

    async def go_on(self) -> None:
        """Press until both tables have gone on from here."""
        before = self.moves()
        while not all(now > then for now, then in zip(self.moves(), before, strict=True)):
            await self.press(0.5)


async def _press_on(game: RandomGame | RandomTable) -> None:
    while True:
        await game.press_anything()


@asynccontextmanager
async def town(folder: Path, word: str) -> AsyncIterator[TwoPlatforms]:
    """Run the process with both platforms, and open a table on each."""
    async with telegram() as (world, url), on_loopback() as (discord, server):
        process = DiscordProcess(discord, server, folder, TELEGRAM_TOKEN=world.token, TELEGRAM_API_URL=url, **TELEGRAM)
        process.blank = True
        await process.start()
        try:
            await process.ready()
            group = RandomGame(world, 1, 2, seed=3, word=word)
            table = RandomTable(discord, 1, 2, seed=4, word=word)
            await asyncio.gather(group.open(), table.open())
            yield TwoPlatforms(process, group, table, folder)
        finally:
            if process.running:
                await process.kill()


@pytest.mark.timeout(300)
async def test_tables_of_both_platforms_go_on_after_a_kill(tmp_path: Path) -> None:
    """survive-1, survive-2, survive-18, survive-19: one process, one database; buttons from before still work."""
    async with town(tmp_path, "hats") as here:
        await here.go_on()
        await here.kill()
        await here.go_on()
        await here.table.stop()
        await until(here.table.over)
        assert await here.process.stop() == 0
        assert not [line for line in here.process.complaints() if "Traceback" in line]
        check_moves_shown(here.world, here.table)
        check_secrets(here.world, here.table)
        check_pings(here.world, [here.table])
        assert here.failures() == []
        assert here.world.commands.puts == 1  # they had not changed
        history = here.ledger.history(here.ledger.table_at(here.table.channel.id))
        assert sorted(history) == list(range(1, len(history) + 1))
