"""The bot as a process of its own in front of the loopback Discord; nothing of it is imported."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path

from tests.helpers.blank_bot import ForkedProcess
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import Discord, until
from tests.helpers.discord.server import Server
from tests.helpers.outside import SLOWER, BotProcess

_HEARD_WITHIN = 120.0


class DiscordProcess(BotProcess):
    """`python -m bot`, given only a Discord token, an address and a database."""

    def __init__(self, world: Discord, server: Server, folder: Path, **settings: str | int) -> None:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("TELEGRAM", "DISCORD"))}
        self.world = world
        self.environment = {
            **own,
            "DISCORD_TOKEN": world.token,
            "DISCORD_API_URL": server.api,
            "DATABASE_URL": f"sqlite:///{folder / 'bot.db'}",
            "PORT": "0",
            "LOG_FORMAT": "json",
            "LOG_LEVEL": "WARNING",
            **{name: str(value) for name, value in settings.items()},
        }
        self._log = folder / "bot.log"
        self._process: asyncio.subprocess.Process | ForkedProcess | None = None

    async def ready(self, identified: int = 0) -> None:
        """Wait until the bot is connected and its commands are set, after so many earlier times."""
        gateway, commands = self.world.gateway, self.world.commands
        await until(lambda: gateway.identifies > identified and commands.registered, _HEARD_WITHIN, "it never connects")

    def complaints(self) -> list[str]:
        """List the lines of the log, but for what the library says of voice, which nobody wants."""
        return [line for line in self.log().splitlines() if "voice will NOT be supported" not in line]


@contextlib.asynccontextmanager
async def on_loopback(limits: Limits | None = None, *, slower: int = SLOWER) -> AsyncIterator[tuple[Discord, Server]]:
    """Run a Discord for the length of a block, in which interactions wait longer for an answer than elsewhere."""
    world = Discord(limits=limits)
    world.interactions.seconds *= slower
    async with Server(world) as server:
        yield world, server


@contextlib.asynccontextmanager
async def discord_bot(
    world: Discord, server: Server, folder: Path, *, blank: bool = False, **settings: str | int
) -> AsyncIterator[DiscordProcess]:
    """Run the bot for the length of a block; it is ready when the block begins. `blank`: it draws nothing."""
    process = DiscordProcess(world, server, folder, **settings)
    process.blank = blank
    await process.start()
    try:
        await process.ready()
        yield process
    finally:
        if process.running:
            await process.kill()
