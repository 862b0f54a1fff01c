"""Bring what is shown up to date: the latest state wins, one call is in flight, errors are retried by their kind."""

from __future__ import annotations

import asyncio
from collections import ChainMap
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Mapping, Set
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import structlog

from bot.concurrency.backoff import Backoff
from bot.concurrency.foreground import Foreground
from bot.concurrency.tasks import DRAIN_SECONDS, drain, spawn
from bot.errors import SlowDown
from bot.meter import UNMETERED, Meter, PressOrigin

K = TypeVar("K", bound=Hashable)
_LOG = structlog.get_logger(__name__)


class Retry(Enum):
    """When to publish again after an error."""

    NOW = "now"
    """The cause has been dealt with, or whoever hands out send permits waits for it to pass."""
    AS_TOLD = "as told"
    """After the seconds that `SlowDown` carries."""
    BACK_OFF = "back off"
    """After a wait that grows with each failure in a row."""
    NEVER = "never"
    """Not before the key is requested again."""


Reaction = Retry | Callable[[K, Any], Awaitable[Retry]]
"""What to do about an error: a fixed answer, or a coroutine function of key and error that deals with it first."""
Publish: TypeAlias = Callable[[K, Set[str]], Awaitable[None]]
"""Shows what holds of a key, as the directives of its requests say."""
UP_TO_DATE = ""
"""The directive of a request that names none: bring what is shown up to date."""


class Requests(Protocol[K]):
    """Takes requests to publish keys, and has them served."""

    def request(self, key: K, directive: str = UP_TO_DATE, *, not_before: float = 0.0) -> None:
        """Have a key published soon, but not before a time of the event loop's clock.

        `directive` says how, in a word that may carry a value (`stray:7`), as those of Cache-Control do. The directives
        of one key that wait are passed to `publish` together, or one after another.
        """

    async def coalesce(self, key: K, directives: Collection[str]) -> Set[str]:
        """Return those of these directives that were requested since the present call began, which serves them too.

        One that another process has only just requested may be missed; it leads to another call.
        """

    def is_pending(self, key: K) -> bool:
        """Return whether a request of a key waits in this process, or its call has not yet read what it is to show."""

    @property
    def busy(self) -> Collection[K]:
        """The keys that this process is publishing, or will."""

    def waiting(self) -> tuple[int, float]:
        """Return how many keys are due and not shown yet, with those in flight, and the longest wait in seconds."""

    async def settled(self, keys: Iterable[K] | None = None) -> None:
        """Wait until everything that was requested is published or given up, of all keys or of these."""


async def attempt(
    name: str,
    publish: Publish[K],
    key: K,
    directives: Set[str],
    policy: Mapping[type[Exception], Reaction[K]],
    meter: Meter,
) -> tuple[Retry, float] | None:
    """Publish once; deal with an error as a policy says, and tell the meter and the log of it.

    Return None after a success, else when to publish again and the seconds that the platform asked for.
    """
    try:
        await publish(key, directives)
    except Exception as error:  # noqa: BLE001 - the boundary: a bug over one key must not stop the others
        meter.delivery_failed(name, error)
        reaction = next((policy[kind] for kind in type(error).__mro__ if kind in policy), None)
        if reaction is None:
            _LOG.exception("publish_failed", publisher=name, key=str(key))
            return Retry.NEVER, 0.0
        retry = reaction if isinstance(reaction, Retry) else await reaction(key, error)
        return retry, error.seconds if isinstance(error, SlowDown) else 0.0
    return None


@dataclass(frozen=True)
class _Demand:
    """Since when a key waits to be shown (the event loop's clock), and the first press that it will answer."""

    since: float
    press: PressOrigin | None

    def joined(self, later: _Demand | None) -> _Demand:
        """Return what one call serves that serves both."""
        if later is None:
            return self
        presses = [press for press in (self.press, later.press) if press is not None]
        first = min(presses, key=lambda press: press.received, default=None)
        return _Demand(min(self.since, later.since), first)


