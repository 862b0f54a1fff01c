"""Which browser plays whom: for each person a secret that one browser keeps as a cookie."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot.playground.model import User

LAPSE = 60.0
"""Seconds without a tab after which somebody may be played in another browser."""


@dataclass
class _Part:
    secret: str
    left: float
    tabs: int = 0


class Players:
    """The people of a world who are played, each in one browser. `now` returns steady seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._parts: dict[int, _Part] = {}

    def holds(self, person: User, secret: str) -> bool:
        """Return whether a browser that shows this secret plays somebody."""
        part = self._parts.get(person.id)
        return part is not None and hmac.compare_digest(part.secret.encode(), secret.encode())

    def free(self, person: User) -> bool:
        """Return whether no browser plays somebody: none ever has, or its last tab has been closed for a minute."""
        part = self._parts.get(person.id)
        return part is None or (part.tabs == 0 and self._now() >= part.left + LAPSE)

    def take(self, person: User, secret: str) -> str | None:
        """Return the secret by which a browser plays somebody; None while another browser does."""
        if self.holds(person, secret):
            self._parts[person.id].left = self._now()
            return secret
        if not self.free(person):
            return None
        part = self._parts[person.id] = _Part(secrets.token_urlsafe(24), self._now())
        return part.secret

    @contextmanager
    def tab(self, person: User) -> Iterator[None]:
        """Count a tab in which somebody is played for as long as it is open."""
        part = self._parts[person.id]
        part.tabs += 1
        try:
            yield
        finally:
            part.tabs -= 1
            part.left = self._now()
