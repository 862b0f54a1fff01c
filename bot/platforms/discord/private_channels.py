"""Where people's direct messages are, and who refuses them.

The channels are written down, so that after a restart nobody known counts as somebody new. Who refuses is too where
several processes have to know it: who writes to the bot tells that to one of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Protocol

from cachetools import LRUCache

from bot.errors import StoreAway
from bot.platforms.discord.cache import CLOSED_SECONDS, MOST, DiscordCache
from storage.ids import Person


class ChannelJournal(Protocol):
    """What is written down of private chats, for the next process (`storage.platforms`)."""

    async def private_channel(self, bot: str, person: Person) -> str | None:
        """Return the channel of a person's private chat with a bot, None where none has been opened."""

    async def note_private_channel(self, bot: str, person: Person, channel: str) -> None:
        """Write the channel of a person's private chat with a bot."""

    async def refuses_messages(self, bot: str, person: Person, now: float) -> bool:
        """Return whether somebody refused the direct messages of a bot a short while ago."""

    async def note_refusal(self, bot: str, person: Person, until: float) -> None:
        """Write until when nobody tries to write to a person."""

    def note_acceptance(self, bot: str, person: Person) -> None:
        """Have it written with the next transaction that a person refuses nothing any more."""


class PrivateChannels:
    """The channels that interactions and openings have told (`cache`), and those that were told to other processes.

    `wall_clock` returns Unix seconds.
    """

    def __init__(
        self, cache: DiscordCache, journal: ChannelJournal, wall_clock: Callable[[], float], *, shared: bool = False
    ) -> None:
        self._cache = cache
        self._journal = journal
        self._wall_clock = wall_clock
        self._shared = shared
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

    async def known(self, bot: str, person: Person) -> int | None:
        """Return the channel that was told to this process, or to one that serves beside it."""
        channel = self._cache.private_channel(int(person.id))
        return await self.find(bot, person) if channel is None and self._shared else channel

    async def refuses(self, bot: str, person: Person) -> bool:
        """Return whether a person refused direct messages a short while ago."""
        if self._shared:
            return await self._journal.refuses_messages(bot, person, self._wall_clock())
        return self._cache.is_closed(int(person.id))

    async def note_refusal(self, bot: str, person: Person) -> None:
        """Note that a person refuses direct messages."""
        if not self._shared:
            self._cache.note_closed(int(person.id))
            return
        with contextlib.suppress(StoreAway):
            await self._journal.note_refusal(bot, person, self._wall_clock() + CLOSED_SECONDS)

    def note_written(self, bot: str, person: Person, channel: int) -> None:
        """Note that a person has written to the bot, in which channel, and so takes direct messages."""
        self._cache.note_private(int(person.id), channel)
        if self._shared:
            self._journal.note_acceptance(bot, person)
        else:
            self._cache.note_open(int(person.id))

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
