"""Rows as plain values, and `Change`, the one way in which a table is written."""

from __future__ import annotations

from typing import Literal

import msgspec

from storage.ids import MessageId, Person, Place

Status = Literal["lobby", "playing", "ended", "closed"]
"""ended: played to an outcome; closed: given up (a cancelled lobby, a game stopped by hand)."""


class TableRow(msgspec.Struct, frozen=True):
    """A table. `record` and `state` are encoded by the table; `version` grows with every change."""

    id: str
    place: Place
    status: Status
    version: int
    record: bytes
    state: bytes | None
    opened: float
    finished: float | None = None


class ActionRow(msgspec.Struct, frozen=True):
    """One entry of a game's history. `seat` is None for the deal (number 0); `events` is an encoded list."""

    number: int
    seat: int | None
    action: str
    events: bytes
    at: float


class NewSecret(msgspec.Struct, frozen=True):
    """A secret to be delivered to a seat: the encoded event of action `number`."""

    seat: int
    person: Person
    number: int
    event: bytes


class SecretRow(msgspec.Struct, frozen=True):
    """A secret not yet delivered (`waiting`), left to be asked for (`blocked`), or delivered (`shown`).

    `message` is the private message that shows it; None where it was shown in a private answer, which is no message of
    the chat, and where the message was taken away before anybody is known to have read it. `remove_at` is when it is
    gone for good (Unix seconds): set once it was asked for, or when it is void. Before `not_before` (Unix seconds) it
    is left to an answer that is to show it; that is kept where several processes serve the database.
    """

    id: int
    table: str
    seat: int
    person: Person
    number: int
    event: bytes
    status: Literal["waiting", "blocked", "shown"]
    message: MessageId | None = None
    remove_at: float | None = None
    not_before: float = 0.0


class LiveTable(msgspec.Struct, frozen=True):
    """A lobby or running game, as it is counted; `game` is None where that cannot be read."""

    place: Place
    status: Status
    game: str | None
    paused: bool


class BoardRow(msgspec.Struct, frozen=True):
    """The message that shows a table.

    `revision` is the visible revision it shows, `reported` the number of the last action it reported,
    `notified_decision` the last decision whose player was notified by it, `stale` older messages still to be removed,
    `unreached` the seats of which it says that they cannot be written to, `reported_before` the last action that the
    chat knew of before it, None where that is not known.
    """

    table: str
    message: MessageId | None = None
    revision: int = -1
    reported: int = -1
    notified_decision: int = -1
    stale: tuple[MessageId, ...] = ()
    unreached: frozenset[int] = frozenset()
    reported_before: int | None = None


class HandRow(msgspec.Struct, frozen=True):
    """The private message that shows what a seat holds; `shown` is a digest of what it shows.

    `message` is None where there is none. `person` is whose private chat it is in, since a seat may pass to another.
    """

    table: str
    seat: int
    message: MessageId | None = None
    shown: str = ""
    person: Person | None = None


class PersonRow(msgspec.Struct, frozen=True):
    """A person. `language` is what the platform says, `locale` what the person chose; `reachable` None is unknown.

    `here`: secrets are shown in the answer to the press, instead of by private message; None: nothing was chosen, so
    that it is as is best on the platform.
    """

    person: Person
    name: str
    language: str = ""
    locale: str | None = None
    reachable: bool | None = None
    here: bool | None = None


class ChatRow(msgspec.Struct, frozen=True):
    """A chat's title and settings (encoded by the table). `closed`: the bot was removed from it."""

    place: Place
    title: str = ""
    settings: bytes = b"{}"
    closed: bool = False


class NoteRow(msgspec.Struct, frozen=True):
    """Something that is remembered of a place, and of a person there or "", until a time (Unix seconds)."""

    kind: str
    person: str
    text: str
    number: float
    until: float


class TableHead(msgspec.Struct, frozen=True):
    """What tells whether a table in memory is as its row is, with its chat and what is noted of its place."""

    version: int
    place: Place
    chat: ChatRow
    notes: tuple[NoteRow, ...] = ()


class Invite(msgspec.Struct, frozen=True):
    """A link that seats one person at one table; `press` is the id of the press it answers."""

    payload: str
    table: str
    person: Person
    press: str


class Deadline(msgspec.Struct, frozen=True):
    """Something to do at a time (Unix seconds); one per kind and key."""

    kind: str
    key: str
    at: float


class ResultRow(msgspec.Struct, frozen=True):
    """How a finished game ended for the person who held a seat.

    `computers` counts the seats that a computer had, at the end or for a while, of `seats` in all. `rank` 1 has won,
    alone or with others of rank 1. `points` is None in a game that has none.
    """

    table: str
    seat: int
    place: Place
    person: Person
    game: str
    seats: int
    computers: int
    rank: int
    points: int | None
    finished: float


class RatingRow(msgspec.Struct, frozen=True):
    """How well a person plays a game, after so many `games`; `shown` is the whole number that people read."""

    person: Person
    game: str
    mu: float
    sigma: float
    shown: int
    games: int


class LessonRow(msgspec.Struct, frozen=True):
    """How far a person is in the lesson of a game: the id of the next step; `done`: they have been at its end."""

    person: Person
    game: str
    step: str
    done: bool = False


class Contest(msgspec.Struct, frozen=True):
    """A finished game that is to be rated: who played it, with rank and present rating (None: the first game)."""

    table: str
    game: str
    players: tuple[tuple[Person, int, RatingRow | None], ...]


class TallyRow(msgspec.Struct, frozen=True):
    """Finished games added up: of one game, among people or with computers. `points` None: the game has none."""

    game: str
    computers: bool
    games: int
    wins: int
    points: int | None


class Standing(msgspec.Struct, frozen=True):
    """A person in a chat's standing of one game, games with computers left out. `rating` is the one shown, if any."""

    person: Person
    rating: int | None
    games: int
    wins: int
    points: int | None


class Change(msgspec.Struct, frozen=True):
    """All that one press, command or deadline changes, written in one transaction.

    `table.version` is the version read plus one; a new table has version 1. `seen` is the id of the update that caused
    it, `sitting` who sits there now (None for no change). `deadlines` are set, `cleared` are (kind, key) of those to
    delete. `results` is not empty when the game has ended. Secrets of the table from before action number
    `voided_before` are void: a round is over, or the game.
    """

    table: TableRow
    at: float
    action: ActionRow | None = None
    secrets: tuple[NewSecret, ...] = ()
    sitting: tuple[Person, ...] | None = None
    seen: str = ""
    deadlines: tuple[Deadline, ...] = ()
    cleared: tuple[tuple[str, str], ...] = ()
    results: tuple[ResultRow, ...] = ()
    voided_before: int = 0
