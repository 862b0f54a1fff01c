"""A clock that moves when a test says so."""

from __future__ import annotations


class MovingClock:
    """A clock set by the test, in seconds since 1970. Call it to read it."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now
        self._set_by = 0.0

    def __call__(self) -> float:
        """Return the present time."""
        return self.now

    def advance(self, seconds: float) -> float:
        """Move forward and return the new time. Time never runs back."""
        assert seconds >= 0, f"time does not run back by {-seconds} s"
        self.now += seconds
        return self.now

    def steady(self) -> float:
        """Return the time as a clock shows it that nobody sets."""
        return self.now - self._set_by

    def set_by(self, seconds: float) -> None:
        """Set the clock forward or back, while no time passes."""
        self.now += seconds
        self._set_by += seconds
