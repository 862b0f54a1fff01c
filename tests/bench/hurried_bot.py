"""`python -m tests.bench.hurried_bot`: the bot with a clock that runs `BENCH_TIMES` as fast as time.

Turns have no limit: one of five minutes would last for a third of a second, after which everybody is away.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from bot import service
from bot.__main__ import main
from bot.table.model import preferences
from bot.table.model.turn_clock import NO_CLOCK
from bot.table.running import scheduler

TIMES = float(os.environ["BENCH_TIMES"])
_BEGAN, _STEADY = time.time(), time.monotonic()


def clock() -> float:
    """Return the hurried time, in seconds since 1970."""
    return _BEGAN + steady() - _STEADY


def steady() -> float:
    """Return hurried seconds that nobody sets."""
    return _STEADY + (time.monotonic() - _STEADY) * TIMES


class HurriedService(service.Service):
    """A service that goes by the hurried clock."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **{**named, "clock": clock, "steady": steady})


if __name__ == "__main__":
    service.Service = HurriedService  # type: ignore[misc]
    preferences.NOW = NO_CLOCK  # type: ignore[attr-defined]
    scheduler.LONGEST_NAP /= TIMES
    scheduler.STEP_SECONDS *= TIMES  # a millisecond between two looks at the clocks is a second there
    scheduler.LEAP_SECONDS *= TIMES
    sys.exit(main([]))
