"""The channels that were used, and the servers that they are in.

Where several processes serve a bot, what happens to a server is told to one of them and its channels are used by all:
there they are in rows, in place of the memory of the process and of what the gateway has told it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from bot.platforms.discord.cache import DiscordCache, GuildInfo
from storage.ids import Person


class UsedChannelJournal(Protocol):
    """What is written down of channels (`storage.platforms`)."""

    def note_channel(self, bot: str, channel: str, guild: str) -> None:
        """Have the server of a channel written with the next transaction."""

    async def guild_of(self, bot: str, channel: str) -> str | None:
        """Return the server of a channel, None for a channel that was not used."""

    async def used_channels(self, bot: str, channels: Collection[str]) -> Collection[str]:
        """Return which of some channels were used."""

    async def channels_of(self, bot: str, guild: str) -> Collection[str]:
        """Return the channels of a server that were used."""

    async def drop_channels(self, bot: str, channels: Collection[str]) -> None:
        """Forget channels that are gone."""


class UsedChannels:
    """The channels of one adapter; `bot` returns the application's id."""

    def __init__(
        self, cache: DiscordCache, journal: UsedChannelJournal, bot: Callable[[], str], *, shared: bool
    ) -> None:
        self._cache = cache
        self._journal = journal
        self._bot = bot
        self._shared = shared

    def note(self, channel: int, person: Person, info: GuildInfo) -> None:
        """Remember the server of a channel and the rights of a person there."""
        if self._shared and self._cache.guild_of(channel) != info.guild:
            self._journal.note_channel(self._bot(), str(channel), str(info.guild))
        self._cache.note(channel, person, info)

    async def guild_of(self, channel: int) -> int | None:
        """Return the server of a channel, None where nothing of it is known."""
        known = self._cache.guild_of(channel)
        if known is not None or not self._shared:
            return known
        written = await self._journal.guild_of(self._bot(), str(channel))
        if written is None:
            return None
        self._cache.note_guild(channel, int(written))
        return int(written)

    async def used(self, channels: Sequence[int]) -> Sequence[int]:
        """Return which of some channels were used: since the start, or by any process."""
        if not channels or not self._shared:
            return [channel for channel in channels if self._cache.is_used(channel)]
        known = await self._journal.used_channels(self._bot(), [*map(str, channels)])
        return [channel for channel in channels if str(channel) in known]

    async def of_guild(self, guild: int) -> Sequence[int]:
        """Return the channels of a server that were used by any process; none where this one serves alone."""
        if not self._shared:
            return []
        return [int(channel) for channel in await self._journal.channels_of(self._bot(), str(guild))]

    async def forget(self, channels: Sequence[int]) -> None:
        """Forget channels that are gone."""
        if channels and self._shared:
            await self._journal.drop_channels(self._bot(), [*map(str, channels)])
