"""Rate limits of Discord, counted before a message is composed.

discord.py obeys the limits that come with Discord's responses. Counting here comes first, so that no board is composed
and then grows old in a queue, and so that the token's global limit, which no response announces, is never reached.
Direct messages go before boards.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.errors import SlowDown
from bot.platforms.reservations import WindowRule
from bot.platforms.shared_limits import Counts, SharedLimits
from bot.platforms.windows import Permit

CALLS, SECONDS = 5, 5.0
"""At most so many sends and edits of a channel in so many seconds (docs/platforms.md B7)."""
PER_SECOND = 40
"""Calls of the token: Discord allows 50, and some calls are made later than counted, when their picture is ready."""
SHARED_PER_SECOND = 45
"""The same over all processes, where each call is counted until it has ended."""
LASTS = 2.0
"""After how many seconds a call is over, nearly always: then its end is reported when there is occasion."""
MARGIN, TOKEN_SECONDS = 0.1, 1.02
"""How much wider a channel's window is that processes share, and how wide the token's: Discord's clock is not ours."""
_MOST_CHANNELS = 10_000
_CHANNEL = "channel/"


class _Channel:
    """The recent calls of one channel, which one caller at a time may make."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.calls: deque[float] = deque(maxlen=CALLS)
        self.until = 0.0


class _TokenGate:
    """The calls of the token in the last second. Urgent waiters go first; else first come, first served."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._calls: deque[float] = deque()
        # A queue for each kind, since a lock serves in order of arrival and would put urgent ones behind the others.
        self._lines = {True: asyncio.Lock(), False: asyncio.Lock()}
        self._urgent = 0

    async def acquire(self, *, urgent: bool) -> None:
        """Wait until one more call is allowed, and count it."""
        self._urgent += urgent
        try:
            async with self._lines[urgent]:
                while (wait := self._wait(urgent)) > 0:  # noqa: ASYNC110 - it waits for the time itself
                    await asyncio.sleep(wait)
                self._calls.append(self._clock())
        finally:
            self._urgent -= urgent

    def give_back(self) -> None:
        """Uncount a call that was not made."""
        if self._calls:
            self._calls.pop()

    def _wait(self, urgent: bool) -> float:
        now = self._clock()
        while self._calls and self._calls[0] <= now - 1.0:
            self._calls.popleft()
        if len(self._calls) >= PER_SECOND:
            return self._calls[0] + 1.0 - now
        # While somebody urgent waits, the others look again after the time in which one call more is allowed.
        return 0.0 if urgent or not self._urgent else 1.0 / PER_SECOND


class DiscordPermit(Permit):
    """The right to call a channel once. The token's gate has counted it; the channel counts calls as they are made."""

    def __init__(self, state: _Channel, clock: Callable[[], float]) -> None:
        super().__init__()
        self._state = state
        self._clock = clock

    def count(self) -> None:
        """Count one call of the channel."""
        self.calls += 1
        self._state.calls.append(self._clock())

    def pause(self, seconds: float) -> None:
        """Pause the channel: the next permit waits for the end of the pause."""
        self._state.until = max(self._state.until, self._clock() + seconds)


class DiscordRateLimiter:
    """The limits of one token and of its channels. `clock` counts seconds as the event loop does.

    With `counts` the limits hold over all processes that have the same; `on_pause` is told then of pauses that are no
    channel's, in whichever process they were heard of, by name and for how long.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        counts: Counts | None = None,
        on_pause: Callable[[str, float], None] = lambda _name, _seconds: None,
    ) -> None:
        self._clock = clock
        self._gate = _TokenGate(clock)
        self._on_pause = on_pause
        # No LRUCache: a channel that somebody is calling, or waits to call, must not get a second lock.
        self._channels: OrderedDict[int, _Channel] = OrderedDict()
        self.shared: SharedLimits | None = None
        """What counts for all processes, where several share a database."""
        if counts is not None:
            second = WindowRule(SHARED_PER_SECOND, TOKEN_SECONDS)
            self.shared = SharedLimits(counts, "discord", clock, second, on_pause=self._note_pause)

    def identify(self, bot: str) -> None:
        """Say whose calls these are, once Discord has told the id of the bot's application."""
        if self.shared is not None:
            self.shared.identify(bot)

    async def stop(self) -> None:
        """Make no more calls."""
        if self.shared is not None:
            await self.shared.stop()

    @asynccontextmanager
    async def permit(self, channel: int, *, urgent: bool = False) -> AsyncIterator[DiscordPermit]:
        """Wait until a channel may be called, first come, first served; nobody else of this process does meanwhile.

        SlowDown raised inside pauses the channel. A permit that was not used is returned.
        """
        state = self._state(channel)
        async with state.lock:
            await self._wait_for(state)
            permit = DiscordPermit(state, self._clock)
            async with self._admitted(channel, permit, urgent=urgent):
                try:
                    yield permit
                except SlowDown as error:
                    permit.pause(error.seconds)
                    if self.shared is not None:
                        self.shared.pause(_name(channel), error.seconds)
                    raise

    def wait(self, channel: int) -> float:
        """Return the seconds until the next call of a channel is allowed, 0 for at once."""
        state = self._channels.get(channel)
        others = self.shared.wait(_name(channel)) if self.shared is not None else 0.0
        return max(others, self._wait(state) if state else 0.0)

    async def token_only(self, *, urgent: bool = False) -> None:
        """Wait until a call is allowed that no channel limit applies to."""
        if self.shared is None:
            await self._gate.acquire(urgent=urgent)
            return
        permit = Permit()
        async with self.shared.call(permit, urgent=urgent):
            permit.calls = 1

    @asynccontextmanager
    async def _admitted(self, channel: int, permit: Permit, *, urgent: bool) -> AsyncIterator[None]:
        """Wait for what all channels share, and on a database that processes share for what they do."""
        if self.shared is not None:
            rule = WindowRule(CALLS, SECONDS + MARGIN, LASTS, paced=True)
            async with self.shared.call(permit, name=_name(channel), rule=rule, urgent=urgent):
                await self._wait_for(self._state(channel))  # another process may have been told to slow down
                yield
            return
        await self._gate.acquire(urgent=urgent)
        try:
            yield
        finally:
            if not permit.calls:
                self._gate.give_back()

    async def _wait_for(self, state: _Channel) -> None:
        while (wait := self._wait(state)) > 0:  # noqa: ASYNC110 - it waits for the time itself
            await asyncio.sleep(wait)

    def _note_pause(self, name: str, paused: float, _held: float) -> None:
        """Obey what Discord has told any process."""
        if name.startswith(_CHANNEL):
            state = self._state(int(name.removeprefix(_CHANNEL)))
            state.until = max(state.until, self._clock() + paused)
        else:
            self._on_pause(name, paused)

    def _wait(self, state: _Channel) -> float:
        now = self._clock()
        full = state.calls[0] + SECONDS - now if len(state.calls) == CALLS else 0.0
        return max(full, state.until - now)

    def _state(self, channel: int) -> _Channel:
        state = self._channels.setdefault(channel, _Channel())
        self._channels.move_to_end(channel)
        while len(self._channels) > _MOST_CHANNELS and not next(iter(self._channels.values())).lock.locked():
            self._channels.popitem(last=False)
        return state


def _name(channel: int) -> str:
    return f"{_CHANNEL}{channel}"
