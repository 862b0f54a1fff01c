"""Where requests wait until they are served: in the memory of this process, or in the database for all processes.

Each part of the program has publishers of its own (`Work.publisher`) and does not know which of the two it is. What is
in memory is lost with its process; the next one requests it anew from the rows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec
from typing_extensions import override

from bot.concurrency.backoff import Backoff
from bot.concurrency.foreground import Foreground
from bot.concurrency.publisher import Publish, Publisher, Reaction, Requests
from bot.meter import UNMETERED, Meter

Key: TypeAlias = str | tuple[Any, ...] | msgspec.Struct
K = TypeVar("K", bound=Key)


class Work(Protocol):
    """Has done what is requested, here or in another process. All of it gives way to the presses of the process."""

    def publisher(
        self,
        name: str,
        publish: Publish[K],
        policy: Mapping[type[Exception], Reaction[K]],
        *,
        key_type: Any,
        lock: Callable[[K], str],
        backoff: Callable[[], Backoff] = Backoff,
    ) -> Requests[K]:
        """Return what takes requests under a name, and has `publish` called for each key, as `Publisher` does.

        Keys are values of `key_type`, made of what JSON can tell. `lock` names what one call at a time may touch, in
        whichever process: of the calls that share one each waits for those requested before it.
        """

    def run_on_one_process(
        self, *, each_second: Callable[[], Awaitable[None]], after_loss: Callable[[], Awaitable[None]]
    ) -> bool:
        """Have two functions called by one process at a time where several work. Return whether several may.

        `after_loss` requests all that is to be done, when no process worked before this one, or when requests may have
        been lost with a process or with the database. Where only one works (False), the caller calls both itself.
        """

    async def has_unfinished(self) -> bool:
        """Return whether something that was requested is not done yet."""

    async def start(self) -> None:
        """Begin to serve requests; to be called when everything that serves them is ready."""

    async def stop(self) -> None:
        """Begin nothing more, and give what has begun a moment to end."""

    async def close(self) -> None:
        """Release what the work needs; what is requested from now on is not done."""


class LocalWork(Work):
    """Work of one process that serves its database alone: requests wait in its memory."""

    def __init__(self, meter: Meter = UNMETERED, foreground: Foreground | None = None) -> None:
        self._meter = meter
        self._foreground = foreground
        self._publishers: list[Publisher[Any]] = []

    @override
    def publisher(
        self,
        name: str,
        publish: Publish[K],
        policy: Mapping[type[Exception], Reaction[K]],
        *,
        key_type: Any,
        lock: Callable[[K], str],
        backoff: Callable[[], Backoff] = Backoff,
    ) -> Publisher[K]:
        """Return a publisher; a call waits for no other key's, since a process knows itself what has to wait."""
        made = Publisher(name, publish, policy, backoff=backoff, meter=self._meter, foreground=self._foreground)
        self._publishers.append(made)
        return made

    @override
    def run_on_one_process(
        self, *, each_second: Callable[[], Awaitable[None]], after_loss: Callable[[], Awaitable[None]]
    ) -> bool:
        """Return False: there is nobody else."""
        return False

    @override
    async def has_unfinished(self) -> bool:
        return any(each.busy for each in self._publishers)

    @override
    async def start(self) -> None:
        """Do nothing: what is requested is begun at once."""

    @override
    async def stop(self) -> None:
        await asyncio.gather(*(each.stop() for each in self._publishers))

    @override
    async def close(self) -> None:
        """Do nothing: there is nothing but memory."""
