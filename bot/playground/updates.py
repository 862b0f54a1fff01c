"""The bot's update queue: numbering, confirming, expiry, one long poll at a time (A8).

What the server does about polls is counted in seconds of the event loop, not of the world's clock: a poll is a call.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.playground.errors import ApiError, conflict

_DEFAULT_OFF = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Kinds of updates that must be asked for by name."""
_KEEP_SECONDS = 86_400.0
_LIFE = {"callback_query": 150.0, "inline_query": 30.0, "chosen_inline_result": 600.0}
_REMEMBERED = 100
_SHORTEST_REPEAT = 3.0
"""Seconds that a poll with the offset of the last one waits at least, if it comes within as many seconds."""
_HASTY_REPEAT = 0.5
"""Seconds within which a poll with the offset of the last one is given one update only."""


@dataclass(slots=True, frozen=True)
class Update:
    """One update, encoded when it happened. Updates of one `lane` (a chat, a person's presses) keep their order."""

    id: int
    kind: str
    lane: str
    body: msgspec.Raw
    expires: float


class UpdateQueue:
    """Updates until they are confirmed or too old.

    `hold_seconds` is asked how long each update is to be kept back; later ones of its lane wait behind it.
    """

    def __init__(
        self, now: Callable[[], float], first_id: int = 1, hold_seconds: Callable[[], float] = lambda: 0.0
    ) -> None:
        self._now = now
        self._next_id = first_id
        self._hold_seconds = hold_seconds
        self.pending: deque[Update] = deque()
        self.recent: deque[Update] = deque(maxlen=_REMEMBERED)
        self.allowed: frozenset[str] = frozenset()
        self.is_strict = True
        """Whether polls that repeat an offset are slowed down; tests that only look at the queue need not wait."""
        self.conflict_seconds = 3.0
        """Seconds after a 409 in which the next one is kept back for as long."""
        self._poll: asyncio.Future[None] | None = None
        self._last_poll = (0, -_SHORTEST_REPEAT)
        self._next_conflict = 0.0
        self._listeners: list[Callable[[], None]] = []
        self._held: dict[str, deque[tuple[str, dict[str, Any]]]] = {}

    def on_arrival(self, listener: Callable[[], None]) -> None:
        """Call a webhook's pump whenever an update has come in."""
        self._listeners.append(listener)

    def put(self, kind: str, lane: str, content: dict[str, Any]) -> None:
        """Queue an update if the bot wants its kind."""
        if not (kind in self.allowed if self.allowed else kind not in _DEFAULT_OFF):
            return
        if lane in self._held:
            self._held[lane].append((kind, content))
        elif seconds := self._hold_seconds():
            self._held[lane] = deque([(kind, content)])
            asyncio.get_running_loop().call_later(seconds, self._release, lane)
        else:
            self._append(kind, lane, content)

    def _release(self, lane: str) -> None:
        for kind, content in self._held.pop(lane):
            self._append(kind, lane, content)

    def _append(self, kind: str, lane: str, content: dict[str, Any]) -> None:
        number = self._next_id
        self._next_id += 1
        body = msgspec.Raw(msgspec.json.encode({"update_id": number, kind: content}))
        expires = self._now() + _LIFE.get(kind, _KEEP_SECONDS)
        self.pending.append(Update(number, kind, lane, body, expires))
        self.end_poll()
        for listener in self._listeners:
            listener()

    def expire(self) -> None:
        """Drop what is too old."""
        now = self._now()
        if any(update.expires <= now for update in self.pending):
            self.pending = deque(update for update in self.pending if update.expires > now)

    def confirm(self, offset: int) -> None:
        """Drop updates below `offset`; a negative one drops all but the last `-offset`."""
        while self.pending and (len(self.pending) > -offset if offset < 0 else self.pending[0].id < offset):
            self.recent.append(self.pending.popleft())

    def discard(self, update: Update) -> None:
        """Drop one update that a webhook has taken, if it has not been dropped meanwhile."""
        if update in self.pending:
            self.pending.remove(update)
            self.recent.append(update)

    def clear(self) -> None:
        self.pending.clear()

    def first(self, limit: int) -> list[Update]:
        """Return the oldest updates, at most `limit`."""
        self.expire()
        return [self.pending[index] for index in range(min(limit, len(self.pending)))]

    def slow_down(self, offset: int, limit: int, seconds: float) -> tuple[int, float]:
        """Return limit and seconds of a poll as the server changes them for one that repeats the last one's offset."""
        now = asyncio.get_running_loop().time()
        (last, at), self._last_poll = self._last_poll, (offset, now)
        if not self.is_strict or offset != last:
            return limit, seconds
        if now < at + _SHORTEST_REPEAT:
            seconds = max(seconds, _SHORTEST_REPEAT)
        return (1 if now < at + _HASTY_REPEAT else limit), seconds

    async def poll(self, limit: int, seconds: float) -> list[Update]:
        """Wait up to `seconds` for updates. Raise ApiError (409) once another poll begins to wait, or a webhook."""
        if (ready := self.first(limit)) or seconds <= 0:
            return ready
        self.interrupt_poll("terminated by other getUpdates request; make sure that only one bot instance is running")
        waiter = self._poll = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await waiter
        except TimeoutError:
            return []
        except ApiError:
            await self.pace_conflict()
            raise
        finally:
            if self._poll is waiter:
                self._poll = None
        return self.first(limit)

    async def pace_conflict(self) -> None:
        """Keep a 409 back if there was one just now, so that two who poll take turns of some seconds."""
        now = asyncio.get_running_loop().time()
        if self.is_strict and now < self._next_conflict:
            await asyncio.sleep(self.conflict_seconds)
        else:
            self._next_conflict = now + self.conflict_seconds

    @property
    def is_polled(self) -> bool:
        """Return whether a poll waits for updates."""
        return self._poll is not None

    def end_poll(self) -> None:
        """Let the current poll return what there is, which is nothing if the server stops."""
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(None)

    def interrupt_poll(self, reason: str) -> None:
        """End the current poll with 409."""
        if self._poll is not None and not self._poll.done():
            self._poll.set_exception(conflict(reason))
        self._poll = None
