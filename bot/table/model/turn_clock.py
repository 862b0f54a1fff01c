"""The clock of a turn: which deadlines a running game has, as pure functions of its record.

Each decision has the whole time anew. Without a clock the others may vote to pass somebody who keeps them waiting; a
game that stands still ends in the end, since nobody may ever come back to it.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.rules import Seat
from bot.table.model.record import Record, ReminderRecord
from storage.rows import Deadline

CLOCKS = (0, 60, 300, 3_600, 86_400)
"""The seconds a chat may give to a turn; 0 for as long as it takes."""
NO_CLOCK, NOW, TODAY, BY_POST = 0, 300, 3_600, 86_400
PACES = (NOW, TODAY, BY_POST, NO_CLOCK)
"""The paces that a lobby offers: a game this evening, one beside the day's work, one by post, or no clock at all."""
SHOWN_SECONDS = 3_600
"""A board says when a turn ends whose clock is at most so long: nobody plans by the minute for longer ones."""

RING, REMIND, EXPIRE_TURN, VOTE, ABANDON = "ring", "remind", "lapse", "vote", "abandon"
"""The kinds of deadlines: whoever is to act has not been seen since, about half the time has passed, all of it has, a
vote may be called, nobody has come back.

They are stored, so they never change.
"""

KINDS = (RING, REMIND, EXPIRE_TURN, VOTE, ABANDON)

RING_SECONDS = 60.0
"""How long whoever was here when their turn began may be silent before their phone rings for it."""
VOTE_SECONDS = 120.0
"""How long the others wait, where there is no clock, before they may vote to pass the one to act."""
DESERTED_SECONDS = 86_400.0
"""How long a game waits for the first of its people when all are away."""
FORGOTTEN_SECONDS = 60 * 86_400.0
"""How long a game may stand still that is paused, or has no clock."""


def with_clock_started(record: Record, clock: int, now: float) -> Record:
    """Return the record with the clock of the present decision started."""
    return replace(record, since=now, clock=clock, votes=())


def next_pace(clock: int) -> int:
    """Return the pace that a lobby offers after this one."""
    return PACES[(PACES.index(clock) + 1) % len(PACES)] if clock in PACES else PACES[0]


def shown_end(record: Record) -> float | None:
    """Return when the present turn's time ends (Unix seconds), if a board is to say so."""
    return record.since + record.clock if 0 < record.clock <= SHOWN_SECONDS else None


def with_votes(record: Record, votes: tuple[Seat, ...]) -> Record:
    """Return the record with these votes to pass the one to act."""
    return replace(record, votes=votes, revision=record.revision + 1)


def deadlines(record: Record, *, computing: bool) -> tuple[Deadline, ...]:
    """List the deadlines of a table; `computing`: a computer is to act, so that nobody is waited for."""
    if record.status != "playing":
        return ()
    if record.paused:
        return (Deadline(ABANDON, record.id, record.since + FORGOTTEN_SECONDS),)
    if record.deserted:
        return (Deadline(ABANDON, record.id, record.since + DESERTED_SECONDS),)
    if computing:
        return ()
    return (*_ring(record), *_ends(record))


def _ring(record: Record) -> tuple[Deadline, ...]:
    """Return when a board rings that was edited at first: where somebody waits, and no reminder comes as soon."""
    reminded = record.clock - reminder_seconds(record.clock) if record.clock else FORGOTTEN_SECONDS
    if record.place.private or sum(seat.active for seat in record.seats) < 2 or reminded <= RING_SECONDS:
        return ()
    return (Deadline(RING, record.id, record.since + RING_SECONDS),)


def _ends(record: Record) -> tuple[Deadline, ...]:
    """Return the deadlines by which a turn does not last for ever."""
    if record.clock:
        remind = Deadline(REMIND, record.id, record.since + record.clock - reminder_seconds(record.clock))
        return (remind, Deadline(EXPIRE_TURN, record.id, record.since + record.clock))
    vote = Deadline(VOTE, record.id, record.since + VOTE_SECONDS)
    return (vote, Deadline(ABANDON, record.id, record.since + FORGOTTEN_SECONDS))


def removed_deadlines(before: tuple[Deadline, ...], after: tuple[Deadline, ...]) -> tuple[tuple[str, str], ...]:
    """List the deadlines (kind, key) that are no more."""
    kept = {(deadline.kind, deadline.key) for deadline in after}
    return tuple(pair for deadline in before if (pair := (deadline.kind, deadline.key)) not in kept)


def reminder_seconds(clock: int) -> float:
    """Return how many seconds of a turn are left when it is reminded of: half of them, in whole minutes where
    that can be.
    """
    half = clock / 2
    return half // 60 * 60 or half


def is_reminder_due(record: Record, now: float) -> bool:
    """Return whether about half of a turn's time has passed but not all of it, and no reminder has been sent."""
    left = record.since + record.clock - now
    return 0 < left <= reminder_seconds(record.clock) and record.reminded != record.since


def with_reminder_sent(record: Record) -> Record:
    return replace(record, reminded=record.since)


def with_reminders(record: Record, reminders: tuple[ReminderRecord, ...]) -> Record:
    return replace(record, reminders=reminders)


def is_over(record: Record, now: float) -> bool:
    return bool(record.clock) and now - record.since >= record.clock


def may_vote(record: Record, now: float) -> bool:
    return not record.clock and not record.resting and now - record.since >= VOTE_SECONDS
