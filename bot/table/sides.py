"""What stands beside a running game's own buttons and lines: who is away, votes, a pause, a seat to be had."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.game import Seat
from bot.games.scene import Scene
from bot.port import Button, Rich, Span
from bot.table import clocks
from bot.table.record import Record
from bot.table.telling import Keyboard, button
from bot.words import Words

__all__ = ["side_buttons", "side_notes", "standing_still", "voters"]


def standing_still(record: Record, scene: Scene, words: Words) -> Scene:
    """Give the scene of a game that rests: it says so first, and nothing can be chosen."""
    headline = (
        words.rich("⏸ Paused. The host can go on whenever you like.")
        if record.paused
        else words.rich("⏸ Everybody is away. The game waits for a day.")
    )
    return replace(scene, headline=headline, choices=())


def side_notes(record: Record, awaited: Seat | None, words: Words) -> list[Rich]:
    """Say for whom a computer plays or has just played, and how a vote stands."""
    if record.status != "playing":
        return []
    notes = [
        words.rich("🤖 The computer plays for {name}, who is away.", name=_called(record, number, words))
        if seat.away
        else words.rich("🤖 The computer played the last turn of {name}, who let it pass.", name=words.name(seat.name))
        for number, seat in enumerate(record.seats)
        if seat.held and (seat.away or seat.missed)
    ]
    if record.votes and awaited is not None:
        notes.append(
            words.rich(
                "Votes not to wait for {name}: {votes} of {voters}.",
                name=words.name(record.seats[awaited].label),
                votes=len(record.votes),
                voters=len(voters(record, awaited)),
            )
        )
    return notes


def side_buttons(record: Record, awaited: Seat | None, now: float, words: Words) -> Keyboard:
    """Give the rows for what may be done beside the game."""
    rows: list[tuple[Button, ...]] = []
    if record.paused:
        rows.append((button(record, words.say("▶ Go on"), "resume", "success"),))
    if any(seat.held and seat.away for seat in record.seats):
        rows.append((button(record, words.say("I am back"), "back", "success"),))
    if awaited is not None and clocks.may_vote(record, now) and voters(record, awaited):
        name = words.name(record.seats[awaited].label)
        rows.append((button(record, words.say("Vote: don't wait for {name}", name=name), "pass"),))
    if not record.place.private and any(seat.computer and seat.present for seat in record.seats):
        rows.append((button(record, words.say("🪑 Play instead of a computer"), "seat"),))
    return tuple(rows)


def voters(record: Record, awaited: Seat) -> tuple[Seat, ...]:
    """List the seats that may vote to pass the one to act."""
    return tuple(number for number, seat in enumerate(record.seats) if seat.attended and number != awaited)


def _called(record: Record, number: Seat, words: Words) -> Span:
    seat = record.seats[number]
    return Span(words.name(seat.name), "mention", seat.person)
