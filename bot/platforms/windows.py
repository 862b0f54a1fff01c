"""Windows in which calls are counted, and the queues before them.

A call occupies its window from before it begins until `width` seconds after it has ended. Wherever in between the
server counts it, the server never sees more than `limit` calls in any `width` seconds, whatever the latency.
"""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

Clock = Callable[[], float]


class SlidingWindow:
    """At most `limit` calls in any `width` seconds; 0 for no limit. Pure: the time is passed in.

    A `paced` window admits half of its calls as they come and spreads the rest over the time until the first one
    expires, so that a burst is not followed by most of a minute of silence.
    """

    def __init__(self, limit: int, width: float, *, paced: bool = False) -> None:
        self._limit: float = limit or math.inf
        self._width, self._paced = width, paced
        self._open = 0
        self._ended: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Return the seconds until one more call may begin; infinity while that depends on the end of an open call."""
        surplus = self.count(now) - self._limit + 1
        if surplus <= 0:
            return max(0.0, self._spread() - now) if self._paced else 0.0
        return self._ended[int(surplus) - 1] + self._width - now if surplus <= len(self._ended) else math.inf

    def narrow(self, limit: int) -> None:
        """Set another limit; at 0 nobody is admitted any more. What is counted already stays."""
        self._limit = limit

    @property
    def open(self) -> int:
        """How many calls have begun and not ended."""
        return self._open

    def count(self, now: float) -> int:
        """Return how many calls count at present."""
        self._expire(now)
        return self._open + len(self._ended)

    def begin(self) -> None:
        """Count a call that is about to be made."""
        self._open += 1

    def end(self, now: float, calls: int = 1) -> None:
        """Close what `begin` opened, after `calls` calls; 0 returns the permit unused."""
        self._open -= 1
        self.spend(now, calls)

    def spend(self, now: float, calls: int) -> None:
        """Count calls that ended now."""
        if not math.isinf(self._limit):
            self._ended.extend([now] * calls)

    def idle(self, now: float) -> bool:
        """Return whether no call is counted at present."""
        return not self.count(now)

    def idle_at(self) -> float:
        """Return when no call will be counted if none is made, infinity while that depends on the end of one."""
        if self._open:
            return math.inf
        return self._ended[-1] + self._width if self._ended else -math.inf

    def _spread(self) -> float:
        """Return when the next call may begin if the rest is spread evenly; the past while half of it is left."""
        left = self._limit - self._open - len(self._ended)
        if 2 * left >= self._limit or not self._ended:
            return -math.inf
        first, last = self._ended[0], self._ended[-1]
        return last + (first + self._width - last) / (left + 1)

    def _expire(self, now: float) -> None:
        while self._ended and self._ended[0] + self._width <= now:
            self._ended.popleft()


class Permit:
    """The right to call; its holder counts the calls that were made in `calls`."""

    def __init__(self) -> None:
        self.calls = 0


class RateGate:
    """A window and the queue before it: urgent waiters first, else first come, first served."""

    def __init__(self, window: SlidingWindow, clock: Clock) -> None:
        self.window = window
        self._clock = clock
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._paused_until = -math.inf
        self._held_until = -math.inf

    @asynccontextmanager
    async def acquire(self, permit: Permit, *, urgent: bool = False) -> AsyncIterator[None]:
        """Wait for a place in the window and hold it; a permit without calls is returned unused."""
        await self._enter(self._urgent if urgent else self._others)
        try:
            yield
        finally:
            self._leave(permit.calls)

    def narrow(self, limit: int) -> None:
        """Set another limit of the window, 0 to admit nobody."""
        self.window.narrow(limit)
        self._wake()

    @property
    def waiting(self) -> int:
        """Return how many wait to be admitted."""
        return sum(not waiter.done() for queue in (self._urgent, self._others) for waiter in queue)

    def pause(self, seconds: float) -> None:
        """Admit nobody for so long."""
        self._paused_until = max(self._paused_until, self._clock() + seconds)
        self._wake()

    def paused(self) -> float:
        """Return the seconds that are left of a pause, 0 for none."""
        return max(0.0, self._paused_until - self._clock())

    def hold_posts(self, seconds: float) -> None:
        """Note that nothing new may be sent for so long; edits may."""
        self._held_until = max(self._held_until, self._clock() + seconds)

    def posts_held(self) -> float:
        """Return the seconds until something new may be sent, 0 for at once."""
        return max(self.paused(), self._held_until - self._clock())

    def wait(self) -> float:
        """Return the seconds until the next is admitted; 0 where that depends on the end of a call."""
        wait = max(self.paused(), self.window.wait(self._clock()))
        return 0.0 if math.isinf(wait) else wait

    def idle(self) -> bool:
        """Return whether the gate can be dropped without changing anything."""
        return not self._urgent and not self._others and not self.posts_held() and self.window.idle(self._clock())

    async def _enter(self, queue: deque[asyncio.Future[None]]) -> None:
        waiter = asyncio.get_running_loop().create_future()
        queue.append(waiter)
        self._wake()
        try:
            await waiter
        except asyncio.CancelledError:
            if not waiter.cancelled():  # admitted and cancelled in the same iteration: give the place back
                self._leave(0)
            raise

    def _leave(self, calls: int) -> None:
        self.window.end(self._clock(), calls)
        self._wake()

    def _wake(self) -> None:
        """Admit whoever may go now, and set a timer for the next."""
        # The place is counted here and not by the waiter, which runs later: two wakes in between would admit too many.
        while (queue := self._queue()) and self._wait() <= 0:
            self.window.begin()
            queue.popleft().set_result(None)
        self._sleep(self._wait() if self._queue() else math.inf)

    def _queue(self) -> deque[asyncio.Future[None]] | None:
        for queue in (self._urgent, self._others):
            while queue and queue[0].done():  # cancelled while it waited
                queue.popleft()
            if queue:
                return queue
        return None

    def _wait(self) -> float:
        return max(self.paused(), self.window.wait(self._clock()))

    def _sleep(self, seconds: float) -> None:
        # One timer at most, for whoever is first. None where the wait depends on an open call: its end wakes.
        if self._timer:
            self._timer.cancel()
        self._timer = None if math.isinf(seconds) else asyncio.get_running_loop().call_later(seconds, self._wake)


class Gates:
    """Gates by name, made as they are needed and forgotten once they are idle: one in use holds calls that count."""

    def __init__(self, make: Callable[[str], RateGate]) -> None:
        self._make = make
        self._gates: OrderedDict[str, RateGate] = OrderedDict()

    def __len__(self) -> int:
        return len(self._gates)

    def find(self, name: str) -> RateGate | None:
        """Return the gate of a name, if there is one."""
        return self._gates.get(name)

    def of(self, name: str) -> RateGate:
        """Return the gate of a name, if need be a new one."""
        while self._gates and next(iter(self._gates.values())).idle():
            self._gates.popitem(last=False)
        gate = self._gates.get(name)
        if gate is None:
            gate = self._gates[name] = self._make(name)
        self._gates.move_to_end(name)
        return gate
