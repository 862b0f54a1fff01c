"""What is kept of a table beside the game's own state: who sits there, what was agreed, how far it is."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Literal

import msgspec

from bot.engine.computer import Level
from bot.engine.presentation import Player
from bot.engine.rules import Seat
from bot.errors import DamagedRecord
from storage.ids import MessageId, Person, Place, decode_json
from storage.rows import Status, TableRow

NOBODY = Person("", "0")
"""Who sits where a computer does, where a seat was left, and where somebody's data was deleted."""
ROBOT = "🤖"
SUBSTITUTE: Level = "normal"
"""How well the computer plays for people who are away or have left."""


class SeatRecord(msgspec.Struct, frozen=True):
    """Who holds a seat.

    `key` and `press` go into the game's randomness; they are digests, so that they outlive the person's data, and stay
    when a seat changes hands. `present` turns False when the seat is taken out of a running game. `computer` is how
    well a computer plays that holds the seat, "" for a person's. `missed` counts the turns in a row that passed without
    the person; `auto_playing`: the computer plays the rest of this turn for them; `away`: until they are back.
    `had_substitute`: a computer had this seat for a while.
    """

    person: Person
    name: str
    key: str
    press: str
    present: bool = True
    computer: Level | Literal[""] = ""
    missed: int = 0
    away: bool = False
    auto_playing: bool = msgspec.field(default=False, name="covered")
    had_substitute: bool = msgspec.field(default=False, name="helped")

    @property
    def label(self) -> str:
        """The name to show: a computer's with a robot."""
        return f"{ROBOT} {self.name}" if self.computer else self.name

    @property
    def level(self) -> Level | None:
        """How well the computer plays that moves for this seat, None where a person moves."""
        if self.computer:
            return self.computer
        return SUBSTITUTE if self.away or self.auto_playing else None

    @property
    def run_by_computer(self) -> bool:
        """Whether a computer moves for this seat until further notice: it holds it, or its person is away."""
        return bool(self.computer) or self.away

    @property
    def occupied(self) -> bool:
        """Whether a person holds this seat, there or away."""
        return self.present and self.person != NOBODY

    @property
    def active(self) -> bool:
        """Whether a person plays this seat now."""
        return self.occupied and not self.away


class Newcomer(msgspec.Struct, frozen=True):
    """Somebody who asks for a computer's seat; `key` names them in buttons."""

    person: Person
    name: str
    key: str


class ReminderRecord(msgspec.Struct, frozen=True):
    """A message that reminds of the turn that began at `turn`, in the table's place or, with a `person`, privately."""

    message: MessageId
    turn: float
    person: Person | None = None


class PendingChoice(msgspec.Struct, frozen=True):
    """The first half of a choice of two, good for one seat and one decision."""

    seat: Seat
    decision: int
    code: str


class RatingChange(msgspec.Struct, frozen=True):
    """What a finished game made of the rating of the person in a seat, as people read it."""

    seat: Seat
    before: int
    after: int


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A table.

    `first` is the key of the seat that shall begin, "" for the lot; `agreed_starter` is the starter's seat when the
    game began. `revision` grows whenever something visible changes, `decision` only when the choices of the seat to act
    change. `moves` counts the history's entries after the deal. `page` is the lobby page that is open.

    `computer_seed` is the secret behind the computers' own random choices. `since` is when the present decision began
    (Unix seconds), `clock` how many seconds it may take, 0 for as long as it takes; `reminded` is the `since` for which
    a reminder was sent, and `reminders` are the messages that still stand. `paused` by the host; `votes` are the seats
    that want to pass the one to act. `newcomers` ask for a computer's seat. `aids` were turned on or off in the lobby,
    see `bot.table.model.aids`. `rated` is what the game made of ratings, once it has ended and they are known.
    """

    id: str
    place: Place
    title: str
    game: str
    status: Status
    options: dict[str, str]
    seed: str
    commitment: str
    host: Person | None = None
    seats: tuple[SeatRecord, ...] = ()
    first: str = ""
    agreed_starter: Seat | None = None
    page: str = ""
    rules_version: int = 0
    revision: int = 0
    decision: int = 0
    moves: int = 0
    pending_choice: PendingChoice | None = msgspec.field(default=None, name="half")
    computer_seed: str = msgspec.field(default="", name="luck")
    since: float = 0.0
    clock: int = 0
    reminded: float = 0.0
    reminders: tuple[ReminderRecord, ...] = ()
    paused: bool = False
    votes: tuple[Seat, ...] = ()
    newcomers: tuple[Newcomer, ...] = ()
    aids: dict[str, bool] = {}
    rated: tuple[RatingChange, ...] = ()

    @property
    def deserted(self) -> bool:
        """Whether everybody who holds a seat is away: the game waits for the first to be back."""
        return not any(seat.active for seat in self.seats)

    @property
    def resting(self) -> bool:
        """Whether a running game stands still: paused, or deserted."""
        return self.status == "playing" and (self.paused or self.deserted)

    @property
    def live(self) -> bool:
        return self.status in ("lobby", "playing")

    def seat_of(self, person: Person) -> Seat | None:
        """Find the seat a person holds and has not left."""
        for number, seat in enumerate(self.seats):
            if seat.person == person and seat.present:
                return number
        return None

    def players(self) -> Sequence[Player]:
        """Return the seats as presenters want them."""
        return tuple(
            Player(seat.label, None if seat.person == NOBODY else seat.person, seat.present, seat.run_by_computer)
            for seat in self.seats
        )

    def names(self) -> tuple[str, ...]:
        """List the names of the people who sit here or ask for a seat; no two of them look the same."""
        return (*(seat.name for seat in self.seats if seat.occupied), *(each.name for each in self.newcomers))

    def people(self) -> tuple[Person, ...]:
        """List whom the record names: who sits or sat here, and the host."""
        named = dict.fromkeys((*(seat.person for seat in self.seats), self.host or NOBODY))
        return tuple(person for person in named if person != NOBODY)

    def starter_seat(self) -> Seat | None:
        """Return the seat that was chosen to start, None where the lot decides."""
        return self.seat_by_key(self.first)

    def seat_by_key(self, key: str) -> Seat | None:
        """Find the seat with a key that is still in play."""
        return next((number for number, seat in enumerate(self.seats) if seat.key == key and seat.present), None)


def digest(*parts: str) -> str:
    """Return a digest of something that must not be stored itself."""
    return hashlib.sha256("/".join(parts).encode()).hexdigest()[:20]


def without(record: Record, person: Person) -> Record:
    """Return a record without a person's id and name; the digests that prove the deal stay."""
    replace = msgspec.structs.replace
    seats = tuple(
        replace(seat, person=NOBODY, name="—", away=False) if seat.person == person else seat for seat in record.seats
    )
    return replace(
        record,
        seats=seats,
        host=None if record.host == person else record.host,
        newcomers=tuple(newcomer for newcomer in record.newcomers if newcomer.person != person),
        reminders=tuple(reminder for reminder in record.reminders if reminder.person != person),
        revision=record.revision + 1,
    )


def encode_record(record: Record) -> bytes:
    return msgspec.json.encode(record)


def decode_record(row: TableRow) -> Record:
    """Read a stored record. Raise DamagedRecord.

    Place and status are the row's: a chat may have moved since the record was written.
    """
    try:
        record = decode_json(row.record, Record)
    except ValueError as error:  # also of text that is no UTF-8
        raise DamagedRecord(f"table {row.id}: {error}") from error
    place = msgspec.structs.replace(row.place, private=record.place.private)
    return msgspec.structs.replace(record, place=place, status=row.status)