class Publisher(Generic[K]):
    """Calls `publish` for each key that was requested: keys side by side, one call at a time for each key.

    `publish` has to show what holds at the moment at which it looks, preferably after it has waited for its send
    permit. Requests made before a call begins are served by that one call, which is passed all their directives; one
    made during the call leads to another, unless the call serves it too (`coalesce`).

    `policy` maps classes of errors to reactions; the nearest base class of an error decides. An error that it does not
    cover is logged, and the key waits for its next request.

    A request is a value: a key that names what is to be shown and to whom, and the time before which that may not be.
    Keep keys ids that could be sent to another process, not objects.

    `meter` is told by the publisher's name what is coalesced, what fails, and how long after a press it is seen. Each
    call gives way to what is in the `foreground` before it begins.
    """

    def __init__(
        self,
        name: str,
        publish: Publish[K],
        policy: Mapping[type[Exception], Reaction[K]],
        *,
        backoff: Callable[[], Backoff] = Backoff,
        meter: Meter = UNMETERED,
        foreground: Foreground | None = None,
    ) -> None:
        self._name = name
        self._publish = publish
        self._policy = policy
        self._backoff = backoff
        self._meter = meter
        self._foreground = foreground or Foreground()
        self._demands: dict[K, _Demand] = {}
        self._in_flight: dict[K, _Demand] = {}
        self._requested: dict[K, float] = {}
        self._directives: dict[K, set[str]] = {}
        self._served: dict[K, set[str]] = {}
        self._looked: set[K] = set()
        self._timers: dict[K, asyncio.Timeout] = {}
        self._workers: dict[K, asyncio.Task[None]] = {}
        self._sleeping: set[K] = set()
        self._stopping = False

    def request(self, key: K, directive: str = UP_TO_DATE, *, not_before: float = 0.0) -> None:
        """Have a key published soon, but not before a time of the event loop's clock. After a stop this does nothing.

        Of several times the earliest holds, for all directives. None cuts the wait after an error short.
        """
        if key in self._requested and self._workers.get(key) is not asyncio.current_task():  # it may ask for itself
            self._meter.coalesced(self._name)
        self._note_demand(key, not_before)
        self._directives.setdefault(key, set()).add(directive)
        earliest = self._requested[key] = min(not_before, self._requested.get(key, not_before))
        if key in self._timers and not self._timers[key].expired():
            self._timers[key].reschedule(earliest)
        elif key not in self._workers and not self._stopping:
            self._workers[key] = spawn(self._work(key), f"{self._name} {key}")

    async def coalesce(self, key: K, directives: Collection[str]) -> Set[str]:
        """Return those of these directives that were requested since the present call began, which serves them too."""
        self._looked.add(key)
        told = self._directives.get(key, set())
        taken = told.intersection(directives)
        self._served[key] |= taken
        if taken == told:
            if taken:
                del self._requested[key], self._directives[key]
                self._in_flight[key] = self._in_flight[key].joined(self._demands.pop(key))
        else:
            told -= taken
        return taken

    def is_pending(self, key: K) -> bool:
        """Return whether a request of a key waits, or its call has not yet read what it is to show (`coalesce`)."""
        return key in self._directives or (key in self._served and key not in self._looked)

    @property
    def busy(self) -> Collection[K]:
        """The keys that are being published, or wait to be."""
        return self._workers.keys()

    def waiting(self) -> tuple[int, float]:
        """Return how many keys are due and not shown yet, with those in flight, and the longest wait in seconds."""
        now = asyncio.get_running_loop().time()
        since = [demand.since for demand in ChainMap(self._in_flight, self._demands).values() if demand.since <= now]
        return len(since), now - min(since, default=now)

    async def settled(self, keys: Iterable[K] | None = None) -> None:
        """Wait until everything that was requested is published or given up, of all keys or of these."""
        wanted = None if keys is None else set(keys)
        while workers := [work for key, work in self._workers.items() if wanted is None or key in wanted]:
            await asyncio.wait(workers)

    async def stop(self, grace: float = DRAIN_SECONDS) -> None:
        """Let the calls in flight end, so that their effect is noted; start none. After `grace` seconds cancel them."""
        self._stopping = True
        for key in self._sleeping:  # what gives way, or waits for its next try, is not in flight
            self._workers[key].cancel()
        await drain(self._workers.values(), grace)
        self._workers.clear()  # one that was cancelled before its first step could not do it itself

    async def _work(self, key: K) -> None:
        backoff = self._backoff()
        try:
            while key in self._requested and not self._stopping:
                await self._wait_for_time(key)
                await self._give_way(key)
                del self._requested[key]
                self._in_flight[key], self._served[key] = self._demands.pop(key), self._directives.pop(key)
                self._looked.discard(key)
                retry, told = await self._attempt(key)
                demand, directives = self._in_flight.pop(key), self._served.pop(key)
                if retry is Retry.NEVER:
                    backoff.reset()
                    continue
                self._requested[key] = 0.0
                self._directives.setdefault(key, set()).update(directives)
                self._demands[key] = demand.joined(self._demands.get(key))
                if retry is Retry.AS_TOLD:
                    await self._sleep(key, told)
                elif retry is Retry.BACK_OFF:
                    await self._sleep(key, backoff.next())
        finally:
            # Nothing is awaited between the last look at `_requested` and this, so no request falls in between.
            for remembered in (self._workers, self._in_flight, self._demands, self._directives, self._served):
                remembered.pop(key, None)

    def _note_demand(self, key: K, not_before: float) -> None:
        """Note since when a key waits, and the press in whose work it was requested.

        What is put off on purpose waits from then on, and is not what the press waits for.
        """
        now = asyncio.get_running_loop().time()
        press = self._meter.press_here() if not_before <= now else None
        self._demands[key] = _Demand(max(now, not_before), press).joined(self._demands.get(key))

    async def _attempt(self, key: K) -> tuple[Retry, float]:
        """Publish once. Return when to try again (NEVER after a success), and the seconds the platform asked for."""
        failed = await attempt(self._name, self._publish, key, frozenset(self._served[key]), self._policy, self._meter)
        if failed is not None:
            return failed
        if (press := self._in_flight[key].press) is not None:
            self._meter.shown(self._name, press, asyncio.get_running_loop().time() - press.received)
        return Retry.NEVER, 0.0

    async def _wait_for_time(self, key: K) -> None:
        loop = asyncio.get_running_loop()
        if self._requested[key] <= loop.time():
            return
        self._sleeping.add(key)
        try:
            async with asyncio.timeout_at(self._requested[key]) as self._timers[key]:
                await loop.create_future()
        except TimeoutError:
            pass
        finally:
            self._sleeping.discard(key)
            del self._timers[key]

    async def _give_way(self, key: K) -> None:
        self._sleeping.add(key)
        try:
            await self._foreground.give_way()
        finally:
            self._sleeping.discard(key)

    async def _sleep(self, key: K, seconds: float) -> None:
        self._sleeping.add(key)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._sleeping.discard(key)
