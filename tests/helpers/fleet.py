"""Several processes of the bot on one database, behind both platforms on loopback: as a host runs them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from bot.playground.world import World
from tests.helpers.balancer import Balancer
from tests.helpers.discord.people import Discord
from tests.helpers.discord.server import Server
from tests.helpers.outside import BotProcess
from tests.helpers.ports import free_port

SECRET = "only-telegram-knows"
PATIENCE = 120.0
"""Seconds that a start may take, or the take-over of what a dead process had; how long is no promise of a test."""
_LOOK = 0.02


class Member(BotProcess):
    """One of the processes; its web port is known, so that it can be asked how it is."""

    def __init__(self, world: World, url: str, folder: Path, **settings: str | int) -> None:
        port = free_port()
        super().__init__(world, url, folder, PORT=port, **settings)
        self.address = f"http://127.0.0.1:{port}"


class Fleet:
    """The processes. All are alike: none is told of the others, or which it is.

    With `webhook` Telegram posts to a load balancer in front of them, which asks each whether it is ready; otherwise
    they poll. `command` starts them instead of the usual one, else they are `blank_bot`, in which `plant` breaks
    something.
    """

    def __init__(
        self,
        folder: Path,
        database: str,
        telegram: tuple[World, str],
        discord: tuple[Discord, Server] | None = None,
        *,
        webhook: bool = False,
        command: Sequence[str] = (),
        plant: Callable[[], object] | None = None,
        **settings: str | int,
    ) -> None:
        self.balancer = Balancer()
        self.members: list[Member] = []
        """Those that should run."""
        self.all: list[Member] = []
        """Those that ever ran."""
        self.webhook = webhook
        self._folder = folder
        self._world, self._url = telegram
        self._discord = discord[0] if discord else None
        self._command = command
        self._plant = plant
        both = {"DISCORD_TOKEN": discord[0].token, "DISCORD_API_URL": discord[1].api} if discord else {}
        self._settings: dict[str, str | int] = {
            "DATABASE_URL": database,
            "TELEGRAM_GROUP_PER_MINUTE": 0,
            "TELEGRAM_PER_SECOND": 0,
            "LOG_LEVEL": "WARNING",
            **both,
            **settings,
        }

    async def start(self, count: int) -> None:
        """Start so many processes at once, and wait until all of it is served."""
        await asyncio.gather(*(self._add() for _ in range(count)))
        await self.whole()

    async def _add(self) -> Member:
        settings = dict(self._settings)
        if self.webhook:
            settings |= {"PUBLIC_URL": self.balancer.url, "WEBHOOK_SECRET": SECRET}
        folder = self._folder / str(len(self.all))
        folder.mkdir()
        member = Member(self._world, self._url, folder, **settings)
        if self._command:
            member.command = self._command
        else:
            member.blank, member.plant = True, self._plant
        self.all.append(member)
        self.members.append(member)
        await member.start()
        self.balancer.backends.append(member.address)
        return member

    async def whole(self) -> None:
        """Wait until every process is ready, and somebody takes what comes from each platform."""
        deadline = time.monotonic() + PATIENCE
        for member in self.members:
            await self._ready(member, deadline)
        if self._discord is not None:
            await self._until(self.discord_is_served, deadline, "a shard of Discord is served by nobody")
        if self.webhook:
            await self._until(
                lambda: self.balancer.ready >= {each.address for each in self.members}, deadline, "not all are used"
            )
        else:
            await self._until(lambda: self._world.updates.is_polled, deadline, "nobody polls")

    async def _ready(self, member: Member, deadline: float) -> None:
        while not await self.balancer.is_ready(member.address):
            assert member.running, f"a process has ended: {member.log()[-4000:]}"
            assert time.monotonic() < deadline, f"a process is not ready: {member.log()[-4000:]}"
            await asyncio.sleep(_LOOK)

    def discord_is_served(self) -> bool:
        """Return whether each shard has a connection, and the commands are there."""
        assert self._discord is not None
        gateway = self._discord.gateway
        counts = {session.count for session in gateway.connected}
        shards = {session.shard for session in gateway.connected}
        return bool(counts) and shards >= set(range(max(counts))) and bool(self._discord.commands.registered)

    async def _until(self, ready: Callable[[], bool], deadline: float, what: str) -> None:
        while not ready():
            assert time.monotonic() < deadline, what
            await asyncio.sleep(_LOOK)

    async def kill(self, member: Member) -> None:
        """End a process without a word."""
        await member.kill()

    async def revive(self, member: Member) -> None:
        """Start a process again where it was, as its supervisor does."""
        await member.start()

    async def replace(self, old: Member) -> None:
        """Deploy: start a new process, wait until it is ready, ask the old one to stop."""
        new = await self._add()
        await self._ready(new, time.monotonic() + PATIENCE)
        self.members.remove(old)
        code = await old.stop()
        self.balancer.backends.remove(old.address)
        assert code == 0, old.log()[-4000:]

    async def stop(self) -> None:
        """Ask all to stop, and check that they do."""
        codes = await asyncio.gather(*(each.stop() for each in self.members))
        assert set(codes) <= {0}, [each.log()[-2000:] for each in self.members]

    def log(self) -> str:
        """Return what all of them have logged."""
        return "".join(each.log() for each in self.all)

    async def end(self) -> None:
        """End what still runs."""
        for each in self.all:
            if each.running:
                await each.kill()


@contextlib.asynccontextmanager
async def fleet(made: Fleet, count: int) -> AsyncIterator[Fleet]:
    """Run so many processes for the length of a block."""
    async with made.balancer:
        try:
            await made.start(count)
            yield made
        finally:
            await made.end()
