"""What stands beside a running game's own buttons and lines: who is away, votes, a pause, an open seat."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec.structs import replace

from bot.engine.presentation import BoardView
from bot.engine.rules import Seat
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Button, Keyboard, RichText, Span
from bot.table.model import turn_clock
from bot.table.model.record import Record
from bot.table.pages.board_text import button

# NOTE: Button under the board, for a player whom the computer has played for. Free of gender.
I_AM_BACK = lazy("I’m back")
"""The button of who was away; whoever has to press it is told so in the language of the board."""


def standing_still(record: Record, scene: BoardView, tr: Translator) -> BoardView:
    """Return the view of a game that rests: it says so first, and nothing can be chosen."""
    headline = (
        # NOTE: Under the board, to all players.
        tr.rich("⏸ Paused. The host can resume the game at any time.")
        if record.paused
        else tr.rich("⏸ Everyone is away. The game will wait for a day.")
    )
    return replace(scene, headline=headline, choices=())


def with_end_of_turn(record: Record, scene: BoardView, tr: Translator) -> BoardView:
    """Return the view of a game with the time until which its turn may take, unless that is far away or open."""
    end = turn_clock.shown_end(record)
    if end is None:
        return scene
    # Nobody's time zone is known here, so the words name theirs; most readers see their own time in the place of it.
    hours_minutes = f"{datetime.fromtimestamp(end, UTC):%H:%M}"
    # NOTE: A time of day in Coordinated Universal Time, such as 18:05 UTC.
    time = Span(tr.t("{time} UTC", time=hours_minutes), moment=int(end))
    # NOTE: Heading of the board. {turn} is "Ann’s turn", {time} a time of day.
    return replace(scene, headline=tr.rich("{turn} · until {time}", turn=scene.headline, time=time))


def side_notes(record: Record, awaited: Seat | None, tr: Translator) -> list[RichText]:
    """Return lines about whom a computer plays or has just played for, and how a vote stands."""
    if record.status != "playing":
        return []
    notes = [
        # NOTE: Under the board: {name} is a player whose turns the computer plays until they are back.
        tr.rich("🤖 {name} is away, so the computer is playing.", name=_called(record, number, tr))
        if seat.away
        # NOTE: Under the board: {name} is a player who did nothing in time; the computer played one turn, their last.
        else tr.rich("🤖 {name} ran out of time, so the computer played that turn.", name=tr.name(seat.name))
        for number, seat in enumerate(record.seats)
        if seat.occupied and (seat.away or seat.missed)
    ]
    if record.votes and awaited is not None:
        notes.append(
            # NOTE: Under the board: the others have begun to vote. {voters} is how many can vote.
            tr.rich(
                "{name} is keeping you waiting. Votes to let the computer play: {votes} of {voters}.",
                name=tr.name(record.seats[awaited].label),
                votes=len(record.votes),
                voters=len(voters(record, awaited)),
            )
        )
    return notes


def side_buttons(record: Record, awaited: Seat | None, now: float, tr: Translator) -> Keyboard:
    """Return the rows of buttons for what may be done beside the game."""
    rows: list[tuple[Button, ...]] = []
    if record.paused:
        # NOTE: Button under the board of a paused game.
        rows.append((button(record, tr.t("▶ Resume"), "resume", "success"),))
    if any(seat.occupied and seat.away for seat in record.seats):
        rows.append((button(record, tr.translate(I_AM_BACK), "back", "success"),))
    if awaited is not None and turn_clock.may_vote(record, now) and voters(record, awaited):
        name = tr.name(record.seats[awaited].label)
        # NOTE: Button under the board: a vote that the computer shall play this turn of the absent {name}.
        rows.append((button(record, tr.t("Don’t wait for {name}", name=name), "pass"),))
    if not record.place.private and any(seat.computer and seat.present for seat in record.seats):
        # NOTE: Button under the board, for people who watch a game in which a computer plays.
        rows.append((button(record, tr.t("🪑 Take a computer’s seat"), "seat"),))
    return tuple(rows)


def voters(record: Record, awaited: Seat) -> tuple[Seat, ...]:
    """List the seats that may vote to pass the one to act."""
    return tuple(number for number, seat in enumerate(record.seats) if seat.active and number != awaited)


def _called(record: Record, number: Seat, tr: Translator) -> Span:
    seat = record.seats[number]
    return tr.mention(seat.name, seat.person)
