"""Which seats' persons cannot be sent what only they may know: their boards say so to them."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.publishing.hand_publisher import HandPublisher
from storage.rows import SecretRow


class UnreachedSeats:
    """The seats of each table that no message reaches; where several processes serve it, by what any has written."""

    def __init__(self, services: Services, hands: HandPublisher) -> None:
        self._services = services
        self._hands = hands
        self._shared = services.store.shared
        self._known: dict[str, set[Seat]] = {}

    async def of(self, table: Table) -> set[Seat]:
        """Return the seats whose secrets wait since their persons cannot be written to; they may be changed in it."""
        if self._shared:
            return await self._by_rows(table)
        if table.id not in self._known:
            rows = await self._services.store.secrets(table=table.id)
            seats = {row.seat for row in rows if row.status == "blocked" and await self._is_missed(table, row)}
            self._known.setdefault(table.id, seats)  # somebody may have been faster
        return self._known[table.id]

    async def _by_rows(self, table: Table) -> set[Seat]:
        """Return the same from what any process has written: what was not sent, or was shown in an answer alone."""
        seats = await self._hands.unreached(table)
        for row in await self._services.store.secrets(table=table.id):
            unsent = row.status == "blocked" or (row.status == "shown" and row.message is None)
            if unsent and await self._is_missed(table, row):
                seats.add(row.seat)
        return seats

    async def _is_missed(self, table: Table, row: SecretRow) -> bool:
        """Return whether a secret that was not sent reaches its person in no way.

        Who can be written to after all is about to get it: they have just allowed it, or wanted it no more in answers.
        """
        unreachable = (await self._services.people.get(row.person, now=True)).reachable is False
        return unreachable and not await self._services.holds_answers(row.person, table.record.place)

    async def note(self, table: Table, seat: Seat, *, unreached: bool) -> bool:
        """Note whether a seat's person cannot be sent what only they may know. Return whether it is news."""
        if self._shared:
            seats = set((await self._services.store.board(table.id)).unreached)
        else:
            seats = await self.of(table)
        if (seat in seats) == unreached:
            return False
        seats ^= {seat}
        return True

    def forget(self, table: Table) -> None:
        """Read anew what is remembered of a table, when it is needed next."""
        self._known.pop(table.id, None)
