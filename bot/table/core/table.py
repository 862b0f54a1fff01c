"""One table: what was last committed of it, and the one way to change it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from bot.engine.computer import Level
from bot.engine.presentation import Game
from bot.engine.rules import Action, Event, Seat
from bot.errors import DamagedRecord, Refusal, StaleVersion
from bot.i18n.translator import Translator
from bot.messaging import Caller
from bot.table.core.services import Services
from bot.table.model import lobby, play, turn_clock
from bot.table.model.ratings import changes
from bot.table.model.record import Record, decode_record, encode_record
from bot.table.model.refusals import GAME_OVER
from bot.table.model.results import results_of
from storage.ids import Person, Place
from storage.rows import (
    ActionRow,
    Change,
    Contest,
    Deadline,
    NewSecret,
    RatingRow,
    ResultRow,
    SecretRow,
    TableHead,
    TableRow,
)

LOBBY = "lobby"
"""The kind of deadline that closes a lobby left alone."""
TRIES = 12
"""How often a change is judged anew while others are faster: of those that try at once, one succeeds each time."""

T = TypeVar("T")
_CHANGING: ContextVar[bool] = ContextVar("changing", default=False)
"""Whether a task changes a table, or was begun by one that did: it waits for no other table."""


class Commit(msgspec.Struct, frozen=True):
    """What a transaction changed of a table, for whoever shows it or goes on with it.

    `visible`: the board or a hand may look different; `chosen`: a hand alone, by the first half of a choice.
    `next_deadline` is the earliest of those set (Unix seconds), None for none. `secrets` are to be delivered; an answer
    follows to the press of the seat `answered`, which may show that seat's.
    `voided`: older ones are to be taken away. `finished`: the game has ended, and its results wait to be rated.
    """

    visible: bool
    next_deadline: float | None = None
    chosen: bool = False
    secrets: tuple[SecretRow, ...] = ()
    answered: Seat | None = None
    voided: bool = False
    finished: bool = False


class TableListener(Protocol):
    """Who is told what happens to tables. Called with the table's lock held, so nothing may wait for the table."""

    def on_commit(self, table: Table, commit: Commit) -> None:
        """Show a change that has just been committed."""

    def on_reread(self, table: Table) -> None:
        """Forget what was remembered beside the table: another process has written to it."""

    def on_evicted(self, table: Table) -> None:
        """Forget what was remembered beside a table that leaves memory."""

    def is_busy(self, table: Table) -> bool:
        """Return whether something is being shown or computed at a table, or waits to be."""


