"""Token buckets: whoever floods is slowed, at no cost to the others."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import msgspec
from cachetools import LRUCache

REMEMBERED = 10_000


class Rate(msgspec.Struct, frozen=True):
    """`burst` are let through at once, then one every `seconds`."""

    burst: int
    seconds: float


class TokenBuckets:
    """A token bucket for each key, for the most recently used ones. `clock` returns seconds."""

    def __init__(self, bucket: Rate, clock: Callable[[], float]) -> None:
        self._bucket = bucket
        self._clock = clock
        self._levels: LRUCache[Hashable, tuple[float, float]] = LRUCache(REMEMBERED)

    def spare(self, key: Hashable) -> bool:
        """Return whether this key has a token left."""
        return self._level(key) >= 1

    def take(self, key: Hashable) -> bool:
        """Use a token; return False when none is left."""
        level = self._level(key)
        if level < 1:
            return False
        self._levels[key] = (level - 1, self._clock())
        return True

    def _level(self, key: Hashable) -> float:
        level, since = self._levels.get(key, (float(self._bucket.burst), self._clock()))
        gained = max(0.0, self._clock() - since) / self._bucket.seconds
        return min(float(self._bucket.burst), level + gained)
