"""How a process keeps a bot's limits by itself while the database that counts for all is away."""

from __future__ import annotations

import math

from bot.platforms.reservations import WindowRule
from bot.platforms.windows import SlidingWindow

FEWEST = 3
"""As one of so many processes, at least, each calls on by itself while the database is away."""
AGAIN_SECONDS = 0.5
"""How often a database that is away is tried again."""
SETTLE_SECONDS = 2.0
"""How long others are given to report what they did, once a database is there again that was away for long."""


class LimitsFallback:
    """Whether the database is away, and the windows in which this process counts alone meanwhile.

    `noticed_after` is after how many seconds all processes have noticed that it is away, those that still call.
    """

    def __init__(self, noticed_after: float) -> None:
        self.active = False
        """Whether the database is away."""
        self.retry_at = -math.inf
        """Not before then it is asked again."""
        self._noticed_after = noticed_after
        self._processes = FEWEST
        self._since = self._settled_at = -math.inf
        self._windows: dict[str, SlidingWindow] = {}

    def note_processes(self, processes: int) -> None:
        """Note how many processes share the limits."""
        self._processes = max(FEWEST, processes)

    def part(self, limit: int) -> int:
        """Return how much of a limit this process takes by itself."""
        return max(1, limit // self._processes)

    def begin(self, now: float) -> bool:
        """Note that the database does not answer; return whether that is news."""
        news = not self.active
        if news:
            self._since = now
        self.active, self.retry_at = True, now + AGAIN_SECONDS
        self._windows = {name: window for name, window in self._windows.items() if not window.idle(now)}
        return news

    def end(self, now: float) -> None:
        """Note that the database is there again."""
        self.active, self.retry_at, self._settled_at = False, -math.inf, now + SETTLE_SECONDS

    def settled(self, now: float) -> bool:
        """Return whether the others have had time to report what they did meanwhile."""
        return now >= self._settled_at

    def noticed(self, now: float) -> bool:
        """Return whether every process takes no more than its part of what the token allows by now."""
        return now >= self._since + self._noticed_after

    def starts_at(self, rule: WindowRule) -> float:
        """Return when no call counts any more of those that had a reservation before the database went away."""
        return self._since + rule.ahead + rule.lasts + rule.width

    def window(self, name: str, rule: WindowRule) -> SlidingWindow:
        """Return the window in which this process counts its part of what a rule allows."""
        window = self._windows.get(name)
        if window is None:
            window = self._windows[name] = SlidingWindow(self.part(rule.most), rule.width, paced=rule.paced)
        return window
