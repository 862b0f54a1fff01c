"""Rate limits: a window for each bucket and resource, one for the token, and that of old edits (platforms.md B7)."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field

from tests.helpers.discord.refusals import Refusal, old_edits, rate_limited

Rate = tuple[int, float]
"""So many calls in so many seconds."""
_OPEN: Rate = (1_000_000, 1.0)


@dataclass(frozen=True)
class Limits:
    """How much is allowed; `buckets` are by name, the others have `other`."""

    buckets: dict[str, Rate] = field(
        default_factory=lambda: {
            "create": (5, 5.0),
            "edit": (5, 5.0),
            "delete": (5, 1.0),
            "webhook": (5, 2.0),
        }
    )
    other: Rate = (50, 1.0)
    everything: Rate = (50, 1.0)
    old_edits: Rate = (3, 6.0)

    @classmethod
    def none(cls) -> Limits:
        """Return limits that nobody meets, but for the one on old edits."""
        return cls({}, _OPEN, _OPEN)


class _Window:
    def __init__(self, rate: Rate) -> None:
        self.most, self.seconds = rate
        self.began = float("-inf")
        self.used = 0

    def take(self) -> bool:
        """Count one call; return whether it is allowed."""
        now = time.monotonic()
        if now >= self.began + self.seconds:
            self.began, self.used = now, 0
        if self.used >= self.most:
            return False
        self.used += 1
        return True

    @property
    def left(self) -> float:
        """Return the seconds until the window is over."""
        return max(0.0, self.began + self.seconds - time.monotonic())


class Limiter:
    """Counts calls; the bot is known by its token, so there is one of these."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._windows: dict[tuple[str, str], _Window] = {}
        self._everything = _Window(limits.everything)
        self._closed_until = 0.0

    def close(self, seconds: float) -> None:
        """Refuse everything that counts against the global limit for a while."""
        self._closed_until = time.monotonic() + seconds

    def take_global(self) -> None:
        """Count a call against the limit of the token. Raises Refusal."""
        left = self._closed_until - time.monotonic()
        if left > 0:
            raise rate_limited(left, everywhere=True)
        if not self._everything.take():
            raise rate_limited(self._everything.left, everywhere=True)

    def take(self, bucket: str, resource: str) -> tuple[dict[str, str], Refusal | None]:
        """Count a call against its bucket; return the headers of its answer, and the refusal if it was one too many."""
        window = self._window(bucket, resource)
        allowed = window.take()
        headers = {
            "X-RateLimit-Limit": str(window.most),
            "X-RateLimit-Remaining": str(window.most - window.used),
            "X-RateLimit-Reset": f"{time.time() + window.left:.3f}",
            "X-RateLimit-Reset-After": f"{window.left:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(bucket.encode()).hexdigest()[:32],
        }
        return headers, None if allowed else rate_limited(window.left)

    def take_old_edit(self, channel: int) -> None:
        """Count an edit of a message older than an hour. Raises Refusal."""
        window = self._window("old edits", str(channel))
        if not window.take():
            raise old_edits(window.left)

    def _window(self, bucket: str, resource: str) -> _Window:
        key = (bucket, resource)
        if key not in self._windows:
            rate = (
                self.limits.old_edits if bucket == "old edits" else self.limits.buckets.get(bucket, self.limits.other)
            )
            self._windows[key] = _Window(rate)
        return self._windows[key]
