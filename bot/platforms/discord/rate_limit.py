"""When Discord may be called: a channel by one at a time, about five times in five seconds, the token forty a second.

Discord's own numbers come with its answers and are obeyed by the library. What is counted here comes before composing,
so that no board is composed and then waits in a queue while it grows old, and so that the token's limit, of which no
answer tells, is never met. Direct messages go before boards.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.errors import SlowDown

CALLS, SECONDS = 5, 5.0
"""So many sends and edits of a channel in so many seconds (PLATFORMS B7)."""
PER_SECOND = 40
"""Calls of the token: Discord allows fifty, and some wait for their picture after they were counted."""
_MOST_CHANNELS = 10_000


class _Line:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.calls: deque[float] = deque(maxlen=CALLS)
        self.until = 0.0


class _Gate:
    """The calls of the token in the last second. Who is urgent goes first; else first come, first served."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._calls: deque[float] = deque()
        self._lines = {True: asyncio.Lock(), False: asyncio.Lock()}
        self._urgent = 0

    async def take(self, *, urgent: bool) -> None:
        """Wait until one more call is allowed, and count it."""
        self._urgent += urgent
        try:
            async with self._lines[urgent]:
                while (wait := self._wait(urgent)) > 0:  # noqa: ASYNC110 - what it waits for is the time itself
                    await asyncio.sleep(wait)
                self._calls.append(self._clock())
        finally:
            self._urgent -= urgent

    def give_back(self) -> None:
        """Take back a call that was not made."""
        if self._calls:
            self._calls.pop()

    def _wait(self, urgent: bool) -> float:
        now = self._clock()
        while self._calls and self._calls[0] <= now - 1.0:
            self._calls.popleft()
        if len(self._calls) >= PER_SECOND:
            return self._calls[0] + 1.0 - now
        return 0.0 if urgent or not self._urgent else 1.0 / PER_SECOND


class DiscordPermit:
    """The right to call a channel once, already counted; more calls by it are counted as they are made."""

    def __init__(self, line: _Line, clock: Callable[[], float]) -> None:
        self.calls = 0
        self._line = line
        self._clock = clock

    def count(self) -> None:
        """Count one call of the channel."""
        self.calls += 1
        self._line.calls.append(self._clock())

    def pause(self, seconds: float) -> None:
        """Let the channel rest: the next ticket waits it out."""
        self._line.until = max(self._line.until, self._clock() + seconds)


class DiscordRateLimiter:
    """The lines of all channels, and the gate of the token. `clock` counts seconds as the event loop does."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._gate = _Gate(clock)
        self._lines: OrderedDict[int, _Line] = OrderedDict()

    @asynccontextmanager
    async def ticket(self, channel: int, *, urgent: bool = False) -> AsyncIterator[DiscordPermit]:
        """Wait for a channel's turn, first come first served; nobody else calls it meanwhile.

        A `SlowDown` raised inside pauses the channel. A ticket that was not used is given back.
        """
        line = self._line(channel)
        async with line.lock:
            while (wait := self._wait(line)) > 0:  # noqa: ASYNC110 - what it waits for is the time itself
                await asyncio.sleep(wait)
            await self._gate.take(urgent=urgent)
            ticket = DiscordPermit(line, self._clock)
            try:
                yield ticket
            except SlowDown as error:
                ticket.pause(error.seconds)
                raise
            finally:
                if not ticket.calls:
                    self._gate.give_back()

    async def beside(self, *, urgent: bool = False) -> None:
        """Wait until a call is allowed that counts for the token alone."""
        await self._gate.take(urgent=urgent)

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
