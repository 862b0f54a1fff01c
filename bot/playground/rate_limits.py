"""How many sends and edits Telegram lets through, and for how long it wants silence (PLATFORMS A9)."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable

from bot.playground.errors import flood

__all__ = ["RateLimits", "WindowCounter"]


class WindowCounter:
    """What happened within the last `seconds`; `peak` is the most there ever was at once."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._times: deque[float] = deque()
        self.peak = 0

    def add(self, now: float) -> None:
        """Count one more."""
        self._trim(now)
        self._times.append(now)
        self.peak = max(self.peak, len(self._times))

    def count(self, now: float) -> int:
        """Count what is still within the window."""
        self._trim(now)
        return len(self._times)

    def wait(self, now: float, limit: int) -> float:
        """Give the seconds until fewer than `limit` are within the window; 0 if that is so now."""
        over = self.count(now) - limit
        return 0.0 if over < 0 else self._times[over] + self._seconds - now

    def _trim(self, now: float) -> None:
        while self._times and self._times[0] <= now - self._seconds:
            self._times.popleft()


class RateLimits:
    """A group's sends and edits in any minute, and the token's in any second; 0 is no limit."""

    def __init__(self, now: Callable[[], float], group_per_minute: int = 20, per_second: int = 30) -> None:
        self._now = now
        self.group_per_minute = group_per_minute
        self.per_second = per_second
        self._groups: dict[int, WindowCounter] = {}
        self._token = WindowCounter(1.0)

    def spend(self, chat_id: int) -> None:
        """Count one send or edit. Raises ApiError (429) and counts nothing if there is no room."""
        now = self._now()
        group = self._groups.setdefault(chat_id, WindowCounter(60.0)) if chat_id < 0 and self.group_per_minute else None
        wait = group.wait(now, self.group_per_minute) if group else 0.0
        if self.per_second:
            wait = max(wait, self._token.wait(now, self.per_second))
        if wait > 0:
            raise flood(math.ceil(wait))
        if group:
            group.add(now)
        self._token.add(now)
