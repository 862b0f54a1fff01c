"""What one process of a bot does while the others stand by, such as polling.

Whose turn it is follows from a lease (`storage/leases.py`), which is free again as soon as its process has ended. A
process that is alone has every lease for the asking.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from bot.errors import StoreAway
from storage.leases import Leases

_LOG = structlog.get_logger(__name__)


class LeaseHolder:
    """Waits for a lease, to do one thing by turns.

    `lease` names it among all processes, and `what` in logs, "" where that is worth no line. Whether it is our turn is
    asked all `seconds`.
    """

    def __init__(self, leases: Leases, lease: str, what: str, clock: Callable[[], float], seconds: float) -> None:
        self._leases = leases
        self._lease = lease
        self._what = what
        self._clock = clock
        self._seconds = seconds
        self._losses = 0
        self.ours = False
        """Whether it is this process's turn."""
        self.theirs = False
        """Whether another process had it when that was last asked."""
        self.taken_over = False
        """Whether another one had it before us, and all was well as far as we know."""
        self.heard = clock()
        """When it was last asked with an answer."""
        self.end = asyncio.Event()
        """Set when our turn has ended, and by whoever wants to end what is done in it."""
        leases.on_lost(self._note_loss)

    async def come(self) -> None:
        """Wait until it is our turn. To be followed by `give`, also where it was cut short."""
        while not self.ours:
            losses = self._losses
            try:
                taken = await self._leases.take(self._lease)
            except StoreAway:
                self.theirs = False  # it may be free
            else:
                self.heard = self._clock()
                if taken and losses == self._losses:
                    self._begin()
                    return
                self._stand_by(theirs=not taken)
            await asyncio.sleep(self._seconds)

    async def give(self) -> None:
        """Let another process have its turn."""
        self.ours = False
        await self._leases.give(self._lease)

    def _begin(self) -> None:
        if self.theirs and self._what:
            _LOG.info("turn_taken_over", what=self._what)
        self.taken_over = self.theirs
        self.ours, self.theirs = True, False
        self.end.clear()

    def _stand_by(self, *, theirs: bool) -> None:
        if theirs and not self.theirs and self._what:
            _LOG.info("standing_by", what=self._what)
        self.theirs = theirs

    def _note_loss(self) -> None:
        self._losses += 1
        if self.ours and self._what:
            _LOG.warning("turn_lost", what=self._what)
        self.ours = False
        self.end.set()
