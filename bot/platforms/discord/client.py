"""discord.py with as little of it as needed: shards, interactions, and events of channels that come and go.

The library caches guilds with their channels and roles, since the `guilds` intent sends them; members and messages are
not cached. All uses of its private attributes are in this module: `Route.BASE` and `DEFAULT_GATEWAY` are class
attributes, so one process talks to one API and one gateway (`use_api`, `find_gateway`); `_connection.parsers` is where
events are parsed; `warn_nacl` and `warn_dave` are warnings about voice, which we do not use.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any, Protocol

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.platforms.discord.tolerant_parsing import skip_unreadable

OFFICIAL_API = "https://discord.com/api/v10"
LONGEST_PAUSE = 30.0
"""Longest rate limit in seconds that the library waits out by itself; it raises for longer ones."""


class ClientListener(Protocol):
    """Receives the events of a client."""

    def received(self) -> None:
        """Something came from the gateway while all shards were connected."""

    def interaction(self, interaction: discord.Interaction[Any]) -> Awaitable[None]: ...

    def closed(self, channels: Sequence[int]) -> Awaitable[None]:
        """Channels or threads were deleted, or the bot was removed from their guild."""

    def joined(self, channels: Sequence[int]) -> Awaitable[None]:
        """The bot was added to the guild of these channels, perhaps not for the first time."""

    def opened(self, channels: Sequence[int]) -> Awaitable[None]:
        """A guild is available again after an outage. Also called for every guild after a start."""


def expect_no_voice() -> None:
    """Keep the library from warning that what it needs for voice is not installed."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def use_api(api_url: str) -> None:
    """Send every call of this process to the API at `api_url`."""
    Route.BASE = api_url


class DiscordClient(discord.AutoShardedClient):
    """The connection to Discord; passes its events to a listener."""

    def __init__(
        self, listener: ClientListener, *, shard_count: int | None = None, shard_ids: Sequence[int] = ()
    ) -> None:
        shards: dict[str, Any] = {"shard_ids": list(shard_ids)} if shard_ids else {}
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_PAUSE,
            shard_count=shard_count,
            enable_debug_events=True,  # for on_socket_raw_receive, the only word of heartbeats
            **shards,
        )
        skip_unreadable(self._connection.parsers)
        self._listener = listener
        self._wants_recommendation = shard_count is None

    async def find_gateway(self) -> None:
        """Ask for the address of the gateway and the recommended number of shards. Raise GatewayNotFound."""
        shards, url, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
        if self._wants_recommendation:
            self.shard_count = shards

    def connected_shards(self) -> dict[int, bool]:
        """Return the shards of this process that were begun, and whether each is connected."""
        return {number: not shard.is_closed() for number, shard in self.shards.items()}

    async def on_socket_raw_receive(self, _message: str) -> None:
        if not any(shard.is_closed() for shard in self.shards.values()):
            self._listener.received()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self._listener.interaction(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._listener.joined(_channels(guild))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._listener.opened(_channels(guild))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._listener.closed(_channels(guild))  # the library does not send this for an outage

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._listener.closed([channel.id])

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._listener.closed([payload.thread_id])


def _channels(guild: discord.Guild) -> list[int]:
    return [channel.id for channel in (*guild.channels, *guild.threads)]
