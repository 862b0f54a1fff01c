"""What is remembered of channels and people while the process runs, each up to a number. All can be learnt again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from storage.ids import Person

MOST = 10_000
CLOSED_SECONDS = 600.0
"""How long somebody who takes no direct messages is not tried again, unless they write to the bot."""

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
        """Give what is remembered."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> None:
        """Remember something."""
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self._most:
            self._values.popitem(last=False)

    def drop(self, key: K) -> bool:
        """Forget something; False if it was not known."""
        return self._values.pop(key, None) is not None


class Sight(msgspec.Struct, frozen=True):
    """What an interaction told of where it was made: the guild, and what its person may do there."""

    guild: int
    rules: bool


class DiscordCache:
    """The memory of one door. `clock` counts seconds as the event loop does."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._guilds: Bounded[int, int] = Bounded()
        self._rulers: Bounded[tuple[int, int], bool] = Bounded()
        self._channels: Bounded[int, int] = Bounded()
        self._shut: Bounded[int, float] = Bounded()
        self._opens_at = 0.0

    def note(self, channel: int, person: Person, sight: Sight) -> None:
        """Remember what an interaction in a channel of a guild told."""
        self._guilds.put(channel, sight.guild)
        self._rulers.put((channel, int(person.id)), sight.rules)

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
        self._channels.put(person, channel)

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
        self._shut.put(person, self._clock() + CLOSED_SECONDS)

    def open(self, person: int) -> None:
        """Forget that: the person has written to the bot."""
        self._shut.drop(person)

    def is_shut(self, person: int) -> bool:
        """Tell whether trying to write to a person would only be refused again."""
        until = self._shut.get(person)
        return until is not None and self._clock() < until
