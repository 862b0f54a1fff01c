"""Seats that change hands while a game runs: left, taken back, given to a newcomer; and the pause of a whole game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from bot.engine.rules import Seat
from bot.errors import Refusal
from bot.i18n.lazy import lazy
from bot.i18n.names import distinct
from bot.i18n.translator import Translator
from bot.messaging import Answer, Button, Caller, Post, Press
from bot.table.core.table import Table, TableChange
from bot.table.model import play, turn_clock
from bot.table.model.record import Newcomer, Record, SeatRecord, digest
from bot.table.model.refusals import BEGUN, GAME_OVER, NOT_SEATED, NOT_STARTED, OUT_OF_DATE
from bot.table.model.tokens import free
from bot.table.pages.status_rows import voters
from bot.table.publishing.messenger import Messenger
from bot.table.running.computer_players import ComputerPlayers

NEWCOMERS = 8
"""So many may ask for seats at once; the first to ask are forgotten first."""
KEY = 12
"""Letters of a newcomer's key that a button carries."""


async def save_without_person(change: TableChange, record: Record, *, seen: str = "") -> None:
    """Write that a seat has passed to the computer; a table with no person left ends itself."""
    if any(seat.occupied for seat in record.seats):
        await change.save(record, seen=seen, new_people=True)
    else:
        await change.close(seen=seen)


@dataclass(frozen=True)
class Seats:
    """What the buttons about seats do. Each may raise Refusal."""

    clock: Callable[[], float]
    messenger: Messenger
    computers: ComputerPlayers

    async def back(self, change: TableChange, press: Press, _: str) -> Answer:
        table = _running(change)
        seat = table.record.seat_of(press.caller.person)
        if seat is None:
            raise Refusal(NOT_SEATED)
        if table.record.seats[seat].away:
            await change.save(play.come_back(table.record, seat), seen=press.id)
        return Answer(
            # NOTE: Alert after "I'm back".
            (await table.translator_for(press.caller)).t("Welcome back! You’re in the game again."),
            confirms=True,
        )

    async def vote(self, change: TableChange, press: Press, _: str) -> Answer:
        table = _running(change)
        record, tr = table.record, await table.translator_for(press.caller)
        votes, others = _vote(table, record.seat_of(press.caller.person), self.clock())
        if votes != record.votes:
            await change.save(turn_clock.with_votes(record, votes), seen=press.id)
        if 2 * sum(seat in votes for seat in others) > len(others):
            self.computers.request_substitute(table, record.decision)
            # NOTE: Alert after the vote that decided not to wait for an absent player.
            return Answer(tr.t("The computer is playing this turn."), confirms=True)
        # NOTE: Alert after a vote not to wait for an absent player.
        return Answer(tr.t("Vote counted, but more are needed."), confirms=True)

    async def pause(self, change: TableChange, press: Press, _: str) -> Answer:
        await self.set_paused(change, press.id, paused=True)
        tr = await change.table.translator_for(press.caller)
        # NOTE: Alert to the host, who has paused the game.
        return Answer(edit=Post(tr.rich("The game is paused. Resume it with /pause or the button under the board.")))

    async def resume(self, change: TableChange, press: Press, _: str) -> Answer:
        await self.set_paused(change, press.id, paused=False)
        # NOTE: Alert to the one who ended the pause.
        return Answer((await change.table.translator_for(press.caller)).t("The game continues."), confirms=True)

    async def set_paused(self, change: TableChange, seen: str, *, paused: bool) -> None:
        """Pause a game or go on with it; twice changes nothing."""
        table = _running(change)
        record = table.record
        if record.paused != paused:
            await change.save(replace(record, paused=paused, revision=record.revision + 1), seen=seen)

    # -- a newcomer --------------------------------------------------------------------------------------------------

    async def ask(self, change: TableChange, caller: Caller, seen: str) -> None:
        """Ask the host to give somebody a computer's seat. Raise Refusal."""
        table = _running(change)
        record = table.record
        if record.seat_of(caller.person) is not None:
            raise Refusal(lazy("You already have a seat."))
        if not any(_is_open_seat(seat) for seat in record.seats):
            raise Refusal(BEGUN)
        key = digest(record.id, caller.person.platform, caller.person.id)[:KEY]
        others = tuple(other for other in record.newcomers if other.key != key)[-NEWCOMERS + 1 :]
        names = replace(record, newcomers=others).names()
        newcomer = Newcomer(caller.person, distinct(caller.name, names), key)
        await change.save(replace(record, newcomers=(*others, newcomer)), seen=seen)
        self.messenger.post(record.place, _question(table.record, newcomer, await table.translator()))

    async def give(self, change: TableChange, press: Press, rest: str) -> Answer:
        """Hand a computer's seat to a newcomer, between two turns."""
        table = _running(change)
        record = table.record
        seat_key, _, key = rest.partition("_")
        newcomer = next((other for other in record.newcomers if other.key == key), None)
        if newcomer is None:
            raise Refusal(OUT_OF_DATE)
        seat = next((n for n, s in enumerate(record.seats) if s.key[:KEY] == seat_key and _is_open_seat(s)), None)
        if seat is None:
            return await self._other_seat(change, press, newcomer)
        if record.seat_of(newcomer.person) is not None:
            # NOTE: Alert to the host, who gives a seat to somebody who has one by now.
            raise Refusal(lazy("They already have a seat."))
        record = play.take_over(_without_newcomer(record, key), seat, newcomer.person, newcomer.name)
        await change.save(record, seen=press.id, new_people=True)
        tr = await table.translator()
        name = tr.mention(newcomer.name, newcomer.person)
        # NOTE: A person has taken a computer's seat.
        return Answer(edit=Post(tr.rich("{name} is now in the game.", name=name)))

    async def _other_seat(self, change: TableChange, press: Press, newcomer: Newcomer) -> Answer:
        """Ask about the seats that are left when the one that was offered has gone; where none is, that is the end."""
        table = change.table
        if not any(_is_open_seat(seat) for seat in table.record.seats):
            return await self.deny(change, press, newcomer.key)
        return Answer(edit=_question(table.record, newcomer, await table.translator()))

    async def deny(self, change: TableChange, press: Press, key: str) -> Answer:
        table = change.table
        newcomer = next((other for other in table.record.newcomers if other.key == key), None)
        if newcomer is None:
            raise Refusal(OUT_OF_DATE)
        if table.record.live:
            await change.save(_without_newcomer(table.record, key), seen=press.id)
        tr = await table.translator()
        # NOTE: In place of the question to the host, when the host has said no or no seat is left.
        text = tr.rich("{name} isn’t joining this game.", name=tr.name(newcomer.name))
        return Answer(edit=Post(text))


