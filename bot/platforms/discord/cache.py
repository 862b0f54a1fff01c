"""What interactions told of channels and people, kept while the process runs. All of it can be learnt again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from storage.ids import Person

MOST = 10_000
CLOSED_SECONDS = 600.0
"""How long somebody who refuses direct messages is not tried again, unless they write to the bot."""

K = TypeVar("K")
V = TypeVar("V")


class Bounded(Generic[K, V]):
    """A dictionary that forgets what was used longest ago."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def get(self, key: K) -> V | None:
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self._most:
            self._values.popitem(last=False)

    def drop(self, key: K) -> bool:
        """Remove an entry. Return False if there was none."""
        return self._values.pop(key, None) is not None


class GuildInfo(msgspec.Struct, frozen=True):
    """The guild of an interaction, and whether its person may manage it."""

    guild: int
    is_admin: bool


class DiscordCache:
    """The cache of one adapter. `clock` counts seconds as the event loop does."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._guilds: Bounded[int, int] = Bounded()
        self._admins: Bounded[tuple[int, int], bool] = Bounded()
        self._channels: Bounded[int, int] = Bounded()
        self._closed: Bounded[int, float] = Bounded()
        self._opens_at = 0.0

    def note(self, channel: int, person: Person, info: GuildInfo) -> None:
        """Remember the guild of a channel and the rights of a person there."""
        self._guilds.put(channel, info.guild)
        self._admins.put((channel, int(person.id)), info.is_admin)

    def guild_of(self, channel: int) -> int | None:
        return self._guilds.get(channel)

    def is_used(self, channel: int) -> bool:
        """Return whether a channel has been used since the start."""
        return channel in self._guilds

    def is_admin(self, channel: int, person: int) -> bool | None:
        """Return whether a person administers a channel, as of their last interaction there; None for unknown."""
        return self._admins.get((channel, person))

    def note_private(self, person: int, channel: int) -> None:
        self._channels.put(person, channel)

    def private_channel(self, person: int) -> int | None:
        return self._channels.get(person)

    def pause_opening(self, seconds: float) -> None:
        """Note that Discord refuses to open direct message channels for a while, to anybody."""
        self._opens_at = max(self._opens_at, self._clock() + seconds)

    def opening_pause(self) -> float:
        """Return the seconds that are left of that pause."""
        return max(0.0, self._opens_at - self._clock())

    def note_closed(self, person: int) -> None:
        """Note that a person refuses direct messages."""
        self._closed.put(person, self._clock() + CLOSED_SECONDS)

    def note_open(self, person: int) -> None:
        """Note that a person accepts direct messages again: they have written to the bot."""
        self._closed.drop(person)

    def is_closed(self, person: int) -> bool:
        """Return whether a person refused direct messages a short while ago."""
        until = self._closed.get(person)
        return until is not None and self._clock() < until
