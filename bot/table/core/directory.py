"""All tables of the process: finding them, in memory or in storage, and opening new ones.

Where several processes serve the database, what is in memory is a cache: each look compares it with the row.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable
from itertools import islice

import structlog
from msgspec.structs import replace

from bot.engine.presentation import Game
from bot.engine.randomness import commitment, new_seed
from bot.errors import DamagedRecord
from bot.table.core.services import Services
from bot.table.core.table import Table, TableListener
from bot.table.model.lobby import full_options
from bot.table.model.record import Record, SeatRecord
from storage.ids import Person, Place

_LOG = structlog.get_logger(__name__)
KEPT = 2_000
"""Tables kept in memory before idle ones are dropped; all are in storage."""
KEPT_ENDED = 100
"""Those of them that have ended: some 40 kB each at most, and hardly looked at again after the first minutes."""


class TableDirectory:
    """Finds and opens tables. There is never more than one `Table` for a row, so that its lock keeps its promise."""

    def __init__(self, services: Services, listener: TableListener, *, lobby_seconds: float) -> None:
        self._services = services
        self._listener = listener
        self._lobby_seconds = lobby_seconds
        self._tables: dict[str, Table] = {}
        self._came, self._full = 0, KEPT
        # Two who miss the same table at once must get one object, not two with a lock each; so the second looks again
        # once it has this. Loading is short and rare, so one lock serves all tables.
        self._loading = asyncio.Lock()

    async def by_id(self, table: str) -> Table | None:
        """Return a table from memory or storage, as its row is. Raise DamagedRecord."""
        found = self._tables.get(table)
        if self._services.store.shared:
            return found if found is not None and found.is_changing_here else await self._as_it_is(table)
        if found is None:
            async with self._loading:
                found = self._tables.get(table) or await self._load(table)
        return found

    async def _as_it_is(self, table: str) -> Table | None:
        """Compare a table with its row, which another process may have written, and read it where they differ.

        What is known of its chat and noted of its place comes along.
        """
        services, asked = self._services, time.monotonic()
        head = await services.store.head(table, services.clock())
        if head is None:
            self._drop([found] if (found := self._tables.get(table)) else [])  # its game was deleted
            return None
        services.places.notes.prime(head.place, head.notes)
        found = self._tables.get(table)
        if found is None:
            async with self._loading:
                found = self._tables.get(table) or await self._load(table)
        else:
            await found.catch_up(head)
        if found is not None:
            services.chats.prime(
                replace(head.chat, place=replace(head.place, private=found.record.place.private)), asked
            )
        return found

    def in_memory(self, table: str) -> Table | None:
        """Return a table only if it is at hand."""
        return self._tables.get(table)

    def all_in_memory(self) -> list[Table]:
        return list(self._tables.values())

    async def at_place(self, place: Place) -> Table | None:
        """Return the lobby or running game of a place."""
        table = await self._services.store.live_at(place)
        return await self.by_id(table) if table else None

    async def of_person(self, person: Person) -> list[Table]:
        """List the live tables where a person sits."""
        found = await self.readable(await self._services.store.tables_of(person, live=True))
        return [table for table in found if table.record.seat_of(person) is not None]

    async def in_chat(self, chat: Place) -> list[Table]:
        """List the tables of a chat, in whichever topic, that live or are at hand."""
        found = [
            table
            for table in self.all_in_memory()
            if (table.record.place.platform, table.record.place.chat) == (chat.platform, chat.chat)
        ]
        if self._services.store.shared:
            live = await self._services.store.live_in(chat)
            found = await self.readable(dict.fromkeys((*live, *(table.id for table in found))))
        return found

    async def hosted_by(self, person: Person) -> list[Table]:
        """List the live tables that a person hosts or sits at, those without a seat as far as they are at hand."""
        if self._services.store.shared:
            return await self.readable(await self._services.store.tables_of(person, live=True))
        hosted = [table for table in self.all_in_memory() if table.record.host == person]
        return [*dict.fromkeys((*await self.of_person(person), *hosted))]

    async def readable(self, ids: Iterable[str]) -> list[Table]:
        """List those of these tables that can be read; one that is damaged keeps nobody from the others."""
        found = []
        for table in ids:
            try:
                found.append(await self.by_id(table))
            except DamagedRecord as error:
                _LOG.error("table_damaged", table=table, reason=str(error))  # the reason says it all
        return [table for table in found if table is not None]

    async def open(
        self,
        game: Game,
        place: Place,
        title: str,
        host: Person | None,
        seen: str,
        *,
        seats: tuple[SeatRecord, ...] = (),
        page: str = "",
    ) -> Table:
        """Open a lobby. Its seed is made and committed to now, before anybody sits.

        Raise StaleVersion when the place has a table already, or the update `seen` was seen before.
        """
        seed = new_seed()
        preferences = await self._services.chats.preferences(place)
        options = full_options(game, preferences.options.get(game.key, {}))
        record = Record(
            id=secrets.token_hex(4), place=place, title=title, game=game.key, status="lobby",
            options=options, aids=preferences.aids.get(game.key, {}), page=page, seed=seed.hex(),
            commitment=commitment(seed),
            host=host, seats=seats, computer_seed=secrets.token_hex(16),
        )  # fmt: skip
        table = Table(
            self._services, self._listener, record, None,
            version=0, opened=self._services.clock(), lobby_seconds=self._lobby_seconds,
        )  # fmt: skip
        # Kept before it is written: whoever is told of the commit must find this table, and no second one beside it.
        self._keep(table)
        try:
            async with table.changing() as change:
                await change.open(seen)
        except BaseException:
            del self._tables[table.id]
            raise
        return table

    def drop_ended(self) -> None:
        """Forget the tables that have ended and are no longer shown."""
        self._drop([table for table in self.all_in_memory() if not table.record.live])

    async def _load(self, table: str) -> Table | None:
        row = await self._services.store.table(table)
        if row is None:
            return None
        loaded = Table.from_row(self._services, self._listener, row, lobby_seconds=self._lobby_seconds)
        self._keep(loaded)
        return loaded

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        self._came += 1
        # All are looked through for what may go: not each time, and where all are busy (a start) not soon again.
        if self._came > KEPT_ENDED // 10:
            self._came = 0
            ended = [each for each in self._tables.values() if not each.record.live and each is not table]
            self._drop(ended, at_most=max(0, len(ended) - KEPT_ENDED))
        if len(self._tables) > self._full:
            self._drop(self.all_in_memory(), at_most=KEPT // 10)
            self._full = max(KEPT, len(self._tables) + KEPT // 10)

    def _drop(self, tables: Iterable[Table], at_most: int | None = None) -> None:
        idle = (table for table in tables if not table.is_changing and not self._listener.is_busy(table))
        for table in islice(idle, at_most):
            del self._tables[table.id]
            self._listener.on_evicted(table)
