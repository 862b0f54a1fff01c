"""Waits between tries, which grow while the tries fail."""

from __future__ import annotations


class Backoff:
    """Waits in seconds that double from `first` to `longest`; the defaults are for a platform that gives no answer."""

    def __init__(self, first: float = 0.5, longest: float = 30.0) -> None:
        self._first = self._next = first
        self._longest = longest

    def next(self) -> float:
        """Return how long to wait after this failure; the wait after another one in a row is twice as long."""
        wait = self._next
        self._next = min(2 * wait, self._longest)
        return wait

    def reset(self) -> None:
        """Begin anew, after a success."""
        self._next = self._first
