"""The Discord of the tests, driven by discord.py's own client."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.helpers.discord.limits import Limits
from tests.helpers.discord.model import Channel
from tests.helpers.discord.people import Discord, Person, until
from tests.helpers.discord.server import Server

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (640).to_bytes(4, "big") + (360).to_bytes(4, "big")


class Bot(discord.Client):
    """A client with one command: what it does with each interaction is set by the test."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.tree = app_commands.CommandTree(self)
        self.resumed = asyncio.Event()
        self.joined: list[discord.Guild] = []

        @self.tree.command(name="play", description="Open a table")
        async def play(interaction: discord.Interaction, game: str = "hats") -> None:
            await self.on_play(interaction, game)

    async def on_play(self, interaction: discord.Interaction, game: str) -> None:
        """Answer `/play`."""
        await interaction.response.send_message(f"A table of {game}")

    async def setup_hook(self) -> None:
        """Set the commands."""
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing: the library waits five seconds before it identifies again."""

    async def on_resumed(self) -> None:
        """Note that a session was resumed."""
        self.resumed.set()


class Scene:
    """A guild of two people with one channel, and a bot that is logged in."""

    def __init__(self, world: Discord, bot: Bot) -> None:
        self.world = world
        self.bot = bot
        self.ann: Person = world.add_person("ann", locale="de")
        self.ben: Person = world.add_person("ben")
        self.guild = world.add_guild("Guild", [self.ann, self.ben])
        self.channel: Channel = world.add_channel(self.guild)

    @property
    def there(self) -> discord.TextChannel:
        """Give the channel as the bot knows it."""
        found = self.bot.get_channel(self.channel.id)
        assert isinstance(found, discord.TextChannel)
        return found


@asynccontextmanager
async def playing(limits: Limits | None = None) -> AsyncIterator[Scene]:
    """Let the bot log in to a fresh Discord."""
    world = Discord(limits=limits)
    with pytest.MonkeyPatch.context() as patch:
        async with Server(world) as server:
            patch.setattr(Route, "BASE", server.api)
            patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(world.gateway.url))
            bot = Bot()
            scene = Scene(world, bot)
            running = asyncio.create_task(bot.start(world.token))
            try:
                await until(lambda: bot.is_ready() or running.done(), 5)
                if running.done():
                    running.result()
                yield scene
            finally:
                await bot.close()
                await asyncio.gather(running, return_exceptions=True)


async def test_a_client_logs_in_and_answers_a_command() -> None:
    async with playing() as scene:
        assert scene.world.commands.puts == 1
        assert [each.name for each in scene.there.guild.channels] == ["general"]
        used = await scene.ann.slash(scene.channel, "play", game="animal")
        assert not used.failed
        assert used.said == "A table of animal"
        assert [each.text for each in scene.ben.sees(scene.channel)] == ["A table of animal"]
