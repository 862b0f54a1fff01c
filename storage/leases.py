"""Leases: what one process at a time may do, of all that serve one database.

On PostgreSQL any number of processes do (`storage/postgres_leases.py`). A file of SQLite's is served by one, which may
do everything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from secrets import token_hex
from typing import Protocol

NOBODY = ""
"""In place of a process's name: of what was handed over, for whoever takes it."""


class Leases(Protocol):
    """The leases of one process. They end by themselves when it does."""

    me: str
    """Names this process: 16 hex digits, others at each start."""

    async def take(self, name: str) -> bool:
        """Take a lease. Return whether it is ours now, or was before. Raise StoreAway."""

    async def give(self, name: str) -> None:
        """Let others have a lease; of one that is not ours nothing is done."""

    async def alive(self, processes: Collection[str]) -> set[str]:
        """Return which of some processes run, by their `me`. Raise StoreAway.

        One that has lost its connection a moment ago is not among them until it has another, so who is not found is
        gone for certain only where a second look, some seconds later, does not find it either.
        """

    async def join(self, group: str) -> bool:
        """Be one of a group until this process ends. Return whether nobody is of another one. Raise StoreAway.

        Whoever gets False should end. Two groups whose first processes start at the same moment may both get it.
        """

    def on_lost(self, tell: Callable[[], object]) -> None:
        """Have a function called whenever all leases are lost at once: what is done under one has to stop.

        They are to be taken anew, for which others may have been faster.
        """

    async def close(self) -> None:
        """Give all leases back, and be gone. Closing twice is harmless."""


class LocalLeases:
    """The leases of a process that is alone: each is its own for the asking."""

    def __init__(self) -> None:
        self.me = new_name()

    async def take(self, name: str) -> bool:  # noqa: ARG002 - whichever it is
        """Return True."""
        return True

    async def give(self, name: str) -> None:
        """Do nothing: nobody else wants it."""

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
