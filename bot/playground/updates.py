"""The bot's update queue: numbering, confirming, expiry, one long poll at a time (A8)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.playground.errors import conflict

_DEFAULT_OFF = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Kinds of updates that must be asked for by name."""
_KEEP_SECONDS = 86_400.0
_LIFE = {"callback_query": 150.0, "inline_query": 30.0, "chosen_inline_result": 600.0}
_REMEMBERED = 100


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
        self._poll: asyncio.Future[None] | None = None
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

    async def poll(self, limit: int, seconds: float) -> list[Update]:
        """Wait up to `seconds` for updates. Raise ApiError (409) once another poll or a webhook begins."""
        self.interrupt_poll("terminated by other getUpdates request; make sure that only one bot instance is running")
        if (ready := self.first(limit)) or seconds <= 0:
            return ready
        waiter = self._poll = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await waiter
        except TimeoutError:
            return []
        finally:
            if self._poll is waiter:
                self._poll = None
        return self.first(limit)

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
