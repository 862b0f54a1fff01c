"""Several adapters of one bot on one PostgreSQL, each with a database connection and leases of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from bot.messaging import Picture
from bot.platforms.discord import adapter as serving
from bot.platforms.discord import shards as sharing
from bot.platforms.discord.adapter import DiscordAdapter, DiscordTiming
from storage import postgres_leases
from storage.ids import Person, Place
from storage.store import Store
from tests.discord.conftest import CATALOGS, ENTRIES, AnsweringHandler, post
from tests.helpers.discord.interactions import Interaction
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.model import Channel, Message
from tests.helpers.discord.people import Discord, until
from tests.helpers.discord.server import Server
from tests.helpers.outside import SLOWER

PACE = 0.4
"""Seconds between two logins of the bot here, where Discord's five would make a test slow."""
TICK = 0.1
"""Seconds between two looks for shards that nobody serves: most of what a test waited for was the next one."""
PATIENCE = 60.0
"""Seconds that a stop, or an answer of the database, may take here: how long they take depends on the machine."""
QUICK = DiscordTiming(retry=0.02, longest_retry=0.1, drain=PATIENCE, pace=PACE)


class Replica:
    """One of them."""

    def __init__(self, adapter: DiscordAdapter, store: Store, handler: AnsweringHandler) -> None:
        self.adapter = adapter
        self.store = store
        self.handler = handler
        self.running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        await self.adapter.start()
        await self.adapter.run(self.handler)

    @property
    def shards(self) -> list[int]:
        """List the shards that it serves, with a connection to the gateway."""
        told: dict[str, str] = self.adapter.health().details["shards"]
        return [int(shard) for shard, status in told.items() if status == "ok"]

    @property
    def presses(self) -> list[str]:
        """List the tokens that were pressed."""
        return [press.token for press in self.handler.presses]

    async def stop(self) -> None:
        """Stop it as a signal does."""
        await self.adapter.stop_receiving()
        await self.adapter.stop()
        await self.running
        await self.store.close()


class Replicas:
    """The Discord they are in, with `shards` shards and a channel in each, and Ann, who is in all of them."""

    def __init__(self, world: Discord, server: Server, url: str) -> None:
        self.world = world
        self.server = server
        self.url = url
        self.all: list[Replica] = []
        world.interactions.seconds *= SLOWER
        self.ann = world.add_person("ann", display="Ann")
        self.boris = world.add_person("boris", display="Boris")
        self.channels: dict[int, Channel] = {}
        while len(self.channels) < world.shards:
            guild = world.add_guild(f"Guild {len(self.channels)}", [self.ann, self.boris])
            self.channels.setdefault((guild.id >> 22) % world.shards, world.add_channel(guild, "games"))

    async def start(self, **values: Any) -> Replica:
        """Start one more process."""
        store = await Store.open(self.url)
        adapter = DiscordAdapter(
            token=self.world.token,
            draw=_draw,
            catalogs=CATALOGS,
            journal=store,
            api_url=self.server.api,
            commands=ENTRIES,
            **{"timing": QUICK, **values},
        )
        replica = Replica(adapter, store, AnsweringHandler())
        self.all.append(replica)
        return replica

    async def close(self) -> None:
        """Stop those that run."""
        for replica in self.all:
            if not replica.running.done():
                await replica.stop()

    async def settled(self, *shares: int) -> None:
        """Wait until each shard has one connection, and the processes so many of them, the first one's share first."""
        wanted = [*range(self.world.shards)]
        running = [each for each in self.all if not each.running.done()]
        await until(
            lambda: (
                self.world.gateway.served == wanted
                and tuple(len(each.shards) for each in running) == shares
                and self.world.commands.registered
            )
        )

    def place(self, shard: int) -> Place:
        """Return the channel of a shard."""
        return Place("discord", str(self.channels[shard].id))

    async def use(self, shard: int) -> Interaction:
        """Have Ann use a command in a shard's channel."""
        return await self.ann.slash(self.channels[shard], "hand")

    async def show(self, shard: int) -> Message:
        """Have the first process post a message with a button in a shard's channel; return it."""
        async with self.all[0].adapter.chat.send_permit(self.place(shard)) as permit:
            return self.channels[shard].messages[int(await permit.post(post("A board", "t.1.go")))]

    def handlers_of(self, seen: Callable[[AnsweringHandler], list[Any]]) -> list[int]:
        """Count for each process what its handler has seen."""
        return [len(seen(each.handler)) for each in self.all]


def person(user: Any) -> Person:
    """Return the id of a user as tables keep it."""
    return Person("discord", str(user.id))


async def _draw(picture: Picture) -> bytes:
    return picture.draw()


@asynccontextmanager
async def replicas(url: str, shards: int) -> AsyncIterator[Replicas]:
    """Bring a Discord with so many shards up, in which nobody serves yet."""
    async with AsyncExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(sharing, "TICK", TICK)
        patch.setattr(serving, "RELEASE_SECONDS", PATIENCE)
        patch.setattr(postgres_leases, "PATIENCE_SECONDS", PATIENCE)
        world = Discord(limits=Limits.none(), shards=shards)
        server = await stack.enter_async_context(Server(world))
        together = Replicas(world, server, url)
        stack.push_async_callback(together.close)
        yield together
