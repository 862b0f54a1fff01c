"""How often direct messages with somebody new are opened, counted in one place for the whole process.

Discord suspects bots that open many: it refuses, and may put the bot into quarantine, in which it can join no more
servers until a person at Discord has looked at it (docs/platforms.md B8).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from bot.errors import PersonUnreachable, SlowDown

MOST, SECONDS = 10, 60.0
"""At most so many are opened in so many seconds. Discord does not say what it allows; bots were stopped at about 30."""
REFUSED_SECONDS = 3600.0
"""How long none are opened after Discord has refused one for their number."""


class DmOpenings:
    """The openings of one bot token. `clock` counts seconds as the event loop does."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._opened: deque[float] = deque(maxlen=MOST)
        self._refused_until = 0.0

    def count(self) -> None:
        """Count one more. Raise SlowDown where it would be one too many, PersonUnreachable while none are allowed."""
        now = self._clock()
        if now < self._refused_until:
            raise PersonUnreachable("direct messages with somebody new are refused")
        if len(self._opened) == MOST and now < self._opened[0] + SECONDS:
            raise SlowDown(self._opened[0] + SECONDS - now)
        self._opened.append(now)

    def refuse(self) -> None:
        """Note that Discord has found that there were too many: none are opened for an hour."""
        self._refused_until = self._clock() + REFUSED_SECONDS
