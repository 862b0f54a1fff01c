"""What is known of channels and people while the process runs, the most recently used. All can be learnt again."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from cachetools import LRUCache, TTLCache

from storage.ids import Person

MOST = 10_000
CLOSED_SECONDS = 600.0
"""How long somebody who takes no direct messages is not tried again, unless they write to the bot."""


class Sight(msgspec.Struct, frozen=True):
    """What an interaction told of where it was made: the guild, and what its person may do there."""

    guild: int
    rules: bool


class DiscordCache:
    """The memory of one door. `clock` counts seconds as the event loop does."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._guilds: LRUCache[int, int] = LRUCache(MOST)
        self._rulers: LRUCache[tuple[int, int], bool] = LRUCache(MOST)
        self._channels: LRUCache[int, int] = LRUCache(MOST)
        self._shut: TTLCache[int, bool] = TTLCache(MOST, CLOSED_SECONDS, timer=clock)
        self._opens_at = 0.0

    def note(self, channel: int, person: Person, sight: Sight) -> None:
        """Remember what an interaction in a channel of a guild told."""
        self._guilds[channel] = sight.guild
        self._rulers[channel, int(person.id)] = sight.rules

    def guild_of(self, channel: int) -> int | None:
        """Give the guild of a channel."""
        return self._guilds.get(channel)

    def is_used(self, channel: int) -> bool:
        """Tell whether a channel has been used since the start."""
        return channel in self._guilds

    def may_rule(self, channel: int, person: int) -> bool | None:
        """Tell whether a person administers a channel, as seen the last time; None for unknown."""
        return self._rulers.get((channel, person))

    def note_private(self, person: int, channel: int) -> None:
        """Remember where a person's direct messages go."""
        self._channels[person] = channel

    def private_channel(self, person: int) -> int | None:
        """Give where a person's direct messages go."""
        return self._channels.get(person)

    def pause_opening(self, seconds: float) -> None:
        """Remember that Discord wants no more direct messages to be opened for a while, whosesoever."""
        self._opens_at = max(self._opens_at, self._clock() + seconds)

    def opening_pause(self) -> float:
        """Give how many seconds of that are left."""
        return max(0.0, self._opens_at - self._clock())

    def shut(self, person: int) -> None:
        """Remember that a person takes no direct messages."""
        self._shut[person] = True

    def open(self, person: int) -> None:
        """Forget that: the person has written to the bot."""
        self._shut.pop(person, None)

    def is_shut(self, person: int) -> bool:
        """Tell whether trying to write to a person would only be refused again."""
        return person in self._shut
