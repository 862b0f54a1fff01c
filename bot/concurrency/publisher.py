"""Bring what is shown up to date: the latest state wins, one call is in flight, errors are retried by their kind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, TypeVar

import structlog

from bot.concurrency.tasks import BACKOFF, DRAIN_SECONDS, drain, spawn
from bot.errors import SlowDown

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


class Publisher(Generic[K]):
    """Calls `publish(key)` for each key that was requested: keys side by side, one call at a time for each key.

    `publish` has to show what holds at the moment at which it looks, preferably after it has waited for its send
    permit. Requests made before a call begins are served by that one call; one made during the call leads to another.

    `policy` maps classes of errors to reactions; the nearest base class of an error decides. An error that it does not
    cover is logged, and the key waits for its next request.

    A request is a value: a key that names what is to be shown and to whom, and the time before which that may not be.
    Keep keys ids that could be sent to another process, not objects.
    """

    def __init__(
        self,
        name: str,
        publish: Callable[[K], Awaitable[None]],
        policy: Mapping[type[Exception], Reaction[K]],
        *,
        delays: Sequence[float] = BACKOFF,
    ) -> None:
        self._name = name
        self._publish = publish
        self._policy = policy
        self._delays = delays
        self._requested: dict[K, float] = {}
        self._timers: dict[K, asyncio.Timeout] = {}
        self._workers: dict[K, asyncio.Task[None]] = {}
        self._sleeping: set[K] = set()
        self._stopping = False

    def request(self, key: K, *, not_before: float = 0.0) -> None:
        """Have a key published soon, but not before a time of the event loop's clock. After a stop this does nothing.

        Of several times the earliest holds. None cuts the wait after an error short.
        """
        earliest = self._requested[key] = min(not_before, self._requested.get(key, not_before))
        if key in self._timers and not self._timers[key].expired():
            self._timers[key].reschedule(earliest)
        elif key not in self._workers and not self._stopping:
            self._workers[key] = spawn(self._work(key), f"{self._name} {key}")

    @property
    def busy(self) -> Collection[K]:
        """The keys that are being published, or wait to be."""
        return self._workers.keys()

    async def settled(self, keys: Iterable[K] | None = None) -> None:
        """Wait until everything that was requested is published or given up, of all keys or of these."""
        wanted = None if keys is None else set(keys)
        while workers := [work for key, work in self._workers.items() if wanted is None or key in wanted]:
            await asyncio.wait(workers)

    async def stop(self, grace: float = DRAIN_SECONDS) -> None:
        """Let the calls in flight end, so that their effect is noted; start none. After `grace` seconds cancel them."""
        self._stopping = True
        for key in self._sleeping:  # what waits for its next try is not in flight
            self._workers[key].cancel()
        await drain(self._workers.values(), grace)
        self._workers.clear()  # one that was cancelled before its first step could not do it itself

    async def _work(self, key: K) -> None:
        failures = 0
        try:
            while key in self._requested and not self._stopping:
                await self._wait_for_time(key)
                del self._requested[key]
                retry, told = await self._attempt(key)
                if retry is Retry.NEVER:
                    failures = 0
                    continue
                self._requested[key] = 0.0
                if retry is Retry.AS_TOLD:
                    await self._sleep(key, told)
                elif retry is Retry.BACK_OFF:
                    await self._sleep(key, self._delays[min(failures, len(self._delays) - 1)])
                    failures += 1
        finally:
            # Nothing is awaited between the last look at `_requested` and this, so no request falls in between.
            self._workers.pop(key, None)

    async def _attempt(self, key: K) -> tuple[Retry, float]:
        """Publish once. Return when to try again (NEVER after a success), and the seconds the platform asked for."""
        try:
            await self._publish(key)
        except Exception as error:  # noqa: BLE001 - the boundary: a bug over one key must not stop the others
            reaction = next((self._policy[kind] for kind in type(error).__mro__ if kind in self._policy), None)
            if reaction is None:
                _LOG.exception("publish_failed", publisher=self._name, key=str(key))
                return Retry.NEVER, 0.0
            retry = reaction if isinstance(reaction, Retry) else await reaction(key, error)
            return retry, error.seconds if isinstance(error, SlowDown) else 0.0
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

    async def _sleep(self, key: K, seconds: float) -> None:
        self._sleeping.add(key)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._sleeping.discard(key)
