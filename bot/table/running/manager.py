"""Everything that moves and shows tables, joined: what follows a commit, deadlines, chats that come and go, a stop."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

import structlog
from msgspec.structs import replace
from typing_extensions import override

from bot.concurrency.tasks import Background
from bot.engine.rules import Seat
from bot.messaging import Film, Picture
from bot.table.core.directory import TableDirectory
from bot.table.core.played import PlayedGames
from bot.table.core.services import Services
from bot.table.core.table import LOBBY, Commit, Table, TableChange, TableListener
from bot.table.model import turn_clock
from bot.table.model.preferences import WHISPER_SECONDS
from bot.table.publishing.board_composer import SideBySide
from bot.table.publishing.board_publisher import BoardPublisher
from bot.table.publishing.hand_publisher import HandPublisher
from bot.table.publishing.messenger import Messenger
from bot.table.publishing.secret_outbox import SecretOutbox
from bot.table.running.computer_players import ComputerPlayers, table_lock
from bot.table.running.rater import Rater
from bot.table.running.reminders import Reminders
from bot.table.running.scheduler import DeadlineScheduler
from bot.table.running.turn_timeouts import TurnTimeouts
from storage.ids import Person, Place
from storage.rows import Contest, Deadline, RatingRow, SecretRow

Shoot: TypeAlias = Callable[[Sequence[Picture]], Awaitable[Film]]
"""Draws pictures and makes a film of them. Raises OSError where that fails."""
_LOG = structlog.get_logger(__name__)
DAY = 86_400.0
SEEN_DAYS = 2
"""Days an update id is remembered: platforms repeat updates for at most one."""
A_FEW, A_MOMENT = 50, 0.5
"""After how many tables that are resumed others have their turn, and for how many seconds at most."""
HANDOVER = 1.5
"""Seconds in which a process that is about to stop finishes what it was delivering."""
HIDE_SECRET, REMOVE_SECRET, MAINTENANCE = "hide", "unwhisper", "upkeep"
"""The kinds of deadlines: the time of a secret's message has ended, that of a secret, what has outlived its use."""
MID_TURN_SECONDS = 4.0
"""So long a board waits for the second press of a turn, whose buttons it has already: one update shows both."""


