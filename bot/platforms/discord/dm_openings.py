"""How often direct messages with somebody new are opened, counted in one place for the whole bot.

Discord suspects bots that open many: it refuses, and may put the bot into quarantine, in which it can join no more
servers until a person at Discord has looked at it (docs/platforms.md B8).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from bot.errors import PersonUnreachable, SlowDown
from bot.platforms.reservations import WindowRule
from bot.platforms.shared_limits import SharedLimits

MOST, SECONDS = 10, 60.0
"""At most so many are opened in so many seconds. Discord does not say what it allows; bots were stopped at about 30."""
REFUSED_SECONDS = 3600.0
"""How long none are opened after Discord has refused one for their number."""
NAME = "openings"
"""Their name among what is counted for all processes."""

_RULE = WindowRule(MOST, SECONDS, lasts=5.0)


class DmOpenings:
    """The openings of one bot token. `clock` counts seconds as the event loop does.

    Where several processes share a database, `shared` counts for all of them.
    """

    def __init__(self, clock: Callable[[], float], shared: SharedLimits | None = None) -> None:
        self._clock = clock
        self._shared = shared
        self._opened: deque[float] = deque(maxlen=MOST)
        self._refused_until = 0.0

    async def count(self) -> None:
        """Count one more. Raise SlowDown where it would be one too many, PersonUnreachable while none are allowed."""
        self._expect_allowed()
        wait = await self._shared.try_reserve(NAME, _RULE) if self._shared is not None else None
        self._expect_allowed()  # another process may have been refused
        if wait:
            raise SlowDown(wait)
        now = self._clock()
        most = self._shared.fallback_limit(MOST) if self._shared is not None and wait is None else MOST
        if len(self._opened) >= most and now < self._opened[-most] + SECONDS:
            raise SlowDown(self._opened[-most] + SECONDS - now)
        self._opened.append(now)

    def refuse(self) -> None:
        """Note that Discord has found that there were too many: none are opened for an hour."""
        self.note_refusal(REFUSED_SECONDS)
        if self._shared is not None:
            self._shared.pause(NAME, REFUSED_SECONDS)

    def note_refusal(self, seconds: float) -> None:
        """Note that Discord wants none opened for so long, as it has told this process or another."""
        self._refused_until = max(self._refused_until, self._clock() + seconds)

    def _expect_allowed(self) -> None:
        if self._clock() < self._refused_until:
            raise PersonUnreachable("direct messages with somebody new are refused")
