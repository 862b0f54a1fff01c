"""What is kept of a table beside the game's own state: who sits there, what was agreed, how far it is."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from bot.errors import DamagedRecord
from bot.games.game import Seat
from bot.games.scene import Player
from bot.port import Person, Place
from storage.rows import Status, TableRow

__all__ = ["NOBODY", "Half", "Record", "SeatRecord", "decode_record", "digest", "encode_record", "without"]

NOBODY = Person("", 0)
"""Who sits where somebody's data was deleted."""


class SeatRecord(msgspec.Struct, frozen=True):
    """Who holds a seat.

    `key` and `press` go into the game's randomness; they are digests, so that they outlive the person's data. `present`
    turns False when the seat is left in a running game.
    """

    person: Person
    name: str
    key: str
    press: str
    present: bool = True


class Half(msgspec.Struct, frozen=True):
    """The first half of a choice of two, good for one seat and one decision."""

    seat: Seat
    decision: int
    code: str


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A table.

    `starter` None is drawn by lot; `agreed_starter` is the starter's seat when the game began. `revision` grows
    whenever something visible changes, `decision` only when the choices of the seat to act change. `moves` counts the
    history's entries after the deal. `page` is the lobby page that is open.
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
    starter: Person | None = None
    agreed_starter: Seat | None = None
    page: str = ""
    rules_version: int = 0
    revision: int = 0
    decision: int = 0
    moves: int = 0
    half: Half | None = None

    @property
    def live(self) -> bool:
        """Tell whether this is a lobby or a running game."""
        return self.status in ("lobby", "playing")

    def seat_of(self, person: Person) -> Seat | None:
        """Find the seat a person holds and has not left."""
        for number, seat in enumerate(self.seats):
            if seat.person == person and seat.present:
                return number
        return None

    def players(self) -> Sequence[Player]:
        """Give the seats as scenes want them."""
        return tuple(
            Player(seat.name, None if seat.person == NOBODY else seat.person, seat.present) for seat in self.seats
        )

    def people(self) -> tuple[Person, ...]:
        """List whom the record names: who sits or sat here, and the host."""
        named = dict.fromkeys((*(seat.person for seat in self.seats), self.host or NOBODY))
        return tuple(person for person in named if person != NOBODY)

    def starter_seat(self) -> Seat | None:
        """Give the seat that was chosen to start, None where the lot decides."""
        return None if self.starter is None else self.seat_of(self.starter)


def digest(*parts: str | int) -> str:
    """Make a short name for something that must not be kept itself."""
    return hashlib.sha256("/".join(str(part) for part in parts).encode()).hexdigest()[:20]


def without(record: Record, person: Person) -> Record:
    """Take a person's id and name out of a record; the digests that prove the deal stay."""
    replace = msgspec.structs.replace
    seats = tuple(replace(seat, person=NOBODY, name="—") if seat.person == person else seat for seat in record.seats)
    return replace(
        record,
        seats=seats,
        host=None if record.host == person else record.host,
        starter=None if record.starter == person else record.starter,
        revision=record.revision + 1,
    )


def encode_record(record: Record) -> bytes:
    """Make the record's bytes for storage."""
    return msgspec.json.encode(record)


def decode_record(row: TableRow) -> Record:
    """Read a stored record. Raises DamagedRecord.

    Place and status are the row's: a chat may have moved since the record was written.
    """
    try:
        record = msgspec.json.decode(row.record, type=Record)
    except msgspec.DecodeError as error:
        raise DamagedRecord(f"table {row.id}: {error}") from error
    return msgspec.structs.replace(record, place=row.place, status=row.status)
