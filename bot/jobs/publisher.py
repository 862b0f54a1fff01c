"""A publisher whose requests are jobs: they wait in the database, and any process serves them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from typing_extensions import override

from bot.concurrency.backoff import Backoff
from bot.concurrency.foreground import Foreground
from bot.concurrency.publisher import UP_TO_DATE, Publish, Reaction, Requests, Retry, attempt
from bot.errors import StoreAway
from bot.jobs.requests import Request
from bot.meter import Meter

K = TypeVar("K", bound="str | tuple[Any, ...] | msgspec.Struct")
COALESCE_AFTER = 0.05
"""A call younger than so many seconds does not ask the database for more to serve: hardly anything can have come. If it
asks a second time, it does: before something that had better not be done twice."""
LOOK_SECONDS = 0.05
"""How often `settled` asks whether everything is done."""


class Queue(Protocol):
    """Where requests go."""

    def defer(self, request: Request, not_before: float = 0.0) -> None:
        """Have a request served, soon or from a time of the event loop's clock on."""

    async def defer_now(self, requests: Iterable[Request], delay: float) -> None:
        """Write requests, to be served in so many seconds; while the database is away they are kept, as by `defer`."""

    async def cancel_waiting(self, names: Iterable[str]) -> Set[str]:
        """Cancel requests that wait, and return their directives. Raise StoreAway."""

    async def has_unfinished(self, publisher: str | None = None, keys: Collection[str] | None = None) -> bool:
        """Return whether requests wait or are being served, in any process. Raise StoreAway."""

    def pending(self, publisher: str) -> Collection[str]:
        """Return the keys of a publisher whose requests are not in the database yet."""


class _Call:
    """A call for a key, under way since a time of the event loop's clock. `looked`: it has read what to show."""

    def __init__(self, since: float) -> None:
        self.since = since
        self.looked = False
        self.coalesced: set[str] = set()


class JobPublisher(Requests[K], Generic[K]):
    """Calls `publish` as `Publisher` does, for what was requested in any process, with one directive at a time."""

    def __init__(
        self,
        queue: Queue,
        name: str,
        publish: Publish[K],
        policy: Mapping[type[Exception], Reaction[K]],
        *,
        key_type: Any,
        lock: Callable[[K], str],
        backoff: Callable[[], Backoff],
        meter: Meter,
        foreground: Foreground,
    ) -> None:
        self._queue = queue
        self._name = name
        self._publish = publish
        self._policy = policy
        self._decoder = msgspec.json.Decoder(key_type)
        self._lock = lock
        self._backoff = backoff
        self._meter = meter
        self._foreground = foreground
        self._calls: dict[K, _Call] = {}

    # -- for those who request -----------------------------------------------------------------------------------------

    @override
    def request(self, key: K, directive: str = UP_TO_DATE, *, not_before: float = 0.0) -> None:
        """Have a key published soon by whichever process, but not before a time of this event loop's clock."""
        self._queue.defer(Request(self._name, _text(key), directive, self._lock(key)), not_before)

    @override
    async def coalesce(self, key: K, directives: Collection[str]) -> Set[str]:
        call = self._calls[key]
        asks_again, call.looked = call.looked, True
        if not asks_again and asyncio.get_running_loop().time() - call.since < COALESCE_AFTER:
            return set()
        text = _text(key)
        cancelled = await self._queue.cancel_waiting(
            Request(self._name, text, directive, "").name for directive in directives
        )
        call.coalesced |= cancelled
        return cancelled

    @override
    def is_pending(self, key: K) -> bool:
        call = self._calls.get(key)
        return (call is not None and not call.looked) or _text(key) in self._queue.pending(self._name)

    @property
    @override
    def busy(self) -> Collection[K]:
        return self._calls.keys()

    @override
    def waiting(self) -> tuple[int, float]:
        """Return how many keys are being published by this process, and the longest time in seconds."""
        now = asyncio.get_running_loop().time()
        since = [call.since for call in self._calls.values()]
        return len(since), now - min(since, default=now)

    @override
    async def settled(self, keys: Iterable[K] | None = None) -> None:
        wanted = None if keys is None else [_text(key) for key in keys]
        while await self._has_unfinished(wanted):  # noqa: ASYNC110 - it is done in other processes, too
            await asyncio.sleep(LOOK_SECONDS)

    async def _has_unfinished(self, keys: Collection[str] | None) -> bool:
        try:
            return await self._queue.has_unfinished(self._name, keys)
        except StoreAway:
            return True

    # -- for the worker ------------------------------------------------------------------------------------------------

    async def serve(self, request: Request) -> bool:
        """Publish what a request asks for, until that succeeds, is given up, or has to be tried again later.

        Return whether it succeeded. A stop that cuts it short leaves the request to others.
        """
        key = self._decoder.decode(request.key)
        call = self._calls[key] = _Call(asyncio.get_running_loop().time())
        try:
            return await self._serve(key, request, call)
        except asyncio.CancelledError:
            for again in _all(request, call):
                self._queue.defer(again)
            raise
        finally:
            if self._calls.get(key) is call:
                del self._calls[key]

    async def _serve(self, key: K, request: Request, call: _Call) -> bool:
        retry, told, tries = Retry.NOW, 0.0, request.tries
        while retry is Retry.NOW:
            await self._foreground.give_way()
            directives = {request.directive} | call.coalesced
            failed = await attempt(self._name, self._publish, key, directives, self._policy, self._meter)
            if failed is None:
                return True
            retry, told = failed
            call.looked = False
        if retry is not Retry.NEVER:
            delay = told if retry is Retry.AS_TOLD else _wait(self._backoff(), tries)
            again = [msgspec.structs.replace(each, tries=tries + 1) for each in _all(request, call)]
            await self._queue.defer_now(again, delay)
        return False


def _all(request: Request, call: _Call) -> list[Request]:
    """Return the requests that a call was to serve."""
    return [
        request,
        *(msgspec.structs.replace(request, directive=directive) for directive in call.coalesced - {request.directive}),
    ]


def _wait(backoff: Backoff, tries: int) -> float:
    """Return how long to wait after so many failures and one more."""
    for _ in range(tries):
        backoff.next()
    return backoff.next()


def _text(key: object) -> str:
    return msgspec.json.encode(key).decode()
