"""The adapter on `simcord`, a Discord written by others: it takes what we send, and we what it sends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import simcord

from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.commands import put_commands
from bot.service import Service
from bot.settings import Settings
from storage.ids import Place
from storage.store import Store
from tests.conformance.on_simcord import PATIENCE


class SimcordScene:
    """A server with two people in it, and the service with an adapter connected to it."""

    def __init__(self, env: simcord.Env, service: Service) -> None:
        self.env = env
        self.service = service
        self.guild = env.create_guild("Friends")
        self.channel = self.guild.create_text_channel("games")
        self.ann, self.bob = (self.guild.add_member(env.create_user(name)) for name in ("ann", "bob"))

    async def settle(self) -> None:
        await self.service.manager.settled()
        await self.env.settle()

    def board(self) -> Any:
        message = self.channel.last_message
        assert message is not None
        return message

    async def press(self, person: Any, label: str) -> Any:
        result = await person.click(self.board(), label=label)
        await self.settle()
        return result


@asynccontextmanager
async def at_simcord(database: Path) -> AsyncIterator[SimcordScene]:
    settings = Settings(_env_file=None, discord_token="x", database_url=f"sqlite:///{database}")
    store = await Store.open(database)
    service = Service(settings, store)
    adapter = service.discord("x", settings.discord_api_url)
    client = DiscordClient(adapter, shard_count=1)
    async with simcord.run(client, settle_timeout=PATIENCE) as env:
        adapter.adopt(client)
        adapter.listen(service.dispatcher)
        await put_commands(client, service.catalogs, service.commands)
        yield SimcordScene(env, service)
        await adapter.stop_receiving()
        await service.manager.stop()
    await asyncio.to_thread(service.render_cache.close)
    await store.close()


async def test_a_table_is_opened_and_played(database: Path) -> None:
    async with at_simcord(database) as scene:
        await play(scene)


async def play(scene: SimcordScene) -> None:
    await scene.ann.slash(scene.channel, "play", game="hats")
    await scene.settle()
    await scene.press(scene.bob, "Join")
    for label in ("Options", "I’m the youngest", "Back", "Start"):
        await scene.press(scene.ann, label)
    table = await scene.service.manager.tables.at_place(Place("discord", str(scene.channel.id)))
    assert table is not None
    assert table.record.status == "playing"
    assert [seat.person.id for seat in table.record.seats] == [str(scene.ann.id), str(scene.bob.id)]
    note = await scene.press(scene.bob, "❔ What now?")
    assert [each.ephemeral for each in note.followups] == [True]
    await scene.press(scene.ann, "👁1")
    assert table.record.moves == 1
    assert len(scene.board().attachments) == 1
    hand = await scene.ann.slash(scene.channel, "hand")
    assert hand.response is not None
    assert hand.response.ephemeral