class Table:
    """A lobby or game in memory. Everybody may read it; to write, `async with table.changing() as change`.

    `opened` is when its lobby was opened (Unix seconds), `version` that of its row, 0 before it is first written. A
    lobby that nobody uses for `lobby_seconds` is closed.
    """

    def __init__(
        self,
        services: Services,
        listener: TableListener,
        record: Record,
        state: Any,
        *,
        version: int,
        opened: float,
        lobby_seconds: float,
    ) -> None:
        self._services = services
        self._listener = listener
        self._record = record
        self._state = state
        self._version = version
        self._opened = opened
        self._lobby_seconds = lobby_seconds
        self._lobby_closes = 0.0
        self._events: list[Event] | None = None
        # Presses count in the order in which they take the lock; tables do not wait for each other.
        self._lock = asyncio.Lock()
        self._changer: asyncio.Task[Any] | None = None
        self._outdated = False

    @classmethod
    def from_row(cls, services: Services, listener: TableListener, row: TableRow, *, lobby_seconds: float) -> Table:
        """Make a table from its row. Raise DamagedRecord."""
        record = decode_record(row)
        if record.game not in services.games:
            raise DamagedRecord(f"table {row.id}: there is no game {record.game!r}")
        record = lobby.with_new_options(record, services.games[record.game])
        state = None if row.state is None else play.load_state(services.games[record.game], row.state)
        return cls(
            services, listener, record, state, version=row.version, opened=row.opened, lobby_seconds=lobby_seconds
        )

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[TableChange]:
        """Wait until nobody else changes the table, and give the means to. What is read inside stays true inside.

        Raise DamagedRecord for what another process has written, where that cannot be read.
        """
        async with self._lock:
            change, self._changer = TableChange(self), asyncio.current_task()
            token = _CHANGING.set(True)
            try:
                if self._outdated:
                    await change.reread()
                yield change
            finally:
                self._changer = None
                _CHANGING.reset(token)
                change.end()

    async def change(self, attempt: Callable[[TableChange], Awaitable[T]]) -> T:
        """Change the table, anew by what it is then where another process was faster; return what `attempt` does.

        Nobody is refused either by what is no longer so. Raise StaleVersion where nobody was faster: what was to be
        written is there already, or its place is taken.
        """
        tries = TRIES
        while True:
            async with self.changing() as change:
                try:
                    return await attempt(change)
                except (StaleVersion, Refusal) as error:
                    tries -= 1
                    if isinstance(error, Refusal) and not self._services.store.shared:
                        raise
                    if not await change.reread() or not tries:
                        raise

    async def catch_up(self, head: TableHead) -> None:
        """Be as the row is, if that is another than it was, once nobody changes the table any more.

        Who changes one meanwhile does not wait for that, since two could wait for each other: they get it as it is
        here, and whoever changes this one next begins by reading the row.
        """
        place = replace(head.place, private=self._record.place.private)
        if head.version <= self._version and place == self._record.place:
            return
        self._outdated = True
        if not (self._lock.locked() and _CHANGING.get()):
            async with self.changing():
                pass

    # -- reading ------------------------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """What was last committed of the table."""
        return self._record

    @property
    def state(self) -> Any:
        """The state of the game, None before it has begun."""
        return self._state

    @property
    def id(self) -> str:
        """What names the table in storage and in the tokens of its buttons."""
        return self._record.id

    @property
    def game(self) -> Game:
        """The game that is played, or chosen in the lobby."""
        return self._services.games[self._record.game]

    @property
    def is_changing(self) -> bool:
        """Whether somebody changes the table just now."""
        return self._lock.locked()

    @property
    def is_changing_here(self) -> bool:
        """Whether the task that asks does so."""
        return self._changer is not None and self._changer is asyncio.current_task()

    @property
    def version(self) -> int:
        """The version of its row that is in memory."""
        return self._version

    @property
    def opened(self) -> float:
        """When its lobby was opened (Unix seconds)."""
        return self._opened

    @property
    def lobby_closes(self) -> float:
        """When a lobby left alone closes itself, 0 where only storage knows."""
        return self._lobby_closes

    def view(self, seat: Seat | None) -> Any:
        """Return what a seat or, for None, the group may know. Only for a table whose game has begun."""
        return self.game.rules.view(self._state, seat)

    def deadlines(self) -> tuple[Deadline, ...]:
        return _deadlines(self.game, self._record, self._state)

    @property
    def awaited(self) -> Seat | None:
        """The seat whose person the table waits for; None while a computer moves, or the game rests."""
        seat, level = _mover(self.game, self._record, self._state)
        return None if level is not None or self._record.resting else seat

    def actor(self) -> Person | None:
        """Return the person whose move it is; None while a computer moves, or the game rests."""
        return None if self.awaited is None else self._record.seats[self.awaited].person

    def computed(self) -> tuple[Seat, Level] | None:
        """Return the seat that a computer is to move for now, and how well it plays."""
        seat, level = _mover(self.game, self._record, self._state)
        return None if seat is None or level is None or self._record.resting else (seat, level)

    def unchosen(self) -> tuple[Seat, Action] | None:
        """Return the seat whose person is to act and has nothing to choose, and the action; None where they have."""
        seat = self.awaited
        action = None if seat is None else play.unchosen(self._record, self.game, self._state)
        return None if seat is None or action is None else (seat, action)

    def is_mid_turn(self) -> bool:
        """Return whether a person is between two presses of a turn, the buttons of the second standing there."""
        return self.awaited is not None and self.game.presenter.is_mid_turn(self.view(None))

    async def translator_for(self, caller: Caller) -> Translator:
        """Return the translator for who presses or writes, by default in the language of the table's chat."""
        return await self._services.people.translator(caller, (await self.translator()).locale)

    async def translator(self) -> Translator:
        """Return the translator of the table's chat; in a private chat, its person's."""
        place = self._record.place
        if place.private:
            return await self._services.people.translator_of(Person(place.platform, place.chat))
        return await self._services.chats.translator(place)


