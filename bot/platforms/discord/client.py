"""discord.py, with as little of it as is needed: shards, interactions, and word of channels that come and go.

The library keeps guilds with their channels and roles, since the `guilds` intent tells of them; members and messages
are not kept. It calls one API and one gateway a process, and both can be moved: `point_at`, `find_gateway`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from typing import Any, Protocol

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.platforms.discord.tolerant_parsing import forgive

OFFICIAL_API = "https://discord.com/api/v10"
LONGEST_PAUSE = 30.0
"""Seconds that the library waits by itself when Discord wants a pause; longer ones are ours to wait."""


class Ears(Protocol):
    """Who hears what the client hears."""

    def interaction(self, interaction: discord.Interaction[Any]) -> Awaitable[None]:
        """Take an interaction in."""
        ...

    def closed(self, channels: Sequence[int]) -> Awaitable[None]:
        """Take in that channels or threads are gone, or the bot from them."""
        ...

    def joined(self, channels: Sequence[int]) -> Awaitable[None]:
        """Take in that the bot was added to the server of these channels, perhaps not for the first time."""
        ...

    def opened(self, channels: Sequence[int]) -> Awaitable[None]:
        """Take in that an outage is over. Also told of every server after a start."""
        ...


def hush_library() -> None:
    """Keep the library from writing what it sends: a line of its debug log may hold anything. Nobody wants voice."""
    logging.getLogger("discord").setLevel(logging.WARNING)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def point_at(api_url: str) -> None:
    """Let every call of the process go to this API."""
    Route.BASE = api_url


class DiscordClient(discord.AutoShardedClient):
    """The connection to Discord."""

    def __init__(self, ears: Ears, *, shard_count: int | None = None, shard_ids: Sequence[int] = ()) -> None:
        shards: dict[str, Any] = {"shard_ids": list(shard_ids)} if shard_ids else {}
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_PAUSE,
            shard_count=shard_count,
            **shards,
        )
        forgive(self._connection.parsers)
        self._ears = ears
        self._wants_advice = shard_count is None

    async def find_gateway(self) -> None:
        """Ask where the gateway is, and how many shards it recommends. Raises GatewayNotFound."""
        shards, url, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
        if self._wants_advice:
            self.shard_count = shards

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Hand an interaction over."""
        await self._ears.interaction(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Hand over that the bot was added."""
        await self._ears.joined(_channels(guild))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Hand over that an outage is over."""
        await self._ears.opened(_channels(guild))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Hand over that the bot was removed; the library tells an outage apart."""
        await self._ears.closed(_channels(guild))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Hand over that a channel was deleted."""
        await self._ears.closed([channel.id])

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Hand over that a thread was deleted."""
        await self._ears.closed([payload.thread_id])


def _channels(guild: discord.Guild) -> list[int]:
    return [channel.id for channel in (*guild.channels, *guild.threads)]
