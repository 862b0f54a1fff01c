"""A clock that tests move, and the ids that carry its time."""

from __future__ import annotations

import itertools
import time
from datetime import UTC, datetime

_EPOCH = 1_420_070_400_000
"""2015-01-01 in milliseconds: where snowflakes begin."""
_SHIFT = 22


class ShiftedClock:
    """The wall's time, plus what a test has moved it by (a message posted while it is behind is old afterwards)."""

    def __init__(self) -> None:
        self.offset = 0.0

    def now(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time() + self.offset

    def move(self, seconds: float) -> None:
        """Advance by so many seconds at once; a negative number goes back."""
        self.offset += seconds


class Snowflakes:
    """Ids as Discord makes them: milliseconds, then a running number. Shards follow from the milliseconds."""

    def __init__(self, clock: ShiftedClock) -> None:
        self._clock = clock
        self._numbers = itertools.count(1)
        self._guilds = itertools.count()
        self._first = int(clock.now() * 1000) - _EPOCH

    def next(self) -> int:
        """Return a fresh id of this moment."""
        return (int(self._clock.now() * 1000) - _EPOCH) << _SHIFT | next(self._numbers) % (1 << _SHIFT)

    def guild(self) -> int:
        """Return a guild's id; each is a millisecond after the one before, so that they spread over the shards."""
        return (self._first + next(self._guilds)) << _SHIFT


def made_at(snowflake: int) -> float:
    """Return the time at which an id was made, in seconds since 1970."""
    return ((snowflake >> _SHIFT) + _EPOCH) / 1000


def iso(at: float) -> str:
    """Write a time as Discord does."""
    return datetime.fromtimestamp(at, UTC).isoformat()
