"""Wakes for the nearest deadline. Deadlines are rows, so none is lost or doubled by a restart.

Each is served by itself: one that takes long, or fails again and again, keeps no other waiting.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

import structlog

from bot.concurrency.backoff import Backoff
from bot.concurrency.tasks import cancel
from bot.errors import UnderhatError
from storage.rows import Deadline
from storage.store import Store

_LOG = structlog.get_logger(__name__)
LONGEST_NAP = 30.0
"""Seconds after which the clock is read again, whatever it said: clocks are set, laptops sleep."""
AFTER_ERROR, LONGEST_AFTER_ERROR = 10.0, 600.0
"""Seconds until a deadline that failed is served again, and after many failures in a row."""
STEP_SECONDS = 1.0
"""A clock that goes back by more than this was set."""
LEAP_SECONDS = 10.0
"""A clock that goes ahead of the time that has passed by more than this was set, or the machine has slept."""

_Key: TypeAlias = tuple[str, str]


class DeadlineScheduler:
    """Calls what is to be done when its time comes; a handler clears its deadline by being done with it.

    `clock` returns Unix seconds, `steady` seconds that pass whatever the clock is set to; by default the same.
    `clock_was_set` is told by how many seconds the clock was set, before anything is served by it.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        handlers: Mapping[str, Callable[[str], Awaitable[None]]],
        *,
        steady: Callable[[], float] | None = None,
        clock_was_set: Callable[[float], Awaitable[None]] | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._steady = steady or clock
        self._handlers = handlers
        self._clock_was_set = clock_was_set
        self._looked = self._clock(), self._steady()
        self._reading = asyncio.Lock()
        self._poked = asyncio.Event()
        self._naps_until = math.inf  # Unix seconds; by a clock that is set back, everything is nearer
        self._serving: dict[_Key, asyncio.Task[bool]] = {}
        self._failed: dict[_Key, tuple[Backoff, float]] = {}  # when it is tried again, by the steady clock

    def poke(self) -> None:
        """Look again, since a deadline was set that may be nearer."""
        self._poked.set()

    def expect(self, at: float) -> None:
        """Look again if a deadline that was set for this time is nearer than what is waited for, as few are."""
        if at < self._naps_until:
            self.poke()

    async def run(self) -> None:
        """Serve deadlines until cancelled."""
        try:
            while True:
                self._poked.clear()  # before the look: a poke during it must end the nap that follows
                self._naps_until = math.inf
                try:
                    nap = await self._look()
                except UnderhatError as error:
                    _LOG.warning("deadlines_unknown", reason=str(error))
                    nap = AFTER_ERROR
                self._naps_until = self._clock() + nap
                try:
                    async with asyncio.timeout(nap):
                        await self._poked.wait()
                except TimeoutError:
                    continue
        finally:
            await cancel(*self._serving.values())

    async def tick(self) -> bool:
        """Serve all that is due now, to its end; False when something failed and is to be tried again later."""
        now = await self._read_clock()
        tasks = [self._serve_soon(deadline) for deadline in await self._store.due(now)]
        return all(await asyncio.gather(*tasks))

    async def _look(self) -> float:
        """Begin to serve what is due and has not just failed; return for how long there is nothing more to do."""
        now = await self._read_clock()
        nearest = await self._store.next_deadline()
        due: Sequence[Deadline] = ()
        if nearest is not None and nearest <= now:  # seldom: this is asked after each move
            due = await self._store.due(now)
            nearest = await self._store.next_deadline(now)
        keys = {_key(deadline) for deadline in due}
        self._failed = {key: failed for key, failed in self._failed.items() if key in keys}
        for deadline in due:
            if self._rest(deadline) <= 0:
                self._serve_soon(deadline)
        naps = [LONGEST_NAP if nearest is None else nearest - self._clock()]
        naps += [self._rest(deadline) for deadline in due if _key(deadline) not in self._serving]
        return max(0.0, min(LONGEST_NAP, *naps))

    def _rest(self, deadline: Deadline) -> float:
        """Return for how many seconds a deadline is left alone that has failed."""
        _, again_at = self._failed.get(_key(deadline), (None, 0.0))
        return again_at - self._steady() if again_at else 0.0

    async def _read_clock(self) -> float:
        """Return the time, and tell before if the clock was set since it was last read."""
        async with self._reading:  # so that it is told once
            (clock, steady), (now, passed) = self._looked, (self._clock(), self._steady())
            jump = now - clock - max(0.0, passed - steady)
            if not -STEP_SECONDS <= jump <= LEAP_SECONDS and self._clock_was_set:
                _LOG.warning("clock_set", seconds=round(jump))
                await self._clock_was_set(jump)
            self._looked = now, passed  # only now: where that failed it is told again
            return now

    def _serve_soon(self, deadline: Deadline) -> asyncio.Task[bool]:
        key = _key(deadline)
        task = self._serving.get(key)
        if task is None:
            task = self._serving[key] = asyncio.create_task(self._serve(deadline), name=f"deadline {key}")
            task.add_done_callback(lambda _: self._ended(key))
        return task

    def _ended(self, key: _Key) -> None:
        del self._serving[key]
        self.poke()  # it may have been set anew meanwhile

    async def _serve(self, deadline: Deadline) -> bool:
        handler, key = self._handlers.get(deadline.kind), _key(deadline)
        try:
            if handler is not None:
                await handler(deadline.key)
            await self._store.clear_deadline(deadline)
        except UnderhatError as error:
            _LOG.warning("deadline_failed", kind=deadline.kind, key=deadline.key, reason=str(error))
        except Exception:  # noqa: BLE001 - the boundary: one bad deadline must not stop the others
            _LOG.exception("deadline_broken", kind=deadline.kind, key=deadline.key)
        else:
            self._failed.pop(key, None)
            return True
        backoff, _ = self._failed.get(key, (Backoff(AFTER_ERROR, LONGEST_AFTER_ERROR), 0.0))
        self._failed[key] = backoff, self._steady() + backoff.next()
        return False


def _key(deadline: Deadline) -> _Key:
    return deadline.kind, deadline.key
