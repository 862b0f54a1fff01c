"""Several processes on one database: for a while in a deploy (survive-38), or for good, a shard each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.service import Service
from bot.settings import Settings
from storage.ids import Place
from storage.store import Store
from tests.discord.party import DiscordParty, discord_party
from tests.helpers.discord.gateway import shard_of
from tests.helpers.discord.interactions import Interaction
from tests.helpers.discord.people import Person, until


@asynccontextmanager
async def another_process(party: DiscordParty, database: Path, **more: Any) -> AsyncIterator[Service]:
    """Run a second service for the same bot on the same database; `more` are settings."""
    url = f"sqlite:///{database}"
    settings = Settings(_env_file=None, discord_token=party.world.token, database_url=url, **more)
    store = await Store.open(database)
    service = Service(settings, store, party.clock)
    stop = asyncio.Event()
    connected = len(party.world.gateway.connected)
    running = asyncio.create_task(service.run(service.discord(party.world.token, party.api), stop))
    try:
        await until(lambda: len(party.world.gateway.connected) > connected)
        yield service
    finally:
        stop.set()
        await running
        await asyncio.to_thread(service.render_cache.close)
        await store.close()


async def test_every_press_acts_once_while_two_processes_hear_it(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with discord_party(database, monkeypatch) as party, another_process(party, database) as other:
        used: list[Interaction] = []

        def shows(text: str) -> bool:
            return any(text in each.text for each in party.boards())

        def told_privately(text: str) -> bool:
            return any(text in each.text for each in used[-1].replies)

        async def settle() -> None:
            await until(lambda: used[-1].first)
            for _ in range(3):
                await party.settle()
                await asyncio.wait_for(other.manager.settled(), 60)

        async def press(person: Person, label: str) -> None:
            await until(lambda: any(each.button(label) for each in party.boards()))
            used.append(person.press_label(next(each for each in party.boards() if each.button(label)), label))
            await settle()

        used.append(party.ann.slash(party.channel, "play", game="hats"))
        await settle()
        await press(party.bob, "Join")
        await until(partial(shows, party.bob.shown))
        for label in ("Options", "I’m the youngest", "Back", "Start"):
            await press(party.ann, label)
        for turn, label in enumerate(("👁1", "👁2", "👁3", "👁4")):
            person = (party.ann, party.bob)[turn % 2]
            await press(person, label)
            await until(partial(shows, f"hat {label[1]}"))
            await until(partial(told_privately, f"you peeked at hat {label[1]}. You saw: "))
        assert not any(each.failed for each in used)
        assert not any("wrong" in each.said or "needs at least" in each.said for each in used)
        game = await party.store.live_at(Place("discord", str(party.channel.id)))
        assert game is not None
        assert [each.seat for each in await party.store.actions(game) if each.seat is not None] == [0, 1, 0, 1]
        assert all(len(each.replies) == 1 for each in used[-4:]), "each secret is told once"


async def test_processes_with_a_shard_each_serve_all_servers_and_direct_messages(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F7: what is pressed in direct messages reaches the process of the first shard, wherever the table is."""
    first, second = ({"discord_shard_count": 2, "discord_shard_ids": each} for each in ("0", "1"))
    async with discord_party(database, monkeypatch, **first) as party, another_process(party, database, **second):
        while shard_of(party.guild.id, 2) != 1:
            party.guild = party.world.add_guild("Others", [party.ann, party.bob])
        party.channel = party.world.add_channel(party.guild, "games")
        await party.choose_messages(party.ann)

        async def press(person: Person, label: str) -> None:
            board = await until(lambda: next((each for each in party.boards() if each.button(label)), None))
            assert not (await person.press_label(board, label)).failed

        assert not (await party.ann.slash(party.channel, "play", game="hats")).failed
        await press(party.bob, "Join")
        await until(lambda: any(party.bob.shown in each.text for each in party.boards()))
        for label in ("Options", "I’m the youngest", "Back", "Start", "👁1"):
            await press(party.ann, label)
        secret = await until(
            lambda: next((each for each in party.ann.dm.messages.values() if "peeked" in each.text), 0)
        )
        used = await party.ann.press_label(secret, "Got it, remove it")
        await until(lambda: secret.deleted)
        assert "out of date" not in used.said
