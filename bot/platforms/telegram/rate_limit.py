"""Rate limits of the Bot API, counted before calling, so that Telegram need not refuse.

A call occupies its window from before it begins until `width` seconds after it has ended. Wherever in between the
server counts it, the server never sees more than `limit` calls in any `width` seconds, whatever the latency.
"""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from storage.ids import Place

MINUTE, SECOND = 60.5, 1.02
"""Window widths in seconds, a little wider than documented, since the server's clock is not ours."""

FLOODED_CHATS, SAME_MOMENT, TOKEN_SECONDS = 3, 1.5, 60.0
"""So many chats that are to wait until the same moment, give or take these seconds, mean a limit of the whole token,
which is paused for so long at most."""

Clock = Callable[[], float]


class SlidingWindow:
    """At most `limit` calls in any `width` seconds; 0 for no limit. Pure: the time is passed in.

    A `paced` window admits half of its calls as they come and spreads the rest over the time until the first one
    expires, so that a burst is not followed by most of a minute of silence.
    """

    def __init__(self, limit: int, width: float, *, paced: bool = False) -> None:
        self._limit, self._width, self._paced = limit, width, paced
        self._open = 0
        self._ended: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Return the seconds until one more call may begin; infinity while that depends on the end of an open call."""
        self._expire(now)
        surplus = self._open + len(self._ended) - self._limit + 1
        if not self._limit:
            return 0.0
        if surplus <= 0:
            return max(0.0, self._spread() - now) if self._paced else 0.0
        return self._ended[surplus - 1] + self._width - now if surplus <= len(self._ended) else math.inf

    def begin(self) -> None:
        """Count a call that is about to be made."""
        self._open += 1

    def end(self, now: float, calls: int = 1) -> None:
        """Close what `begin` opened, after `calls` calls; 0 returns the permit unused."""
        self._open -= 1
        self.spend(now, calls)

    def spend(self, now: float, calls: int) -> None:
        """Count calls that ended now."""
        if self._limit:
            self._ended.extend([now] * calls)

    def idle(self, now: float) -> bool:
        """Return whether no call is counted at present."""
        self._expire(now)
        return not self._open and not self._ended

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


class TelegramPermit:
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
    async def turn(self, permit: TelegramPermit, *, urgent: bool = False) -> AsyncIterator[None]:
        """Wait for a place in the window and hold it; a permit without calls is returned unused."""
        await self._enter(self._urgent if urgent else self._others)
        try:
            yield
        finally:
            self._leave(permit.calls)

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


class TelegramRateLimiter:
    """The limits of one token: sends and edits of each group (all its topics together) and of the token as a whole.

    Half of a group's minute counts as spent when the process starts, since nothing is known of what the previous
    process sent. Answers to callback queries are not limited by Telegram, so they are never counted and never wait.
    """

    def __init__(self, clock: Clock, *, group_per_minute: int = 20, per_second: int = 30) -> None:
        self._clock = clock
        self._per_minute = group_per_minute
        self._started = clock()
        self._floods: dict[str, float] = {}
        self._token = RateGate(SlidingWindow(per_second, SECOND), clock)
        # No LRUCache: only an idle gate may be forgotten, since one in use holds calls that still count.
        self._chats: OrderedDict[str, RateGate] = OrderedDict()

    @asynccontextmanager
    async def permit(self, place: Place, *, urgent: bool = False) -> AsyncIterator[TelegramPermit]:
        """Wait until one send or edit is allowed in a place; urgent ones overtake others at the token's gate."""
        permit = TelegramPermit()
        # The chat's gate first: whoever waits there, for up to a minute, must not hold one of the token's places.
        async with self._gate(place).turn(permit), self._token.turn(permit, urgent=urgent):
            await self.wait_out_pause(place)
            yield permit

    async def wait_out_hold(self, place: Place) -> None:
        """Wait until something new may be sent to a chat. Take no permit before: this may take an hour."""
        while seconds := self.post_wait(place):  # noqa: ASYNC110 - it waits for the time itself
            await asyncio.sleep(seconds)

    def wait(self, place: Place) -> float:
        """Return the seconds until the next send or edit in a place is admitted, 0 for at once."""
        gate = self._chats.get(place.chat)
        return max(gate.wait() if gate else 0.0, self._token.wait())

    def pause(self, place: Place, seconds: float) -> None:
        """Obey a 429 of any call but a send: nothing is sent to this chat or edited there for so long."""
        self._gate(place).pause(seconds)
        self._note_flood(place, seconds)

    def hold_posts(self, place: Place, seconds: float) -> None:
        """Obey a 429 of a send: nothing new is sent to this chat for so long. Slow mode holds no edits (A9)."""
        self._gate(place).hold_posts(seconds)
        self._note_flood(place, seconds)

    def post_wait(self, place: Place) -> float:
        """Return the seconds for which 429s keep anything new from being sent to a chat, 0 for none."""
        gate = self._chats.get(place.chat)
        return gate.posts_held() if gate else 0.0

    def _note_flood(self, place: Place, seconds: float) -> None:
        """Pause the whole token once where several chats are told to wait until the same moment.

        A 429 does not say what is limited. A wrong guess costs `TOKEN_SECONDS` at most; what is left is each chat's.
        """
        now = self._clock()
        self._floods = {chat: end for chat, end in self._floods.items() if end > now} | {place.chat: now + seconds}
        alike = [end for end in self._floods.values() if abs(end - now - seconds) <= SAME_MOMENT]
        if len(alike) >= FLOODED_CHATS:
            self._token.pause(min(seconds, TOKEN_SECONDS))

    def paused(self, place: Place) -> float:
        """Return the seconds that are left of a chat's pause, 0 for none."""
        gate = self._chats.get(place.chat)
        return gate.paused() if gate else 0.0

    async def wait_out_pause(self, place: Place) -> None:
        """Wait until no pause of a chat is left."""
        if seconds := self.paused(place):
            await asyncio.sleep(seconds)
            await self.wait_out_pause(place)

    def remembered(self) -> int:
        """Return the number of chats in memory."""
        return len(self._chats)

    def _gate(self, place: Place) -> RateGate:
        self._forget()
        gate = self._chats.get(place.chat)
        if gate is None:
            gate = self._chats[place.chat] = RateGate(self._window(place), self._clock)
        self._chats.move_to_end(place.chat)
        return gate

    def _window(self, place: Place) -> SlidingWindow:
        window = SlidingWindow(0 if place.private else self._per_minute, MINUTE, paced=True)
        if not place.private:
            window.spend(self._started, self._per_minute // 2)
        return window

    def _forget(self) -> None:
        while self._chats and next(iter(self._chats.values())).idle():
            self._chats.popitem(last=False)
