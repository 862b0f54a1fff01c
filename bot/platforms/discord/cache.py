"""What interactions told of channels and people, kept while the process runs. All of it can be learnt again."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping

import msgspec
from cachetools import LRUCache, TTLCache

from storage.ids import Person

MOST = 10_000
CLOSED_SECONDS = 600.0
"""How long somebody who refuses direct messages is not tried again, unless they write to the bot."""
ADMIN_SECONDS = 60.0
"""How long what a person may do counts as known where another process may have been told otherwise since."""


class GuildInfo(msgspec.Struct, frozen=True):
    """The guild of an interaction, and whether its person may manage it."""

    guild: int
    is_admin: bool


class DiscordCache:
    """The cache of one adapter, `shared`: of one among several. `clock` counts seconds as the event loop does."""

    def __init__(self, clock: Callable[[], float], *, shared: bool = False) -> None:
        self._clock = clock
        self._guilds: LRUCache[int, int] = LRUCache(MOST)
        self._admins: MutableMapping[tuple[int, int], bool] = (
            TTLCache(MOST, ADMIN_SECONDS, timer=clock) if shared else LRUCache(MOST)
        )
        self._channels: LRUCache[int, int] = LRUCache(MOST)
        self._closed: TTLCache[int, bool] = TTLCache(MOST, CLOSED_SECONDS, timer=clock)

    def note(self, channel: int, person: Person, info: GuildInfo) -> None:
        """Remember the guild of a channel and the rights of a person there."""
        self._guilds[channel] = info.guild
        self._admins[channel, int(person.id)] = info.is_admin

    def note_guild(self, channel: int, guild: int) -> None:
        """Remember the guild of a channel."""
        self._guilds[channel] = guild

    def guild_of(self, channel: int) -> int | None:
        """Return the guild of a channel, None where it was not told."""
        return self._guilds.get(channel)

    def is_used(self, channel: int) -> bool:
        """Return whether a channel has been used since the start."""
        return channel in self._guilds

    def is_admin(self, channel: int, person: int) -> bool | None:
        """Return whether a person administers a channel, as of their last interaction there; None for unknown."""
        return self._admins.get((channel, person))

    def note_private(self, person: int, channel: int) -> None:
        self._channels[person] = channel

    def private_channel(self, person: int) -> int | None:
        return self._channels.get(person)

    def note_closed(self, person: int) -> None:
        """Note that a person refuses direct messages."""
        self._closed[person] = True

    def note_open(self, person: int) -> None:
        """Note that a person accepts direct messages again: they have written to the bot."""
        self._closed.pop(person, None)

    def is_closed(self, person: int) -> bool:
        """Return whether a person refused direct messages a short while ago."""
        return person in self._closed
