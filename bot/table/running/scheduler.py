"""Wakes for the nearest deadline. Deadlines are rows, so none is lost or doubled by a restart.

Each is served by itself: one that takes long, or fails again and again, keeps no other waiting. Where several processes
work, one of them looks each second for those that are due, and requests each: whoever is free serves it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from functools import partial
from typing import TypeAlias

import structlog

from bot.concurrency.backoff import Backoff
from bot.concurrency.publisher import Retry
from bot.concurrency.tasks import cancel
from bot.concurrency.work import LocalWork, Work
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
    `clock_was_set` is told by how many seconds the clock was set, before anything is served by it. That is of one
    process alone: where several share their `work`, the clocks of their machines are kept by whoever keeps these.
    `lock` names what the deadline of a kind and key may touch.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        handlers: Mapping[str, Callable[[str], Awaitable[None]]],
        *,
        steady: Callable[[], float] | None = None,
        clock_was_set: Callable[[float], Awaitable[None]] | None = None,
        work: Work | None = None,
        lock: Callable[[str, str], str] = "{}/{}".format,
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
        self._requests = (work or LocalWork()).publisher(
            "deadline",
            self._serve_requested,
            {Exception: self._note_failure},
            key_type=_Key,
            lock=lambda key: lock(*key),
            backoff=partial(Backoff, AFTER_ERROR, LONGEST_AFTER_ERROR),
        )

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

    async def request_due(self) -> None:
        """Have served, in whichever process, all that is due now."""
        for deadline in await self._store.due(self._clock()):
            self._requests.request(_key(deadline))

    async def _serve_requested(self, key: _Key, _: Set[str]) -> None:
        """Serve a deadline, unless that is done already: it may have been requested while it was."""
        kind, name = key
        deadline = await self._store.deadline(kind, name)
        if deadline is not None and deadline.at <= self._clock():
            await self._carry_out(deadline)

    async def _note_failure(self, key: _Key, error: Exception) -> Retry:
        _tell_failure(key, error)
        return Retry.BACK_OFF

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
        key = _key(deadline)
        try:
            await self._carry_out(deadline)
        except UnderhatError as error:
            _tell_failure(key, error)
        except Exception:  # noqa: BLE001 - the boundary: one bad deadline must not stop the others
            _LOG.exception("deadline_broken", kind=deadline.kind, key=deadline.key)
        else:
            self._failed.pop(key, None)
            return True
        backoff, _ = self._failed.get(key, (Backoff(AFTER_ERROR, LONGEST_AFTER_ERROR), 0.0))
        self._failed[key] = backoff, self._steady() + backoff.next()
        return False

    async def _carry_out(self, deadline: Deadline) -> None:
        handler = self._handlers.get(deadline.kind)
        if handler is not None:
            await handler(deadline.key)
        await self._store.clear_deadline(deadline)


def _tell_failure(key: _Key, error: Exception) -> None:
    kind, name = key
    if isinstance(error, UnderhatError):
        _LOG.warning("deadline_failed", kind=kind, key=name, reason=str(error))
    else:
        _LOG.error("deadline_broken", kind=kind, key=name, exc_info=error)


def _key(deadline: Deadline) -> _Key:
    return deadline.kind, deadline.key
