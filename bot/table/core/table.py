"""One table: its record, its game's state, its lock, and how a change is written and then shown.

Whoever changes a table holds its lock, so presses count in the order they came; tables go side by side.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.engine.computer import Level
from bot.engine.presentation import Game
from bot.engine.rules import Event, Seat
from bot.errors import DamagedRecord
from bot.i18n.translator import Translator
from bot.messaging import Button, Caller, Keyboard
from bot.table.core.context import TableContext
from bot.table.model import play, turn_clock
from bot.table.model.record import Record, decode_record, encode_record
from bot.table.model.results import results_of
from bot.table.publishing.board_publisher import BoardPublisher
from bot.table.publishing.hand_publisher import HandPublisher
from storage.ids import Person, Place
from storage.rows import ActionRow, BoardRow, Change, Deadline, NewSecret, SecretRow, TableRow

LOBBY = "lobby"
"""The kind of deadline that closes a lobby left alone."""


class Table:
    """A lobby or game in memory.

    `record` and `state` are what was last committed. `untold` is what no board has told yet, `shown_again` what
    the present board told, which it goes on telling when it is shown again.
    `closes` is when a lobby left alone closes itself, 0
    where only storage knows.
    """

    def __init__(
        self, hub: TableContext, game: Game, record: Record, state: Any, *, version: int, opened: float
    ) -> None:
        self.hub = hub
        self.game = game
        self.record = record
        self.state = state
        self.lock = asyncio.Lock()
        self.untold: list[tuple[int, Event]] = []
        self.shown_again: list[tuple[int, Event]] = []
        self.unreached: set[int] = set()
        self.board = BoardRow(record.id)
        self.painter = BoardPublisher(self)
        self.hands = HandPublisher(self)
        self.closes = 0.0
        self._version = version
        self._opened = opened
        self._story: list[Event] | None = None

    @classmethod
    async def load(cls, hub: TableContext, row: TableRow) -> Table:
        """Make a table from its row, with what it has still to tell. Raises DamagedRecord."""
        record = decode_record(row)
        if record.game not in hub.games:
            raise DamagedRecord(f"table {row.id}: there is no game {record.game!r}")
        table = cls(hub, hub.games[record.game], record, None, version=row.version, opened=row.opened)
        await table._take_over(row)
        return table

    async def reread(self) -> bool:
        """Take over what another process has written, as happens while one goes and the next has begun.

        Tells whether there was anything. Only with the lock held. Raises DamagedRecord.
        """
        row = await self.hub.store.table(self.record.id)
        if row is None or row.version == self._version:
            return False
        await self._take_over(row)
        return True

    async def _take_over(self, row: TableRow) -> None:
        store = self.hub.store
        board = await store.board(row.id)
        actions = await store.actions(row.id, board.reported - 1)
        blocked = [each for each in await store.secrets(table=row.id) if each.status == "blocked"]
        unreached = {w.seat for w in blocked if not await self.hub.answers_here(w.person)}
        events = [each for a in actions for each in _numbered(a.number, play.decode_events(self.game, a.events))]
        self.state = None if row.state is None else play.load_state(self.game, row.state)
        self.record, self._version = decode_record(row), row.version
        self._story = None
        self.board, self.unreached = board, unreached
        self.untold = [(number, event) for number, event in events if number > board.reported]
        self.shown_again = [(number, event) for number, event in events if number == board.reported]

    # -- changing it: only with the lock held ------------------------------------------------------------------------

    async def save(self, record: Record, seen: str = "", **more: Any) -> None:
        """Write a changed record. Raises StaleVersion when the update was seen before."""
        await self._commit(record, self.state, seen=seen, **more)

    async def save_seats(self, record: Record, seen: str) -> None:
        """Write a record whose seats have changed; a lobby that is used stays open."""
        await self.save(record, seen, sitting=record.people(), deadlines=(self._stay_open(),))

    async def save_turn(self, turn: play.Turn, seen: str = "") -> None:
        """Write a step of the game: the history's entry, the state and the secrets, in one transaction."""
        now = self.hub.clock()
        events = msgspec.json.encode(list(turn.events))
        action = ActionRow(turn.record.moves, turn.seat, turn.action, events, now)
        seats = turn.record.seats
        secrets = tuple(
            NewSecret(event.audience, seats[event.audience].person, action.number, msgspec.json.encode(event))
            for event in turn.events
            if event.audience is not None and seats[event.audience].active
        )
        results = results_of(turn.record, self.game, turn.state, now)
        ids = await self._commit(
            turn.record, turn.state, seen=seen, action=action, secrets=secrets, results=results,
            sitting=turn.record.people() if turn.action in (play.DEAL, play.LEAVE) else None,
            cleared=((LOBBY, self.record.id),) if turn.action == play.DEAL else (),
        )  # fmt: skip
        if self._story is not None:
            self._story += turn.events
        if results:
            self.hub.manager.chore(self.hub.rater.catch_up())
        self.untold += _numbered(action.number, turn.events)
        self.hub.courier.send(
            SecretRow(number, self.record.id, new.seat, new.person, new.number, new.event, "waiting")
            for number, new in zip(ids, secrets, strict=True)
        )
        self.painter.want()

    async def rewrite(self, record: Record) -> None:
        """Replace the record of a table that no longer runs; when it ended stays as it is."""
        await self.hub.store.rewrite_record(record.id, encode_record(record))
        self.record, self._version = record, self._version + 1

    async def close(self, seen: str = "") -> None:
        """Give a lobby or a game up: nobody wins and nothing is counted."""
        record = msgspec.structs.replace(
            self.record, status="closed", page="", pending_choice=None, paused=False, revision=self.record.revision + 1
        )
        await self.save(record, seen, cleared=((LOBBY, record.id),))

    async def start_clock(self) -> None:
        """Let the time of the present turn begin anew, as the chat has chosen it now."""
        clock = (await self.hub.chat_book.preferences(self.record.place)).clock
        await self.save(turn_clock.started(self.record, clock, self.hub.clock()))

    async def open(self, seen: str) -> None:
        """Write a table for the first time."""
        await self._commit(self.record, None, seen=seen, sitting=self.record.people(), deadlines=(self._stay_open(),))

    async def move(self, new: Place) -> None:
        """Go along with the chat to its new id, where no message of ours is left to edit. Storage has moved already."""
        async with self.lock:
            place = msgspec.structs.replace(new, topic=self.record.place.topic)
            if self.record.place == place:
                return
            self.record = msgspec.structs.replace(self.record, place=place)
            self.board = msgspec.structs.replace(self.board, message=None, stale=())
            await self.hub.store.save_board(self.board)
            self.painter.want(anew=True)

    def _stay_open(self) -> Deadline:
        """Set the time at which a lobby left alone closes itself."""
        self.closes = self.hub.clock() + self.hub.lobby_seconds
        return Deadline(LOBBY, self.record.id, self.closes)

    async def _timed(self, record: Record, state: Any, now: float) -> Record:
        """Let the time of a turn begin anew where somebody else is to act now, or the game goes on after a rest."""
        if record.status != "playing" or _situation(self.game, record, state) == self._situation():
            return record
        clock = (await self.hub.chat_book.preferences(record.place)).clock
        return turn_clock.started(record, clock, now)

    async def _commit(
        self,
        record: Record,
        state: Any,
        deadlines: tuple[Deadline, ...] = (),
        cleared: tuple[tuple[str, str], ...] = (),
        **more: Any,
    ) -> tuple[int, ...]:
        now = self.hub.clock()
        record = await self._timed(record, state, now)
        before, after = self.deadlines(), _deadlines(self.game, record, state)
        deadlines += tuple(deadline for deadline in after if deadline not in before)
        cleared += turn_clock.disarmed(before, after)
        row = TableRow(
            id=record.id,
            place=record.place,
            status=record.status,
            version=self._version + 1,
            record=encode_record(record),
            state=None if state is None else msgspec.json.encode(state),
            opened=self._opened,
            finished=None if record.live else now,
        )
        ids = await self.hub.store.commit(Change(row, now, deadlines=deadlines, cleared=cleared, **more))
        visible = record.revision != self.record.revision or row.version == 1
        self._version, self.record, self.state = row.version, record, state
        self.game = self.hub.games[record.game]
        if deadlines:
            self.hub.manager.sleeper.poke()
        self.hub.computers.want(self)
        if visible:
            self.painter.want()
            self.hands.want()
        return ids

    # -- reading it --------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> Any:
        """Give what a seat or the group may know. Only for a table whose game has begun."""
        return self.game.rules.view(self.state, seat)

    @property
    def idle(self) -> bool:
        """Tell whether nothing is being shown or thought out here, or waits to be."""
        return self.painter.idle and self.hands.idle and not self.hub.computers.is_at(self)

    async def settled(self) -> None:
        """Wait until everything wanted is shown."""
        await asyncio.gather(self.painter.settled(), self.hands.settled())

    @property
    def behind(self) -> bool:
        """Tell whether its chat has not been shown all there is to show."""
        return bool(self.untold or self.board.stale) or self.board.revision != self.record.revision

    def deadlines(self) -> tuple[Deadline, ...]:
        """List the deadlines of the running game."""
        return _deadlines(self.game, self.record, self.state)

    def _situation(self) -> tuple[Any, ...]:
        return _situation(self.game, self.record, self.state)

    def actor(self) -> Person | None:
        """Give the person whose move it is; none while a computer moves, or the game rests."""
        return None if self.awaited is None else self.record.seats[self.awaited].person

    @property
    def awaited(self) -> Seat | None:
        """Give the seat whose person the table waits for; none while a computer moves, or the game rests."""
        seat, level = _mover(self.game, self.record, self.state)
        return None if level is not None or self.record.resting else seat

    def computed(self) -> tuple[Seat, Level] | None:
        """Give the seat that a computer is to move for now, and how well it plays."""
        seat, level = _mover(self.game, self.record, self.state)
        return None if seat is None or level is None or self.record.resting else (seat, level)

    async def seen_by(self, seat: Seat) -> tuple[Event, ...]:
        """List all events of the game so far that a seat may know, in order. Only with the lock held."""
        if self._story is None:
            actions = await self.hub.store.actions(self.record.id)
            self._story = [event for action in actions for event in play.decode_events(self.game, action.events)]
        return tuple(event for event in self._story if event.audience in (None, seat))

    def board_button(self, tr: Translator) -> Keyboard:
        """Give the button that leads to the board; none where its message has no link."""
        place, board = self.record.place, self.board.message
        link = self.hub.chat(place).message_link(place, board) if board else ""
        return ((Button(tr.t("Back to the table"), url=link),),) if link else ()

    async def translator_for(self, caller: Caller) -> Translator:
        """Give the language of who presses or writes, else that of the table's chat."""
        return await self.hub.people.translator(caller, (await self.translator()).locale)

    async def translator(self) -> Translator:
        """Give the language of the table's chat; in a private chat, its person's."""
        place = self.record.place
        if place.private:
            return await self.hub.people.translator_of(Person(place.platform, place.chat))
        return await self.hub.chat_book.translator(self.record.place)


def _mover(game: Game, record: Record, state: Any) -> tuple[Seat | None, Level | None]:
    """Give the seat to act and, where a computer moves for it, how well that plays."""
    seat = game.rules.to_act(state) if record.status == "playing" and state is not None else None
    return seat, None if seat is None else record.seats[seat].level


def _deadlines(game: Game, record: Record, state: Any) -> tuple[Deadline, ...]:
    return turn_clock.deadlines(record, computing=_mover(game, record, state)[1] is not None)


def _situation(game: Game, record: Record, state: Any) -> tuple[Any, ...]:
    """Say what the clock of a turn belongs to: the decision, who makes it, and whether the game goes on."""
    seat, level = _mover(game, record, state)
    person = None if seat is None else record.seats[seat].person
    return record.status, record.decision, seat, person, level, record.resting


def _numbered(number: int, events: Sequence[Event]) -> list[tuple[int, Event]]:
    return [(number, event) for event in play.public(tuple(events))]
