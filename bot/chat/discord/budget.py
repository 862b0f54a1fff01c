"""When a channel may be called: one call at a time, about five in five seconds, and not while Discord wants a pause.

Discord's own numbers come with its answers and are obeyed by the library. What is counted here comes before composing,
so that no board is composed and then waits in a queue while it grows old.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.errors import SlowDown

__all__ = ["Budget", "Ticket"]

CALLS, SECONDS = 5, 5.0
"""So many sends and edits of a channel in so many seconds (PLATFORMS B7)."""
_MOST_CHANNELS = 10_000


class Ticket:
    """The right to call a channel; every call made by it is to be counted."""

    def __init__(self, line: _Line, clock: Callable[[], float]) -> None:
        self._line = line
        self._clock = clock

    def count(self) -> None:
        """Count one call."""
        self._line.calls.append(self._clock())

    def pause(self, seconds: float) -> None:
        """Let the channel rest: the next ticket waits it out."""
        self._line.until = max(self._line.until, self._clock() + seconds)


class _Line:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.calls: deque[float] = deque(maxlen=CALLS)
        self.until = 0.0


class Budget:
    """The lines of all channels. `clock` counts seconds as the event loop does."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lines: OrderedDict[int, _Line] = OrderedDict()

    @asynccontextmanager
    async def ticket(self, channel: int) -> AsyncIterator[Ticket]:
        """Wait for a channel's turn, first come first served; nobody else calls it meanwhile.

        A `SlowDown` raised inside pauses the channel.
        """
        line = self._line(channel)
        async with line.lock:
            while (wait := self._wait(line)) > 0:  # noqa: ASYNC110 - what it waits for is the time itself
                await asyncio.sleep(wait)
            ticket = Ticket(line, self._clock)
            try:
                yield ticket
            except SlowDown as error:
                ticket.pause(error.seconds)
                raise

    def _wait(self, line: _Line) -> float:
        now = self._clock()
        full = line.calls[0] + SECONDS - now if len(line.calls) == CALLS else 0.0
        return max(full, line.until - now)

    def _line(self, channel: int) -> _Line:
        line = self._lines.setdefault(channel, _Line())
        self._lines.move_to_end(channel)
        while len(self._lines) > _MOST_CHANNELS and not next(iter(self._lines.values())).lock.locked():
            self._lines.popitem(last=False)
        return line