def _question(record: Record, newcomer: Newcomer, tr: Translator) -> Post:
    host = next((seat for seat in record.seats if seat.person == record.host and seat.occupied), None)
    name = tr.name(newcomer.name)
    text = (
        # NOTE: Under a running game, in the group. The host is not known by name.
        tr.rich("{name} would like to play. The host can give them a computer’s seat.", name=name)
        if host is None
        # NOTE: Under a running game, in the group, to the host.
        else tr.rich(
            "{name} would like to play. {host}, will you give them a computer’s seat?",
            name=name,
            host=tr.mention(host.name, host.person),
        )
    )
    rows = [
        (
            Button(
                # NOTE: Button below that question. {name} is the computer whose seat is given away.
                tr.t("Yes, replace {name}", name=tr.name(seat.label)),
                free(record, f"give_{seat.key[:KEY]}_{newcomer.key}"),
                style="success",
            ),
        )
        for seat in record.seats
        if _is_open_seat(seat)
    ]
    # NOTE: Button: the host gives no seat.
    no = (Button(tr.t("No"), free(record, f"deny_{newcomer.key}")),)
    return Post(text, keyboard=(*rows, no))


def _is_open_seat(seat: SeatRecord) -> bool:
    return bool(seat.computer) and seat.present


def _without_newcomer(record: Record, key: str) -> Record:
    return replace(record, newcomers=tuple(other for other in record.newcomers if other.key != key))


def _vote(table: Table, seat: Seat | None, now: float) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the votes to pass the one to act, with that of a seat, and who may vote. Raise Refusal."""
    if seat is None:
        raise Refusal(NOT_SEATED)
    if table.awaited is None or not turn_clock.may_vote(table.record, now):
        # NOTE: Alert: a vote not to wait came when nobody had to be waited for.
        raise Refusal(lazy("Nobody is holding up the game right now."))
    if seat == table.awaited:
        # NOTE: Alert: the player asked what is awaited, or voted not to wait for somebody, and it is their own turn.
        raise Refusal(lazy("It’s your turn, so go ahead."))
    return tuple(sorted({*table.record.votes, seat})), voters(table.record, table.awaited)


def _running(change: TableChange) -> Table:
    record = change.table.record
    if record.status != "playing":
        raise Refusal(NOT_STARTED if record.live else GAME_OVER)
    return change.table
