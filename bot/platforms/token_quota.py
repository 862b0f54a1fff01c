"""This process's quota of the calls that a token allows in its second, within which it counts by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection

from bot.platforms.reservations import Reservation, WindowRule, micro
from bot.platforms.windows import RateGate, SlidingWindow
from storage.limits import CallAnswer, TokenDemand

QUOTA_SECONDS = 10.0
"""For how long a quota is good. What a process that is killed had is lost for so long."""
SOON_SECONDS = 1.5
"""A call that is to be made within so many seconds is part of the demand."""
_MORE_SECONDS, _LOOK_SECONDS = 0.25, 1.0
"""How soon a process whose quota is too small asks again: where others are to give something back, and otherwise."""
_LATER_CALLS = 3
"""So many of the calls that have to wait for longer are part of the demand as well, at most."""


class TokenQuota:
    """The quota, and the gate that admits so many calls. `rule` is the limit of the token, `clock` the event loop's."""

    def __init__(self, rule: WindowRule, clock: Callable[[], float]) -> None:
        self.gate = RateGate(SlidingWindow(rule.most, rule.width), clock)
        self.limit = rule.most
        self._clock = clock
        self._quota = self._target = self._demanded = 0
        self._asked_at = self._good_until = clock()
        self.narrow(0)

    @property
    def is_over(self) -> bool:
        """Whether others may have the quota by now."""
        return self._clock() >= self._good_until

    def used(self) -> int:
        """Return how many calls count at present."""
        return self.gate.window.count(self._clock())

    def narrow(self, calls: int) -> None:
        """Let no more than so many calls count at a time, whatever the quota."""
        if self.limit:
            self.gate.narrow(calls)

    def narrow_to_quota(self, *, least: int = 0, most: int | None = None) -> None:
        """Let as many calls count as are in the quota, but not fewer than `least` nor more than `most`."""
        self.narrow(max(least, self._quota if most is None else min(self._quota, most)))

    def drop(self) -> None:
        """Give the quota up, and admit nobody until there is another."""
        self._quota = self._demanded = 0
        self.narrow(0)

    def wait(self) -> float:
        """Return the seconds until the next call is likely to be admitted, 0 for at once."""
        return self.gate.wait() if self._quota < self._demanded else self.gate.paused()

    def demand(self, reservations: Collection[Reservation], requests: int) -> int:
        """Return how many calls would count if all were made that are soon to be."""
        soon = self._clock() + SOON_SECONDS
        waiting = self.gate.waiting
        # Who has a reservation waits for its time, waits at the gate, or calls: the last two are counted there.
        later = sum(each.ready > soon for each in reservations)
        sooner = max(0, len(reservations) - later - waiting - self.gate.window.open)
        return self.used() + waiting + sooner + min(later, _LATER_CALLS) + requests

    def due(self, demand: Callable[[], int], *, reserved: bool) -> float:
        """Return when to ask next, to renew the quota, to have more, or to give it back.

        `demand` is called only where it matters; `reserved`: somebody has a reservation.
        """
        if not self.limit:
            return math.inf
        waiting = self.gate.waiting  # most of the time nobody
        if waiting and self._quota >= self._demanded and demand() > self._demanded:
            return self._asked_at
        if waiting:
            return self._asked_at + (_MORE_SECONDS if self._quota < self._target else _LOOK_SECONDS)
        is_large = self._quota > self.limit // 6
        if self.used():
            idle_at = self.gate.window.idle_at() if is_large else math.inf
            return min(self._good_until - QUOTA_SECONDS / 2, idle_at)
        return self._asked_at if is_large and not reserved else math.inf

    def question(self, used: int, demand: int, longest_wait: float) -> TokenDemand:
        """Return how the database is asked; somebody has a reservation for which they wait so many seconds more."""
        return TokenDemand(self.limit, used, max(demand, used), micro(QUOTA_SECONDS + max(0.0, longest_wait)))

    def note_asked(self, now: float) -> None:
        """Note that a question is on its way."""
        self._asked_at = now

    def grant(self, answer: CallAnswer, demand: int, good_until: float) -> None:
        """Take the quota that a question was answered with; `narrow_to_quota` makes it hold."""
        self._quota, self._target, self._demanded, self._good_until = answer.quota, answer.target, demand, good_until