class TableManager(TableListener):
    """Owns the tables, and whatever shows them and moves them without a press.

    `think` has a function carried out beside the event loop; `side_by_side` makes one picture of several, `shoot` a
    film. A game is deleted `keep_days` after its end, a lobby closed when nobody has used it for `lobby_seconds`.
    """

    def __init__(
        self,
        services: Services,
        *,
        lobby_seconds: float,
        keep_days: int,
        think: Callable[..., Awaitable[Any]] = asyncio.to_thread,
        side_by_side: SideBySide | None = None,
        shoot: Shoot | None = None,
    ) -> None:
        self.services = services
        self.keep_days = keep_days
        self.side_by_side = side_by_side
        self.background = Background()
        self.rater = Rater(services.store, self._rate, services.work)
        self.played = PlayedGames(services)
        self.shoot = shoot
        self._resumed = asyncio.Event()
        self._resumed.set()
        self.tables = TableDirectory(services, self, lobby_seconds=lobby_seconds)
        self.computers = ComputerPlayers(services, self.tables, think)
        self.hands = HandPublisher(
            services, self.tables, on_unreached=self._on_unreached, on_posted=self._on_hand_posted
        )
        self.boards = BoardPublisher(
            services,
            self.tables,
            self.hands,
            self.background,
            wait_for_computers=self._news_complete,
            on_moved=self.move_chat,
            on_closed=self._on_closed,
            on_held=self._on_held,
            played=self.played,
            side_by_side=side_by_side,
        )
        self.secrets = SecretOutbox(
            services, self.tables, self.boards, self.background, on_deadline=lambda: self.scheduler.poke()
        )
        self.messenger = Messenger(services, self.boards, self.background)
        self.reminders = Reminders(services, self.boards, self.messenger, self.background)
        self.timeouts = TurnTimeouts(services, self.tables, self.boards, self.computers, self.reminders)
        self.scheduler = DeadlineScheduler(
            services.store,
            services.clock,
            {
                LOBBY: self.timeouts.close_lobby,
                HIDE_SECRET: lambda secret: self.secrets.hide(int(secret)),
                REMOVE_SECRET: lambda secret: self.secrets.remove(int(secret)),
                MAINTENANCE: self._purge_expired,
                turn_clock.RING: self.timeouts.ring,
                turn_clock.REMIND: self.timeouts.remind,
                turn_clock.EXPIRE_TURN: self.timeouts.expire_turn,
                turn_clock.VOTE: self.timeouts.offer_vote,
                turn_clock.ABANDON: self.timeouts.abandon,
            },
            steady=services.steady,
            clock_was_set=self._clock_was_set,
            work=services.work,
            lock=_deadline_lock,
        )
        self._shared = services.work.run_on_one_process(each_second=self.scheduler.request_due, after_loss=self._go_on)

    # -- what follows a change of a table ------------------------------------------------------------------------------

    @override
    def on_commit(self, table: Table, commit: Commit) -> None:
        if commit.next_deadline is not None:
            self.scheduler.expect(commit.next_deadline)
        self.computers.request(table)
        self.reminders.tidy(table)
        if commit.finished:
            self.rater.request()
        if commit.visible:
            self.boards.request(table, after=MID_TURN_SECONDS if table.is_mid_turn() else 0.0)
        if commit.visible or commit.chosen:
            self.hands.request(table, changed=True)
        if commit.voided:
            self.background.run(self.secrets.remove_void(table))
        self.secrets.send(commit.secrets, answered=commit.answered)

    @override
    def on_reread(self, table: Table) -> None:
        self.boards.invalidate(table)
        self.hands.invalidate(table)

    @override
    def on_evicted(self, table: Table) -> None:
        self.boards.forget(table)
        self.hands.forget(table)

    @override
    def is_busy(self, table: Table) -> bool:
        shown = self.hands.is_busy(table) or table.id in self.boards.publisher.busy
        return shown or self.computers.is_at(table)

    async def _news_complete(self, table_id: str) -> None:
        """Wait until the computers that move in a row have moved, and a game that has ended is rated; not for long."""
        await self.computers.row_done(table_id)
        table = self.tables.in_memory(table_id)
        if table is not None and table.record.status == "ended" and not table.record.rated:
            await self.rater.done(table_id)
            await self.tables.by_id(table_id)  # another process may have rated it

    async def _rate(self, contest: Contest, ratings: Sequence[RatingRow]) -> None:
        """Write the ratings that a game leads to, and show on its last board what it made of them.

        Both are written at once: a process that is killed leaves a board that is behind, and the next one shows it.
        """
        table = next(iter(await self.tables.readable([contest.table])), None)
        if table is None or table.record.live or not ratings:
            await self.services.store.rate(contest, ratings)
            return
        await table.change(lambda change: change.rate(contest, ratings))
        self.boards.request(table)

    async def _on_unreached(self, table: Table, seat: Seat) -> None:
        await self.boards.set_unreached(table, seat, unreached=True)

    def _on_closed(self, table: Table) -> None:
        """Tell the host, who cannot see it in the chat, that nothing can be sent there."""
        if table.record.live and table.record.host is not None:
            self.background.run(self.messenger.tell_closed(table.record.place, table.record.host))

    def _on_held(self, table: Table, seconds: float) -> None:
        """Tell the host, who sees no board in the chat, that nothing can be sent there for a while: slow mode (A9)."""
        if table.record.live and table.record.host is not None:
            self.background.run(self.messenger.tell_closed(table.record.place, table.record.host, seconds))

    def _on_hand_posted(self, table: Table) -> None:
        """Keep the board below the hand where both are in one chat."""
        if table.record.place.private:
            self.boards.request(table, anew=True)

    # -- what happens to chats and people ------------------------------------------------------------------------------

    async def move_chat(self, old: Place, new: Place) -> None:
        """Move a chat's tables and settings to its new id; doing it twice changes nothing.

        One table a place holds: where each of the two has one, as when somebody opened one before the news came, or
        when what was written in the old chat came late, the game stays that runs, or else the table that is older.
        """
        self.services.places.note_move(old, new)
        here = await self.tables.in_chat(old)
        for table in here:
            await self._make_room(table, new)
        moved = await self.services.store.move_chat(old, new)  # by one process, also where several are told
        self.services.chats.forget_all()
        self.services.places.open(new)
        for table in here:
            if table.id in moved:
                async with table.changing() as change:
                    change.move(new)
                    await self.boards.move(table)

    async def _make_room(self, moving: Table, new: Place) -> None:
        """Close one of two tables that would be at one place after a move."""
        there = await self.tables.at_place(replace(new, topic=moving.record.place.topic))
        if there is None or there is moving or not moving.record.live:
            return
        stays = min((moving, there), key=lambda table: (table.record.status == "lobby", table.opened))
        goes = there if stays is moving else moving
        await goes.change(_close)
        if goes is moving:
            self.boards.forget(moving)  # its board is in a chat that is no more; the other says where to play
            self.boards.request(stays, anew=True)

    async def close_chat(self, place: Place) -> None:
        """Note that the bot was removed from a chat."""
        self.services.places.close(place)
        await self.services.chats.set_closed(place, closed=True)

    async def open_chat(self, place: Place) -> None:
        """Note that the bot is back in a chat: a waiting table is shown again."""
        places = self.services.places
        await places.notes.look(place)
        was_closed = places.is_closed(place)
        places.open(place)
        was_closed = await self.services.chats.set_closed(place, closed=False) or was_closed
        for table in await self.tables.in_chat(place):
            if table.record.live:
                places.open(table.record.place)
                if was_closed or await self.boards.is_behind(table):  # else the news has come twice
                    self.boards.request(table, anew=was_closed)

    async def deliver_blocked(self, person: Person) -> None:
        """Deliver what waited for somebody who has opened the private chat (again)."""
        blocked = [row for row in await self.services.store.secrets(person=person) if row.status == "blocked"]
        rows = await self._unblock(blocked)  # first: boards are made of these rows
        for table in await self.tables.of_person(person):
            seat = table.record.seat_of(person)
            if seat is not None and await self.boards.set_unreached(table, seat, unreached=False):
                self.hands.request(table)
        self.secrets.send(rows)

    async def _unblock(self, blocked: Sequence[SecretRow]) -> Sequence[SecretRow]:
        """Return secrets that could not be sent as ones that can; written where processes find them by their rows."""
        if self._shared and blocked:
            await self.services.store.mark_waiting([row.id for row in blocked])
        return [replace(row, status="waiting") for row in blocked]

    async def follow_preference(self, person: Person, here: bool) -> None:
        """Follow a person who wants secrets in private answers, or by message again: those not seen are sent then."""
        if not here:
            await self.deliver_blocked(person)
        for table in await self.tables.of_person(person):
            seat = table.record.seat_of(person)
            if here and seat is not None:
                await self.boards.set_unreached(table, seat, unreached=False)
            self.hands.request(table)

    # -- start and stop ------------------------------------------------------------------------------------------------

    async def resume(self) -> None:
        """Go on with what the last process left: boards to show, secrets to deliver, deadlines to serve.

        Presses may come meanwhile: what is asked for here leaves alone what they have shown already. Where several
        processes work, one of them does it when it is to be done.
        """
        if self._shared:
            return
        self._resumed.clear()
        try:
            await self._go_on()
        finally:
            self._resumed.set()

    async def _go_on(self) -> None:
        store, now = self.services.store, self.services.clock()
        await store.limit_secret_times(now + max(WHISPER_SECONDS))
        await store.set_deadline(Deadline(MAINTENANCE, "", now))
        # A moment later: in a deploy the process that goes may be delivering them.
        handed_over = asyncio.get_running_loop().time() + HANDOVER
        self.secrets.send([row for row in await store.secrets() if row.status == "waiting"], not_before=handed_over)
        self.rater.request()
        # A kill may have come between the moment from which they could be sent and their delivery.
        left = defaultdict[str, list[SecretRow]](list)
        for row in await store.deliverable_secrets():
            left[row.table].append(row)
        recent = dict.fromkeys((*await store.live_tables(), *await store.ended_since(now - DAY)))
        # However long ago a game ended: its last process could not take its hands away.
        with_hands = await store.tables_with_hands()
        for number, table_id in enumerate(recent | dict.fromkeys(with_hands), 1):
            for table in await self.tables.readable([table_id]):
                self.hands.request(table)
                if table_id in recent:
                    await self._resume(table)
                    await self._resume_secrets(table, left.get(table_id, ()))
            if number % A_FEW == 0:
                await self._let_pass()

    async def _resume(self, table: Table) -> None:
        await self.timeouts.clock_set_back(table)
        self.computers.request(table)
        self.reminders.tidy(table)
        if await self.boards.is_behind(table):
            self.boards.request(table)

    async def _resume_secrets(self, table: Table, left: Sequence[SecretRow]) -> None:
        """Send the secrets of a table that can be sent by now, but for those which their persons want in answers."""
        home = table.record.place
        blocked = [row for row in left if not await self.services.holds_answers(row.person, home, now=True)]
        self.secrets.send(await self._unblock(blocked))

    async def _let_pass(self) -> None:
        """Wait a moment for what was asked for, so that no press has thousands of others before it."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(A_MOMENT):
                await self.hands.publisher.settled()

    async def run_deadlines(self) -> None:
        """Serve deadlines until cancelled."""
        await (asyncio.Event().wait() if self._shared else self.scheduler.run())  # else whoever works does it

    async def stop(self) -> None:
        """Show no more. What was written is shown by the next process."""
        self.computers.stop()
        await asyncio.gather(self.services.work.stop(), self.background.stop())

    async def settled(self) -> None:
        """Wait until all that can be shown is shown."""
        await self._resumed.wait()
        publishers = (self.boards.publisher, self.hands.publisher, self.secrets.publisher)
        while (
            self.background.busy or self.computers.busy or self.rater.busy or await self.services.work.has_unfinished()
        ):
            await self.computers.settled()
            await self.rater.settled()
            for publisher in publishers:
                await publisher.settled()
            await self.background.settled()

    # -- deadlines -----------------------------------------------------------------------------------------------------

    async def _clock_was_set(self, seconds: float) -> None:
        """Go on as if the clock had not been set: nobody loses a turn, and no secret stays for longer."""
        await self.timeouts.clock_was_set()
        await self.services.store.move_secret_times(seconds)  # at last, since a second time would be once too often

    async def _purge_expired(self, _: str) -> None:
        """Delete games that ended `keep_days` ago and updates long seen, and set the time for the next day."""
        store, now = self.services.store, self.services.clock()
        games = await store.purge(finished_before=now - self.keep_days * DAY, seen_before=now - SEEN_DAYS * DAY)
        if games:
            _LOG.info("games_purged", games=games)
        await store.set_deadline(Deadline(MAINTENANCE, "", now + DAY))
        self.tables.drop_ended()


async def _close(change: TableChange) -> None:
    if change.table.record.live:
        await change.close()


def _deadline_lock(kind: str, key: str) -> str:
    """Return the lock of what is done at a deadline: that of its table, where it is one's."""
    return f"{kind}/{key}" if kind in (HIDE_SECRET, REMOVE_SECRET, MAINTENANCE) else table_lock(key)
