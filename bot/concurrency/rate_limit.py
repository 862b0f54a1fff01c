"""Slows down who floods, one by one, at no cost to the others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import msgspec

REMEMBERED = 10_000


class Rate(msgspec.Struct, frozen=True):
    """How much is let through: `burst` at once, then one every `seconds`."""

    burst: int
    seconds: float


class TokenBuckets:
    """A token bucket for each key. `clock` gives seconds."""

    def __init__(self, bucket: Rate, clock: Callable[[], float]) -> None:
        self._bucket = bucket
        self._clock = clock
        self._levels: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def spare(self, key: Hashable) -> bool:
        """Tell whether this key has something left."""
        return self._level(key) >= 1

    def take(self, key: Hashable) -> bool:
        """Use one of what is left; False when nothing is."""
        level = self._level(key)
        if level < 1:
            return False
        self._levels[key] = (level - 1, self._clock())
        self._levels.move_to_end(key)
        if len(self._levels) > REMEMBERED:
            self._levels.popitem(last=False)
        return True

    def _level(self, key: Hashable) -> float:
        level, since = self._levels.get(key, (float(self._bucket.burst), self._clock()))
        gained = max(0.0, self._clock() - since) / self._bucket.seconds
        return min(float(self._bucket.burst), level + gained)
