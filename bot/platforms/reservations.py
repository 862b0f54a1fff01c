"""Reservations in windows that all processes share: the rule of a window, who waits for a place in it, who has one."""

from __future__ import annotations

import asyncio

import msgspec

from bot.platforms.windows import SlidingWindow
from storage.limits import ReservationRequest

MICRO = 1_000_000


class WindowRule(msgspec.Struct, frozen=True):
    """At most `most` calls in `width` seconds; 0 for no limit.

    `paced` is as in `SlidingWindow`. A call that is over after `lasts` seconds need not be reported soon. A window that
    is `halved` counts half of its calls as made at a start, if nobody has counted before.
    """

    most: int = 0
    width: float = 0.0
    lasts: float = 0.0
    paced: bool = False
    halved: bool = False

    @property
    def margin(self) -> float:
        """How many seconds before an end could matter to others it is to be reported."""
        return self.width / 16

    @property
    def ahead(self) -> float:
        """How many seconds ahead a reservation is promised: by its time, all calls that it depends on are known."""
        return self.width - 2 * self.margin


FREE = WindowRule()
"""The rule of what the token's limit alone applies to."""


class Reservation:
    """A place in a window: its call may be made from `ready` on, and counts as over at `over`, by our clock.

    `begun` and `expected_end` are the same by the database's clock. `window` is the one of this process that it was
    taken in, if the database was away.
    """

    def __init__(
        self,
        name: str,
        rule: WindowRule,
        begun: int,
        ready: float,
        over: float,
        window: SlidingWindow | None = None,
    ) -> None:
        self.name, self.rule, self.begun, self.ready, self.over, self.window = name, rule, begun, ready, over, window
        self.expected_end = begun + micro(rule.lasts)

    @property
    def overdue_at(self) -> float:
        """When it is to be reported that it is not over, before others could be given places that depend on that."""
        return self.over + self.rule.margin


class Waiter:
    """Somebody who waits for a reservation; `again` is when to ask for it, by our clock.

    With `no_wait` the answer may be the seconds until there may be one, and nothing is reserved then. None says that
    none is needed.
    """

    def __init__(self, name: str, rule: WindowRule, again: float, *, no_wait: bool) -> None:
        self.name, self.rule, self.again, self.no_wait = name, rule, again, no_wait
        self.answer: asyncio.Future[Reservation | float | None] = asyncio.get_running_loop().create_future()

    def settle(self, answer: Reservation | float | None) -> bool:
        """Give the answer that was waited for; return whether anybody still does."""
        if self.answer.done():
            return False
        self.answer.set_result(answer)
        return True

    def request(self) -> ReservationRequest:
        """Return how the database is asked."""
        rule = self.rule
        return ReservationRequest(
            name=self.name,
            most=rule.most,
            width=micro(rule.width),
            paced=rule.paced,
            lasts=micro(rule.lasts),
            ahead=0 if self.no_wait else micro(rule.ahead),
            halved=rule.halved,
        )


def micro(seconds: float) -> int:
    """Return seconds as microseconds."""
    return round(seconds * MICRO)
