"""One table: its record, its game's state, its lock, and how a change is written and then shown.

Whoever changes a table holds its lock, so presses count in the order they came; tables go side by side.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.errors import DamagedRecord
from bot.games.game import Event
from bot.games.scene import Game
from bot.port import Person, Place
from bot.table import play
from bot.table.hands import Hands
from bot.table.hub import Hub
from bot.table.painter import Painter
from bot.table.record import Record, decode_record, encode_record
from bot.words import Words
from storage.rows import ActionRow, BoardRow, Change, Deadline, NewWhisper, TableRow, WhisperRow

__all__ = ["Table"]

LOBBY = "lobby"
"""The kind of deadline that closes a lobby left alone."""


class Table:
    """A lobby or game in memory.

    `record` and `state` are what was last committed. `untold` is what no board has told yet, `retold` what the present
    board told, which it goes on telling when it is shown again. `closes` is when a lobby left alone closes itself, 0
    where only storage knows.
    """

    def __init__(self, hub: Hub, game: Game, record: Record, state: Any, *, version: int, opened: float) -> None:
        self.hub = hub
        self.game = game
        self.record = record
        self.state = state
        self.lock = asyncio.Lock()
        self.untold: list[tuple[int, Event]] = []
        self.retold: list[tuple[int, Event]] = []
        self.unreached: set[int] = set()
        self.board = BoardRow(record.id)
        self.painter = Painter(self)
        self.hands = Hands(self)
        self.closes = 0.0
        self._version = version
        self._opened = opened

    @classmethod
    async def load(cls, hub: Hub, row: TableRow) -> Table:
        """Make a table from its row, with what it has still to tell. Raises DamagedRecord."""
        record = decode_record(row)
        if record.game not in hub.games:
            raise DamagedRecord(f"table {row.id}: there is no game {record.game!r}")
        table = cls(hub, hub.games[record.game], record, None, version=row.version, opened=row.opened)
        await table._take_over(row)
        return table

    async def reread(self) -> None:
        """Take over what another process has written, as happens while one goes and the next has begun.

        Only with the lock held. Raises DamagedRecord.
        """
        row = await self.hub.store.table(self.record.id)
        if row is not None and row.version != self._version:
            await self._take_over(row)

    async def _take_over(self, row: TableRow) -> None:
        store = self.hub.store
        board = await store.board(row.id)
        actions = await store.actions(row.id, board.told - 1)
        blocked = [whisper for whisper in await store.whispers(table=row.id) if whisper.status == "blocked"]
        unreached = {w.seat for w in blocked if not await self.hub.answers_here(w.person)}
        events = [each for a in actions for each in _numbered(a.number, play.decode_events(self.game, a.events))]
        self.state = None if row.state is None else play.load_state(self.game, row.state)
        self.record, self._version = decode_record(row), row.version
        self.board, self.unreached = board, unreached
        self.untold = [(number, event) for number, event in events if number > board.told]
        self.retold = [(number, event) for number, event in events if number == board.told]

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
        whispers = tuple(
            NewWhisper(event.audience, seats[event.audience].person, action.number, msgspec.json.encode(event))
            for event in turn.events
            if event.audience is not None and seats[event.audience].present
        )
        ids = await self._commit(
            turn.record, turn.state, seen=seen, action=action, whispers=whispers,
            sitting=turn.record.people() if turn.action in (play.DEAL, play.LEAVE) else None,
            cleared=((LOBBY, self.record.id),),
        )  # fmt: skip
        self.untold += _numbered(action.number, turn.events)
        self.hub.courier.send(
            WhisperRow(number, self.record.id, new.seat, new.person, new.number, new.event, "waiting")
            for number, new in zip(ids, whispers, strict=True)
        )
        self.painter.want()

    async def rewrite(self, record: Record) -> None:
        """Replace the record of a table that no longer runs; when it ended stays as it is."""
        await self.hub.store.rewrite_record(record.id, encode_record(record))
        self.record, self._version = record, self._version + 1

    async def close(self, seen: str = "") -> None:
        """Give a lobby or a game up: nobody wins and nothing is counted."""
        record = msgspec.structs.replace(
            self.record, status="closed", page="", half=None, revision=self.record.revision + 1
        )
        await self.save(record, seen, cleared=((LOBBY, record.id),))

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

    async def _commit(self, record: Record, state: Any, **more: Any) -> tuple[int, ...]:
        now = self.hub.clock()
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
        ids = await self.hub.store.commit(Change(row, now, **more))
        visible = record.revision != self.record.revision or row.version == 1
        self._version, self.record, self.state = row.version, record, state
        self.game = self.hub.games[record.game]
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
        """Tell whether nothing is being shown or waits to be shown."""
        return self.painter.idle and self.hands.idle

    async def settled(self) -> None:
        """Wait until everything wanted is shown."""
        await asyncio.gather(self.painter.settled(), self.hands.settled())

    @property
    def behind(self) -> bool:
        """Tell whether its chat has not been shown all there is to show."""
        return bool(self.untold or self.board.stale) or self.board.revision != self.record.revision

    def actor(self) -> Person | None:
        """Give the person whose move it is."""
        if self.record.status != "playing":
            return None
        seat = self.game.rules.to_act(self.state)
        return None if seat is None else self.record.seats[seat].person

    async def words(self) -> Words:
        """Give the language of the table's chat."""
        return await self.hub.chat_book.words(self.record.place)


def _numbered(number: int, events: Sequence[Event]) -> list[tuple[int, Event]]:
    return [(number, event) for event in play.public(tuple(events))]
