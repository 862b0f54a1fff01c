"""The server's limits on sends and edits, and how long it wants silence (A9)."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable

from bot.playground.errors import too_many_requests


class WindowCounter:
    """Counts events within the last `seconds`; `peak` is the highest count there ever was."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._times: deque[float] = deque()
        self.peak = 0

    def add(self, now: float) -> None:
        self._trim(now)
        self._times.append(now)
        self.peak = max(self.peak, len(self._times))

    def wait(self, now: float, limit: int) -> float:
        """Return the seconds until fewer than `limit` events are within the window, 0 if so now."""
        self._trim(now)
        over = len(self._times) - limit
        return 0.0 if over < 0 else self._times[over] + self._seconds - now

    def _trim(self, now: float) -> None:
        while self._times and self._times[0] <= now - self._seconds:
            self._times.popleft()


class NameChanges:
    """How often a bot may change its name, in any language: after `limit` changes not for hours (A12); 0: no limit."""

    SECONDS = 13_317.0

    def __init__(self, now: Callable[[], float], limit: int = 3) -> None:
        self.limit = limit
        self._now = now
        self._changes = WindowCounter(self.SECONDS)

    def spend(self) -> None:
        """Count one change. Raise ApiError (429), counting nothing, if there were too many."""
        wait = self._changes.wait(self._now(), self.limit) if self.limit else 0.0
        if wait > 0:
            raise too_many_requests(math.ceil(wait))
        self._changes.add(self._now())


class RateLimits:
    """Limits of a group per minute and of the token per second; 0 is no limit."""

    def __init__(self, now: Callable[[], float], group_per_minute: int = 20, per_second: int = 30) -> None:
        self._now = now
        self.group_per_minute = group_per_minute
        self.per_second = per_second
        self._groups: dict[int, WindowCounter] = {}
        self._token = WindowCounter(1.0)

    def spend(self, chat_id: int) -> None:
        """Count one send or edit. Raise ApiError (429), counting nothing, if the limit is reached."""
        now = self._now()
        group = self._groups.setdefault(chat_id, WindowCounter(60.0)) if chat_id < 0 and self.group_per_minute else None
        wait = group.wait(now, self.group_per_minute) if group else 0.0
        if self.per_second:
            wait = max(wait, self._token.wait(now, self.per_second))
        if wait > 0:
            raise too_many_requests(math.ceil(wait))
        if group:
            group.add(now)
        self._token.add(now)
