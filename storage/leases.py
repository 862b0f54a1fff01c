"""Leases: each is the right to do something that one process at a time may do, of all that serve a database.

On PostgreSQL any number of processes do (`storage/postgres_leases.py`). A file of SQLite's is served by one, which may
do everything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from secrets import token_hex
from typing import Protocol

NOBODY = ""
"""In place of a process's name: the owner of what was handed over, for whoever takes it."""


class Leases(Protocol):
    """The leases of one process. They end by themselves when it does."""

    me: str
    """The name of this process: 16 hex digits, new at each start."""

    async def acquire(self, name: str) -> bool:
        """Acquire a lease without waiting. Return whether it is ours now, or was before. Raise StoreAway."""

    async def release(self, name: str) -> None:
        """Release a lease, so that others can have it; do nothing about one that is not ours."""

    def holds(self, name: str) -> bool:
        """Return whether a lease is ours for certain: to be asked just before something is done under it.

        Of a process that hung, others may have its leases by now. If so, all are lost here, and `on_lost` is told.
        """

    async def alive(self, processes: Collection[str]) -> set[str]:
        """Return which of some processes run, by their `me`. Raise StoreAway.

        One that has just lost its connection is missing until it has another. So a process is certainly gone only if a
        second look, some seconds later, does not find it either.
        """

    async def join(self, group: str) -> bool:
        """Be one of a group until this process ends. Return whether nobody is of another one. Raise StoreAway.

        Whoever gets False should end. Two groups whose first processes start at the same moment may both get it.
        """

    def on_lost(self, tell: Callable[[], object]) -> None:
        """Have a function called whenever all leases are lost at once: whatever is done under one has to stop.

        They are to be acquired anew; others may have been faster.
        """

    async def close(self) -> None:
        """Release all leases, and be gone. Closing twice is harmless."""


class LocalLeases:
    """The leases of a process that is alone: it has whichever it asks for."""

    def __init__(self) -> None:
        self.me = new_name()

    async def acquire(self, name: str) -> bool:  # noqa: ARG002 - whichever it is
        """Return True."""
        return True

    async def release(self, name: str) -> None:
        """Do nothing: nobody else wants it."""

    def holds(self, name: str) -> bool:  # noqa: ARG002 - whichever it is
        """Return True."""
        return True

    async def alive(self, processes: Collection[str]) -> set[str]:
        """Return this process, if it is among them."""
        return {self.me} & set(processes)

    async def join(self, group: str) -> bool:  # noqa: ARG002 - whichever it is
        """Return True."""
        return True

    def on_lost(self, tell: Callable[[], object]) -> None:
        """Do nothing: they are never lost."""

    async def close(self) -> None:
        """Do nothing: there is nobody else."""


def new_name() -> str:
    """Return a name for a process that nobody has."""
    return token_hex(8)
