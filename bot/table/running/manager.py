"""All tables of the process: finding, opening, moving, closing and resuming them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Iterable
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from bot.concurrency.tasks import DRAIN_SECONDS, drain, spawn
from bot.engine.presentation import Game
from bot.engine.randomness import commitment, new_seed
from bot.errors import ChatError, DamagedRecord, Refusal, StaleVersion
from bot.messaging import Caller, Command, Post, Press
from bot.table.core.context import TableContext
from bot.table.core.posting import send
from bot.table.core.table import LOBBY, Table
from bot.table.model import turn_clock
from bot.table.model.lobby import full_options
from bot.table.model.record import Record, SeatRecord, digest
from bot.table.model.refusals import GAME_OVER
from bot.table.publishing.secret_outbox import SecretOutbox
from bot.table.running.computer_players import ComputerPlayers
from bot.table.running.maintenance import DAY, MAINTENANCE, purge_expired
from bot.table.running.scheduler import DeadlineScheduler
from bot.table.running.turn_timeouts import TurnTimeouts
from storage.ids import Person, Place
from storage.rows import Deadline

if TYPE_CHECKING:
    from bot.table.handlers.commands import TableCommands

_LOG = structlog.get_logger(__name__)
KEPT = 2_000
"""Tables kept in memory before idle ones are dropped; all are in storage."""
HANDOVER = 1.5
"""Seconds in which a process that is about to stop finishes what it was delivering."""
UNWHISPER = "unwhisper"


class TableManager:
    """The directory of tables."""

    commands: TableCommands

    def __init__(self, hub: TableContext, *, keep_days: int) -> None:
        self.hub = hub
        self.keep_days = keep_days
        self._tables: dict[str, Table] = {}
        self._loading = asyncio.Lock()
        self._chores: set[asyncio.Task[None]] = set()
        self.courier = SecretOutbox(hub)
        self.computers = ComputerPlayers(hub)
        hub.manager, hub.courier, hub.computers = self, self.courier, self.computers
        self.absence = TurnTimeouts(self)
        self.sleeper = DeadlineScheduler(
            hub.store,
            hub.clock,
            {
                LOBBY: self._close_lobby,
                UNWHISPER: self._unwhisper,
                MAINTENANCE: self._upkeep,
                turn_clock.REMIND: self.absence.remind,
                turn_clock.EXPIRE_TURN: self.absence.expire_turn,
                turn_clock.VOTE: self.absence.offer_vote,
                turn_clock.ABANDON: self.absence.abandon,
            },
            set_back=self.absence.clock_set_back,
        )

    # -- finding -----------------------------------------------------------------------------------------------------

    async def find(self, table: str) -> Table | None:
        """Give a table by id, from memory or storage. Raises DamagedRecord."""
        found = self._tables.get(table)
        if found is None:
            async with self._loading:
                found = self._tables.get(table) or await self._load(table)
        return found

    def in_memory(self, table: str) -> Table | None:
        """Give a table only if it is at hand."""
        return self._tables.get(table)

    async def at(self, place: Place) -> Table | None:
        """Give the lobby or running game of a place."""
        table = await self.hub.store.live_at(place)
        return await self.find(table) if table else None

    async def of(self, person: Person) -> list[Table]:
        """Give the live tables where a person sits."""
        found = await self._readable(await self.hub.store.tables_of(person, live=True))
        return [table for table in found if table.record.seat_of(person) is not None]

    async def _readable(self, identities: Iterable[str]) -> list[Table]:
        """Give those of these tables that can be read; one that is damaged keeps nobody from the others."""
        found = []
        for identity in identities:
            try:
                found.append(await self.find(identity))
            except DamagedRecord as error:
                _LOG.error("table_damaged", table=identity, reason=str(error))  # the reason says it all
        return [table for table in found if table is not None]

    async def _load(self, table: str) -> Table | None:
        row = await self.hub.store.table(table)
        if row is None:
            return None
        loaded = await Table.load(self.hub, row)
        self._keep(loaded)
        return loaded

    def _keep(self, table: Table) -> None:
        self._tables[table.record.id] = table
        if len(self._tables) > KEPT:
            for old in [t for t in self._tables.values() if t.idle and not t.lock.locked()][: KEPT // 10]:
                del self._tables[old.record.id]

    # -- opening -----------------------------------------------------------------------------------------------------

    async def open(
        self,
        game: Game,
        place: Place,
        title: str,
        host: Caller | None,
        seen: str,
        *,
        seats: tuple[SeatRecord, ...] = (),
        page: str = "",
    ) -> Table:
        """Open a lobby. Its seed is made and committed now, before anybody sits.

        Raises StaleVersion when the place has a table already, or the update was seen before.
        """
        seed = new_seed()
        preferences = await self.hub.chat_book.preferences(place)
        options = full_options(game, preferences.options.get(game.key, {}))
        record = Record(
            id=secrets.token_hex(4), place=place, title=title, game=game.key, status="lobby",
            options=options, page=page, seed=seed.hex(), commitment=commitment(seed),
            host=host.person if host else None, seats=seats, computer_seed=secrets.token_hex(16),
        )  # fmt: skip
        table = Table(self.hub, game, record, None, version=0, opened=self.hub.clock())
        await table.open(seen)
        self._keep(table)
        self.sleeper.poke()
        return table

    async def open_again(self, old: Table, press: Press, seats: tuple[SeatRecord, ...], host: Person) -> Table:
        """Open a lobby with the people of an ended game in their seats; its deal is sealed anew."""
        fresh = tuple(replace(seat, press=digest(press.id, seat.key)) for seat in seats)
        caller = Caller(host, "")
        return await self.open(old.game, old.record.place, old.record.title, caller, press.id, seats=fresh)

    async def abandon(self, table: Table, seen: str) -> None:
        """Give a live table up. Ask for its lock first."""
        if not table.record.live:
            raise Refusal(GAME_OVER)
        await table.close(seen)

    # -- what happens to chats ---------------------------------------------------------------------------------------

    async def moved(self, old: Place, new: Place) -> None:
        """Take a chat's tables and settings along to its new id; telling it twice changes nothing."""
        await self.hub.store.move_chat(old, new)
        self.hub.chat_book.forget_all()
        self.hub.open(new)
        for table in list(self._tables.values()):
            if (table.record.place.platform, table.record.place.chat) == (old.platform, old.chat):
                await table.move(new)

    async def closed(self, place: Place) -> None:
        """Note that the bot was removed from a chat."""
        self.hub.close(place)
        await self.hub.chat_book.set_closed(place, closed=True)

    async def opened(self, place: Place) -> None:
        """Note that the bot is back in a chat: a waiting table is shown again."""
        was_closed = self.hub.is_closed(place)
        self.hub.open(place)
        was_closed = await self.hub.chat_book.set_closed(place, closed=False) or was_closed
        for table in list(self._tables.values()):
            here = table.record.place
            if table.record.live and (here.platform, here.chat) == (place.platform, place.chat):
                self.hub.open(here)
                if was_closed or table.behind:  # else the news has come twice
                    table.painter.want(anew=was_closed)

    async def reached(self, person: Person) -> None:
        """Deliver what waited for somebody who has opened the private chat (again)."""
        for table in await self.of(person):
            seat = table.record.seat_of(person)
            if seat in table.unreached:
                table.unreached.discard(seat)
                table.painter.want()
                table.hands.want()
        rows = await self.hub.store.secrets(person=person)
        self.courier.send(row for row in rows if row.status == "blocked")

    async def answered_elsewhere(self, person: Person, *, here: bool) -> None:
        """Take in that a person wants secrets in private answers, or by message again: those not seen are sent then."""
        if not here:
            await self.reached(person)
        for table in await self.of(person):
            seat = table.record.seat_of(person)
            if here and seat in table.unreached:
                table.unreached.discard(seat)
                table.painter.want()
            table.hands.want()

    # -- life and death ----------------------------------------------------------------------------------------------

    async def resume(self) -> None:
        """Take up what the last process left: boards to show, whispers to deliver, deadlines to serve."""
        store = self.hub.store
        await self.absence.clock_set_back()
        recent = (*await store.live_tables(), *await store.ended_since(self.hub.clock() - DAY))
        for table in await self._readable(recent):
            table.hands.want()
            self.computers.want(table)
            if table.behind:
                table.painter.want()
        if any(row.status == "waiting" for row in await store.secrets()):
            self.chore(self._take_up_whispers())
        self.chore(self.hub.rater.catch_up())
        await store.set_deadline(Deadline(MAINTENANCE, "", self.hub.clock()))

    async def _take_up_whispers(self) -> None:
        """Deliver what still waits a moment after the start: in a deploy the process that goes may be at it."""
        await asyncio.sleep(HANDOVER)
        self.courier.send(row for row in await self.hub.store.secrets() if row.status == "waiting")

    async def stop(self) -> None:
        """Show no more. What was written is shown by the next process."""
        self.hub.stopping = True
        shown = [stop for table in self._tables.values() for stop in (table.painter.stop(), table.hands.stop())]
        await asyncio.gather(self.courier.stop(), self.computers.stop(), drain(self._chores, DRAIN_SECONDS), *shown)

    async def settled(self) -> None:
        """Wait until all that can be shown is shown."""
        while self._chores or self.computers.busy or any(not table.idle for table in self._tables.values()):
            await self.computers.settled()
            await asyncio.gather(*(table.settled() for table in list(self._tables.values())))
            await asyncio.gather(*self._chores, return_exceptions=True)
        await self.courier.settled()

    # -- saying ------------------------------------------------------------------------------------------------------

    def post(self, place: Place, post: Post) -> None:
        """Send a message on the side, as the chat's budget allows."""
        self.chore(self._post(place, post))

    def reply(self, command: Command, post: Post) -> None:
        """Answer a command in the background: as its platform answers one, else by a message."""
        if command.answer is None:
            self.post(command.reply_to or command.place, post)
        else:
            self.chore(command.answer(post))

    def chore(self, work: Awaitable[None]) -> None:
        """Do something on the side that is not worth repeating when it fails."""
        task = spawn(_guarded(work), "chore")
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _post(self, place: Place, post: Post) -> None:
        table = await self.at(place) if await send(self.hub, place, post) else None
        if table is not None:
            table.painter.bury()

    # -- deadlines ---------------------------------------------------------------------------------------------------

    async def _close_lobby(self, identity: str) -> None:
        table = await self.find(identity)
        if table is not None:
            async with table.lock:
                if table.record.status == "lobby" and table.closes <= self.hub.clock():
                    await table.close()

    async def _unwhisper(self, key: str) -> None:
        await self.courier.remove(int(key))

    async def _upkeep(self, _: str) -> None:
        await purge_expired(self.hub, self.keep_days)
        self._tables = {key: table for key, table in self._tables.items() if table.record.live or not table.idle}


async def _guarded(work: Awaitable[None]) -> None:
    try:
        await work
    except (ChatError, StaleVersion) as error:
        _LOG.info("chore_failed", reason=str(error))
