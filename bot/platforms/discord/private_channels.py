"""Where people's direct messages are. Written down, so that after a restart nobody known counts as somebody new."""

from __future__ import annotations

import contextlib
from typing import Protocol

from cachetools import LRUCache

from bot.errors import StoreAway
from bot.platforms.discord.cache import MOST, DiscordCache
from storage.ids import Person


class ChannelJournal(Protocol):
    """What is written down of private chats, for the next process (`storage.platforms`)."""

    async def private_channel(self, bot: str, person: Person) -> str | None:
        """Return the channel of a person's private chat with a bot, None where none has been opened."""

    async def note_private_channel(self, bot: str, person: Person, channel: str) -> None:
        """Write the channel of a person's private chat with a bot."""


class PrivateChannels:
    """The channels that interactions and openings have told (`cache`), and those that were told to processes before."""

    def __init__(self, cache: DiscordCache, journal: ChannelJournal) -> None:
        self._cache = cache
        self._journal = journal
        self._written: LRUCache[tuple[str, str], bool] = LRUCache(MOST)

    async def find(self, bot: str, person: Person) -> int | None:
        """Return the channel of a person's direct messages with a bot, None where nobody has told it yet."""
        channel = self._cache.private_channel(int(person.id))
        if channel is not None:
            await self._write(bot, person, channel)
            return channel
        if (written := await self._journal.private_channel(bot, person)) is None:
            return None
        self._written[bot, person.id] = True
        self._cache.note_private(int(person.id), int(written))
        return int(written)

    async def note(self, bot: str, person: Person, channel: int) -> None:
        """Remember a channel that was opened."""
        self._cache.note_private(int(person.id), channel)
        await self._write(bot, person, channel)

    async def _write(self, bot: str, person: Person, channel: int) -> None:
        """Write a channel down once. Where nothing can be written, it is opened again after the next start."""
        if (bot, person.id) in self._written:
            return
        with contextlib.suppress(StoreAway):
            await self._journal.note_private_channel(bot, person, str(channel))
            self._written[bot, person.id] = True
