"""A Discord on loopback, a server with three people in it, and the adapter between them and a recording handler."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.commands import Argument, ArgumentChoice, CommandSpec
from bot.concurrency.foreground import Foreground
from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import lazy
from bot.messaging import Button, Command, Picture, Post, RichText
from bot.platforms.discord.adapter import DiscordAdapter, DiscordTiming
from storage.ids import Person, Place
from storage.store import Store
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.model import Channel, Message
from tests.helpers.discord.people import Discord, until
from tests.helpers.discord.server import Server
from tests.helpers.outside import SLOWER
from tests.helpers.stored import open_store
from tests.telegram.conftest import painted
from tests.telegram.recording import RecordingHandler

CATALOGS = Catalogs(Path(__file__).parents[2] / "locales")
QUICK = DiscordTiming(retry=0.02, longest_retry=0.1, drain=2.0)
ENTRIES = (
    CommandSpec(
        "play",
        lazy("Open a table"),
        Argument("game", lazy("Which game"), "game", (ArgumentChoice("hats", lambda _: "Court Hats"),)),
        posts=True,
    ),
    CommandSpec(
        "rules",
        lazy("Read the rules, or look something up"),
        argument=Argument("about", lazy("A word"), takes="rules"),
    ),
    CommandSpec("hand", lazy("Show your secrets again")),
    CommandSpec("verify", lazy("Check that a game was dealt fairly"), public=True),
)
PNG = painted("green")


async def at_once(*_: object, **__: object) -> None:
    """Wait no five seconds before a shard identifies: this Discord does not mind."""


def rich(text: str) -> RichText:
    """Return a text whose commands are spans of their own, as in our sentences."""
    return CATALOGS.translator("en").rich("{before}" + text, before="") if text else ()


def post(text: str, token: str = "", *, picture: bool = False, **manner: Any) -> Post:
    """Return a post; with a token it has a button "Press"."""
    keyboard = ((Button("Press", token),),) if token else ()
    return Post(rich(text), Picture("k", lambda: PNG, f"alt of {text}") if picture else None, keyboard, **manner)


class AnsweringHandler(RecordingHandler):
    """A handler that answers commands with the posts of `replies`."""

    def __init__(self) -> None:
        super().__init__()
        self.replies: dict[str, list[Post]] = {}

    async def on_command(self, command: Command) -> None:
        await super().on_command(command)
        for reply in self.replies.get(command.name, []):
            assert command.answer is not None
            await command.answer(reply)


class DiscordScene:
    """The simulated server with its people, and the adapter under test."""

    def __init__(self, world: Discord, server: Server, store: Store, database: Path) -> None:
        self.world = world
        self.server = server
        self.store = store
        self.database = database
        self.ann = world.add_person("ann", display="Ann", locale="en-GB")
        self.boris = world.add_person("boris", display="Борис", locale="ru")
        self.cleo = world.add_person("cleo", locale="fr", takes_dms=False)
        self.guild = world.add_guild("Friends", [self.ann, self.boris, self.cleo])
        self.channel = world.add_channel(self.guild, "games")
        self.handler = AnsweringHandler()
        self.foreground = Foreground()
        self.adapter: DiscordAdapter
        self.running: asyncio.Task[None]

    async def draw(self, picture: Picture) -> bytes:
        """Draw a picture."""
        return picture.draw()

    def place(self, channel: Channel | None = None) -> Place:
        """Return the place of a channel."""
        return Place("discord", str((channel or self.channel).id))

    def person(self, user: Any) -> Person:
        """Return the id of a user as tables keep it."""
        return Person("discord", str(user.id))

    def make_adapter(self, **values: Any) -> DiscordAdapter:
        """Build an adapter, which nobody has started yet."""
        return DiscordAdapter(
            token=values.pop("token", self.world.token),
            draw=self.draw,
            catalogs=CATALOGS,
            journal=self.store,
            api_url=self.server.api,
            commands=ENTRIES,
            timing=values.pop("timing", QUICK),
            foreground=self.foreground,
            **values,
        )

    @asynccontextmanager
    async def served(self, **values: Any) -> AsyncIterator[DiscordAdapter]:
        """Run an adapter for the length of a block."""
        adapter = self.make_adapter(**values)
        before = self.world.gateway.identifies
        await adapter.start()
        self.running = running = asyncio.create_task(adapter.run(self.handler))
        try:
            await until(
                lambda: running.done() or (self.world.gateway.identifies > before and self.world.commands.registered)
            )
            await until(lambda: running.done() or _knows_all(adapter, self.world))
            yield adapter
        finally:
            await adapter.stop()
            await running

    async def show(self, text: str = "A board", token: str = "t.1.go", **manner: Any) -> Message:
        """Post in the channel as the bot; return the message."""
        async with self.adapter.chat.send_permit(self.place()) as permit:
            return self.channel.messages[int(await permit.post(post(text, token, **manner)))]


def _knows_all(adapter: DiscordAdapter, world: Discord) -> bool:
    """Return whether the adapter has heard of every channel."""
    client = adapter._messages.client
    return client is not None and all(
        client.get_channel(c) for guild in world.guilds.values() if guild.holds(world.bot) for c in guild.channels
    )


@pytest.fixture
async def scene(database: Path) -> AsyncIterator[DiscordScene]:
    """A Discord without limits, with the adapter running."""
    world = Discord(limits=Limits.none())
    world.interactions.seconds *= SLOWER
    store = await open_store(database)
    try:
        async with Server(world) as server:
            scene = DiscordScene(world, server, store, database)
            async with scene.served() as adapter:
                scene.adapter = adapter
                yield scene
    finally:
        await store.close()
