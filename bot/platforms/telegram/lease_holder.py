"""What one process of a bot does while the others stand by, such as polling.

Which process that is follows from a lease (`storage/leases.py`), which is free again as soon as its holder has ended. A
process that is alone has whichever lease it asks for.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import structlog

from bot.errors import StoreAway
from storage.leases import Leases

_LOG = structlog.get_logger(__name__)


class LeaseHolder:
    """Waits for a lease, to do what its holder alone does.

    `lease` names it among all processes, and `what` in logs, "" where that is worth no line. It is asked for every so
    many `seconds`.
    """

    def __init__(self, leases: Leases, lease: str, what: str, clock: Callable[[], float], seconds: float) -> None:
        self._leases = leases
        self._lease = lease
        self._what = what
        self._clock = clock
        self._seconds = seconds
        self._losses = 0
        self._held = False
        self.held_elsewhere = False
        """Whether another process had it when it was last asked for."""
        self.taken_over = False
        """Whether another one had it before us, and all was well as far as we know."""
        self.answered_at = clock()
        """When it was last asked for and the database answered."""
        self.ended = asyncio.Event()
        """Set when the lease is lost, and by whoever wants to end what is done under it."""
        leases.on_lost(self._note_loss)

    @property
    def held(self) -> bool:
        """Whether this process has the lease, for certain."""
        return self._held and self._leases.holds(self._lease)

    async def acquire(self) -> None:
        """Wait until the lease is ours. To be followed by `release`, also where the wait was cut short."""
        while not self._held:
            losses = self._losses
            try:
                acquired = await self._leases.acquire(self._lease)
            except StoreAway:
                self.held_elsewhere = False  # it may be free
            else:
                self.answered_at = self._clock()
                if acquired and losses == self._losses:
                    self._begin()
                    return
                self._stand_by(elsewhere=not acquired)
            await asyncio.sleep(self._seconds)

    async def confirmed(self) -> bool:
        """Ask the database whether we have the lease: of who has it now we may hear before we hear of its loss."""
        with contextlib.suppress(StoreAway):
            await self._leases.alive([self._leases.me])
        return self.held

    async def release(self) -> None:
        """Let another process have the lease."""
        self._held = False
        await self._leases.release(self._lease)

    def _begin(self) -> None:
        if self.held_elsewhere and self._what:
            _LOG.info("lease_taken_over", what=self._what)
        self.taken_over = self.held_elsewhere
        self._held, self.held_elsewhere = True, False
        self.ended.clear()

    def _stand_by(self, *, elsewhere: bool) -> None:
        if elsewhere and not self.held_elsewhere and self._what:
            _LOG.info("standing_by", what=self._what)
        self.held_elsewhere = elsewhere

    def _note_loss(self) -> None:
        self._losses += 1
        if self._held and self._what:
            _LOG.warning("lease_lost", what=self._what)
        self._held = False
        self.ended.set()