class TableChange:
    """The right to write to a table, from `Table.changing` until the end of its block.

    Each method writes one transaction and tells the table's listener. `seen` is the id of the update that caused it.
    StaleVersion is raised where that was written before, or another process has written to the table.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._ended = False

    def end(self) -> None:
        self._ended = True

    async def reread(self) -> bool:
        """Load what another process has written: one of several, or in a deploy, where one goes while the next begins.

        Return whether there was anything. Raise DamagedRecord.
        """
        table, services = self.table, self.table._services
        outdated, table._outdated = table._outdated, False
        try:
            row = await services.store.table(table.id)
            if row is None or (row.version == table._version and not outdated):
                return False
            record = decode_record(row)
            game = services.games[record.game]
            record = lobby.with_new_options(record, game)
            state = None if row.state is None else play.load_state(game, row.state)
        except BaseException:
            table._outdated = outdated
            raise
        if (row.version, record.place) == (table._version, table._record.place):
            return False
        table._record, table._version, table._state, table._events = record, row.version, state, None
        table._lobby_closes = 0.0
        table._listener.on_reread(table)
        return True

    async def seen_by(self, seat: Seat) -> tuple[Event, ...]:
        """List all events of the game so far that a seat may know, in order."""
        table = self.table
        if table._events is None:
            actions = await table._services.store.actions(table.id)
            table._events = [event for action in actions for event in play.decode_events(table.game, action.events)]
        return tuple(event for event in table._events if event.audience in (None, seat))

    # -- writing ------------------------------------------------------------------------------------------------------

    async def open(self, seen: str) -> None:
        """Write a table for the first time."""
        record = self.table.record
        await self._commit(record, None, seen=seen, sitting=record.people(), deadlines=(self._keep_lobby_open(),))

    async def save(self, record: Record, *, seen: str = "", new_people: bool = False) -> None:
        """Write a changed record; `new_people`: somebody else holds a seat, or hosts."""
        await self._commit(record, self.table.state, seen=seen, sitting=record.people() if new_people else None)

    async def save_lobby(self, record: Record, *, seen: str = "") -> None:
        """Write the record of a lobby that somebody uses, and so stays open."""
        deadlines = (self._keep_lobby_open(),)
        await self._commit(record, self.table.state, seen=seen, sitting=record.people(), deadlines=deadlines)

    async def save_turn(self, turn: play.Turn, *, seen: str = "") -> None:
        """Write a step of the game: the history's entry, the state, the secrets and, at its end, the results."""
        table = self.table
        now = table._services.clock()
        action = ActionRow(turn.record.moves, turn.seat, turn.action, msgspec.json.encode(list(turn.events)), now)
        seats = turn.record.seats
        events = turn.events
        voiding = [number for number, event in enumerate(events) if table.game.presenter.voids(event)]
        over = turn.record.status != "playing"
        lasting = () if over else events[voiding[-1] + 1 :] if voiding else events
        secrets = tuple(
            NewSecret(event.audience, seats[event.audience].person, action.number, msgspec.json.encode(event))
            for event in lasting
            if event.audience is not None and seats[event.audience].active
        )
        await self._commit(
            turn.record,
            turn.state,
            seen=seen,
            action=action,
            events=turn.events,
            secrets=secrets,
            results=results_of(turn.record, table.game, turn.state, now),
            sitting=turn.record.people() if turn.action in (play.DEAL, play.LEAVE) else None,
            cleared=((LOBBY, table.id),) if turn.action == play.DEAL else (),
            voided_before=action.number if voiding or over else 0,
        )

    async def close(self, *, seen: str = "") -> None:
        """End a lobby or a game: nobody wins and nothing is counted. Raise Refusal where it is over already."""
        record = self.table.record
        if not record.live:
            raise Refusal(GAME_OVER)
        record = replace(
            record, status="closed", page="", pending_choice=None, paused=False, revision=record.revision + 1
        )
        everything = record.moves + 1
        await self._commit(record, self.table.state, seen=seen, cleared=((LOBBY, record.id),), voided_before=everything)

    async def restart_clock(self, clock: int | None = None) -> None:
        """Let the time of the present turn begin anew; `clock`: so long may turns take from now on, None: as before."""
        record, now = self.table.record, self.table._services.clock()
        record = turn_clock.with_clock_started(record, record.clock if clock is None else clock, now)
        await self.save(replace(record, revision=record.revision + 1))

    async def rewrite(self, record: Record) -> None:
        """Replace the record of a table that no longer runs; when it ended stays as it is."""
        self._check()
        await self.table._services.store.rewrite_record(record.id, encode_record(record), self.table._version)
        self.table._record = record
        self.table._version += 1

    async def rate(self, contest: Contest, ratings: Sequence[RatingRow]) -> None:
        """Write the ratings that a game of this table leads to, and into its record what it made of them.

        Raise StaleVersion as `Store.rate`.
        """
        self._check()
        before = self.table.record
        record = replace(before, rated=changes(before, contest, ratings), revision=before.revision + 1)
        await self.table._services.store.rate(contest, ratings, encode_record(record), self.table._version)
        self.table._record = record
        self.table._version += 1

    def move(self, new: Place) -> bool:
        """Follow the chat to its new id, to which storage has moved already. Return whether that is news."""
        self._check()
        place = replace(new, topic=self.table.record.place.topic)
        if self.table.record.place == place:
            return False
        self.table._record = replace(self.table.record, place=place)
        return True

    def _check(self) -> None:
        if self._ended:
            raise RuntimeError("a table can only be changed inside `async with table.changing()`")

    def _keep_lobby_open(self) -> Deadline:
        table = self.table
        table._lobby_closes = table._services.clock() + table._lobby_seconds
        return Deadline(LOBBY, table.id, table._lobby_closes)

    async def _restart_clock_if_due(self, record: Record, state: Any, now: float) -> Record:
        """Start the clock of a turn where somebody else is to act now, or the game goes on after a rest.

        How long a turn may take is settled when the game begins; `restart_clock` alone changes it for a game that runs.
        """
        table = self.table
        before = _situation(table.game, table.record, table.state)
        if record.status != "playing" or _situation(table.game, record, state) == before:
            return record
        clock = record.clock
        if table.record.status != "playing":
            preferences = await table._services.chats.preferences(record.place)
            clock = preferences.turn_seconds(private=record.place.private)
        return turn_clock.with_clock_started(record, clock, now)

    async def _commit(
        self,
        record: Record,
        state: Any,
        *,
        seen: str,
        sitting: tuple[Person, ...] | None = None,
        action: ActionRow | None = None,
        events: Sequence[Event] = (),
        secrets: tuple[NewSecret, ...] = (),
        results: tuple[ResultRow, ...] = (),
        deadlines: tuple[Deadline, ...] = (),
        cleared: tuple[tuple[str, str], ...] = (),
        voided_before: int = 0,
    ) -> None:
        self._check()
        table = self.table
        now = table._services.clock()
        record = await self._restart_clock_if_due(record, state, now)
        before, after = table.deadlines(), _deadlines(table.game, record, state)
        deadlines += tuple(deadline for deadline in after if deadline not in before)
        row = TableRow(
            id=record.id,
            place=record.place,
            status=record.status,
            version=table._version + 1,
            record=encode_record(record),
            state=None if state is None else msgspec.json.encode(state),
            opened=table._opened,
            finished=None if record.live else now,
        )
        cleared += turn_clock.removed_deadlines(before, after)
        whole = Change(
            row, now, action=action, secrets=secrets, sitting=sitting, seen=seen, results=results,
            deadlines=deadlines, cleared=cleared, voided_before=voided_before,
        )  # fmt: skip
        ids = await table._services.store.commit(whole)
        # Memory follows the database and nothing is awaited in between: whoever reads the table without its lock sees
        # the old state or the new one. A table that has just been opened is shown, though its revision is still 0.
        visible = record.revision != table.record.revision or row.version == 1
        chosen = record.pending_choice != table.record.pending_choice
        table._version, table._record, table._state = row.version, record, state
        if table._events is not None:
            table._events += events
        if action is not None:
            table._services.histories.note(table, action, events)
        written = tuple(
            SecretRow(number, record.id, new.seat, new.person, new.number, new.event, "waiting")
            for number, new in zip(ids, secrets, strict=True)
        )
        voided = bool(voided_before)
        commit = Commit(
            visible=visible,
            next_deadline=now if voided else min((deadline.at for deadline in deadlines), default=None),
            chosen=chosen,
            secrets=written,
            answered=action.seat if seen and action is not None else None,
            voided=voided,
            finished=bool(results),
        )
        table._listener.on_commit(table, commit)


def _mover(game: Game, record: Record, state: Any) -> tuple[Seat | None, Level | None]:
    """Return the seat to act and, where a computer moves for it, how well that plays."""
    seat = game.rules.to_act(state) if record.status == "playing" and state is not None else None
    return seat, None if seat is None else record.seats[seat].level


def _deadlines(game: Game, record: Record, state: Any) -> tuple[Deadline, ...]:
    return turn_clock.deadlines(record, computing=_mover(game, record, state)[1] is not None)


def _situation(game: Game, record: Record, state: Any) -> tuple[Any, ...]:
    """Return what the clock of a turn belongs to: the decision, who makes it, and whether the game goes on."""
    seat, level = _mover(game, record, state)
    person = None if seat is None else record.seats[seat].person
    return record.status, record.decision, seat, person, level, record.resting
