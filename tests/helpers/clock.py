"""A clock that moves when a test says so."""

from __future__ import annotations


class MovingClock:
    """A clock set by the test, in seconds since 1970. Call it to read it."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        """Return the present time."""
        return self.now

    def advance(self, seconds: float) -> float:
        """Move forward and return the new time. Time never runs back."""
        assert seconds >= 0, f"time does not run back by {-seconds} s"
        self.now += seconds
        return self.now
