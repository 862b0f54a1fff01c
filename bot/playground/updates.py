"""The bot's update queue: numbering, confirming, expiry, one long poll at a time (PLATFORMS A8)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.playground.errors import conflict

__all__ = ["DEFAULT_OFF", "Update", "UpdateQueue"]

DEFAULT_OFF = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Kinds of updates that must be asked for by name."""

_KEEP_SECONDS = 86_400.0
_LIFE = {"callback_query": 150.0, "inline_query": 30.0, "chosen_inline_result": 600.0}
_REMEMBERED = 100
_TERMINATED = "terminated by other getUpdates request; make sure that only one bot instance is running"
_TERMINATED_BY_WEBHOOK = "terminated by setWebhook request"


@dataclass(slots=True, frozen=True)
class Update:
    """One update, its body encoded when it happened. `lane`: what keeps its order (a chat, or a person's presses)."""

    id: int
    kind: str
    lane: str
    body: msgspec.Raw
    expires: float


class UpdateQueue:
    """Updates until they are confirmed or too old."""

    def __init__(self, now: Callable[[], float], first_id: int = 1) -> None:
        self._now = now
        self._next_id = first_id
        self.pending: deque[Update] = deque()
        self.recent: deque[Update] = deque(maxlen=_REMEMBERED)
        self.allowed: frozenset[str] = frozenset()
        self._poll: asyncio.Future[None] | None = None
        self._arrived: list[Callable[[], None]] = []
        self._hold: Callable[[str], float] = lambda _lane: 0.0
        self._held: dict[str, deque[tuple[str, dict[str, Any]]]] = {}

    def on_arrival(self, call: Callable[[], None]) -> None:
        """Call whenever an update has come in (a webhook's pump)."""
        self._arrived.append(call)

    def hold_by(self, hold: Callable[[str], float]) -> None:
        """Ask `hold(lane)` how many seconds each update is to be kept back; a lane keeps its own order."""
        self._hold = hold

    def wants(self, kind: str) -> bool:
        """Tell whether the bot asked for this kind of update."""
        return kind in self.allowed if self.allowed else kind not in DEFAULT_OFF

    def put(self, kind: str, lane: str, content: dict[str, Any]) -> None:
        """Queue an update if the bot wants its kind."""
        if not self.wants(kind):
            return
        if lane in self._held:
            self._held[lane].append((kind, content))
        elif seconds := self._hold(lane):
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
        self._wake()
        for call in self._arrived:
            call()

    def _wake(self) -> None:
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(None)

    def expire(self) -> None:
        """Drop what is too old."""
        now = self._now()
        if any(update.expires <= now for update in self.pending):
            self.pending = deque(update for update in self.pending if update.expires > now)

    def confirm(self, offset: int) -> None:
        """Forget updates below `offset`; a negative one forgets all but the last `-offset`."""
        keep_last = -offset if offset < 0 else None
        while self.pending and (
            len(self.pending) > keep_last if keep_last is not None else self.pending[0].id < offset
        ):
            self.recent.append(self.pending.popleft())

    def discard(self, update: Update) -> None:
        """Forget one update that a webhook has taken."""
        self.pending.remove(update)
        self.recent.append(update)

    def clear(self) -> None:
        """Forget everything."""
        self.pending.clear()

    def first(self, limit: int) -> list[Update]:
        """Give the oldest updates, at most `limit`."""
        self.expire()
        return [self.pending[place] for place in range(min(limit, len(self.pending)))]

    async def poll(self, limit: int, seconds: float) -> list[Update]:
        """Wait for updates up to `seconds`; another poll or a webhook ends this one with 409."""
        self._interrupt(_TERMINATED)
        if (ready := self.first(limit)) or seconds <= 0:
            return ready
        waiter = self._poll = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait_for(waiter, seconds)
        except TimeoutError:
            return []
        finally:
            if self._poll is waiter:
                self._poll = None
        return self.first(limit)

    def end_poll(self) -> None:
        """Let who polls now go home with nothing, since the server stops."""
        self._wake()

    def end_poll_for_webhook(self) -> None:
        """Turn out who polls now, since a webhook was set."""
        self._interrupt(_TERMINATED_BY_WEBHOOK)

    def _interrupt(self, reason: str) -> None:
        if self._poll is not None and not self._poll.done():
            self._poll.set_exception(conflict(reason))
        self._poll = None
