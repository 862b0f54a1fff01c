"""Seats that change hands while a game runs: left, taken back, given to a newcomer; and the pause of a whole game."""

from __future__ import annotations

from msgspec.structs import replace

from bot.errors import Refusal
from bot.i18n.names import clean_name
from bot.i18n.translator import Translator, lazy
from bot.messaging import Answer, Button, Caller, Post, Press
from bot.table.core.table import Table
from bot.table.model import play
from bot.table.model.record import Newcomer, Record, SeatRecord, digest
from bot.table.model.refusals import BEGUN, GAME_OVER, NOT_SEATED, OUT_OF_DATE
from bot.table.pages.board_text import free
from bot.table.running.manager import TableManager

NEWCOMERS = 8
"""So many may ask for seats at once; the first to ask are forgotten first."""
KEY = 12
"""Letters of a newcomer's key that a button carries."""


async def left_behind(table: Table, record: Record, seen: str = "") -> None:
    """Write that a seat has passed to the computer; a table with no person left ends itself."""
    if any(seat.occupied for seat in record.seats):
        await table.save(record, seen, sitting=record.people())
    else:
        await table.close(seen)


class Seats:
    """What the buttons about seats do; the table's lock is held."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._hub = manager.hub

    async def back(self, table: Table, press: Press, _: str) -> Answer:
        """Give the seat back to who was away."""
        _running(table)
        seat = table.record.seat_of(press.caller.person)
        if seat is None:
            raise Refusal(NOT_SEATED)
        if table.record.seats[seat].away:
            await table.save(play.come_back(table.record, seat), press.id)
        return Answer((await table.translator_for(press.caller)).t("Welcome back. You play again."), confirms=True)

    async def vote(self, table: Table, press: Press, _: str) -> Answer:
        """Vote to pass who is long in coming."""
        _running(table)
        record, tr = table.record, await table.translator_for(press.caller)
        if await self._manager.absence.vote(table, record.seat_of(press.caller.person), press.id):
            self._manager.chore(self._hub.computers.substitute(table, record.decision))
            return Answer(tr.t("The computer plays this turn."), confirms=True)
        return Answer(tr.t("Your vote is counted. More votes are needed."), confirms=True)

    async def pause(self, table: Table, press: Press, _: str) -> Answer:
        """Let a game rest, for as long as its host likes."""
        await self.set_paused(table, press.id, paused=True)
        tr = await table.translator_for(press.caller)
        return Answer(edit=Post(tr.rich("The game is paused. Go on with /pause or the button under the board.")))

    async def resume(self, table: Table, press: Press, _: str) -> Answer:
        """Go on with a paused game."""
        await self.set_paused(table, press.id, paused=False)
        return Answer((await table.translator_for(press.caller)).t("The game goes on."), confirms=True)

    async def set_paused(self, table: Table, seen: str, *, paused: bool) -> None:
        """Pause a game or go on with it; twice changes nothing."""
        _running(table)
        record = table.record
        if record.paused != paused:
            await table.save(replace(record, paused=paused, revision=record.revision + 1), seen)

    # -- a newcomer --------------------------------------------------------------------------------------------------

    async def ask(self, table: Table, caller: Caller, seen: str) -> Translator:
        """Ask the host to give somebody a computer's seat; gives the asker's words. Raises Refusal."""
        _running(table)
        record = table.record
        if record.seat_of(caller.person) is not None:
            raise Refusal(lazy("You already have a seat."))
        if not any(_is_open_seat(seat) for seat in record.seats):
            raise Refusal(BEGUN)
        key = digest(record.id, caller.person.platform, caller.person.id)[:KEY]
        others = tuple(other for other in record.newcomers if other.key != key)[-NEWCOMERS + 1 :]
        newcomer = Newcomer(caller.person, clean_name(caller.name), key)
        await table.save(replace(record, newcomers=(*others, newcomer)), seen)
        self._manager.post(record.place, _question(table.record, newcomer, await table.translator()))
        return await table.translator_for(caller)

    async def give(self, table: Table, press: Press, rest: str) -> Answer:
        """Give a newcomer the seat of a computer, between two turns."""
        _running(table)
        record = table.record
        seat_key, _, key = rest.partition("_")
        newcomer = next((other for other in record.newcomers if other.key == key), None)
        if newcomer is None:
            raise Refusal(OUT_OF_DATE)
        seat = next((n for n, s in enumerate(record.seats) if s.key[:KEY] == seat_key and _is_open_seat(s)), None)
        if seat is None:
            return await self._other_seat(table, press, newcomer)
        if record.seat_of(newcomer.person) is not None:
            raise Refusal(lazy("They already have a seat."))
        record = play.take_over(_without_newcomer(record, key), seat, newcomer.person, newcomer.name)
        await table.save(record, press.id, sitting=record.people())
        tr = await table.translator()
        name = tr.mention(newcomer.name, newcomer.person)
        return Answer(edit=Post(tr.rich("{name} plays from now on.", name=name)))

    async def _other_seat(self, table: Table, press: Press, newcomer: Newcomer) -> Answer:
        """Ask about the seats that are left when the one that was offered has gone; where none is, that is the end."""
        if not any(_is_open_seat(seat) for seat in table.record.seats):
            return await self.deny(table, press, newcomer.key)
        return Answer(edit=_question(table.record, newcomer, await table.translator()))

    async def deny(self, table: Table, press: Press, key: str) -> Answer:
        """Give a newcomer no seat."""
        newcomer = next((other for other in table.record.newcomers if other.key == key), None)
        if newcomer is None:
            raise Refusal(OUT_OF_DATE)
        if table.record.live:
            await table.save(_without_newcomer(table.record, key), press.id)
        tr = await table.translator()
        text = tr.rich("No seat for {name} in this game.", name=tr.name(newcomer.name))
        return Answer(edit=Post(text))


def _question(record: Record, newcomer: Newcomer, tr: Translator) -> Post:
    host = next((seat for seat in record.seats if seat.person == record.host and seat.occupied), None)
    name = tr.name(newcomer.name)
    text = (
        tr.rich("{name} would like to play. Whoever hosts this table may give them a computer's seat.", name=name)
        if host is None
        else tr.rich(
            "{name} would like to play. {host}, will you give them a computer's seat?",
            name=name,
            host=tr.mention(host.name, host.person),
        )
    )
    rows = [
        (
            Button(
                tr.t("Give them the seat of {name}", name=tr.name(seat.label)),
                free(record, f"give_{seat.key[:KEY]}_{newcomer.key}"),
                style="success",
            ),
        )
        for seat in record.seats
        if _is_open_seat(seat)
    ]
    no = (Button(tr.t("No"), free(record, f"deny_{newcomer.key}")),)
    return Post(text, keyboard=(*rows, no))


def _is_open_seat(seat: SeatRecord) -> bool:
    return bool(seat.computer) and seat.present


def _without_newcomer(record: Record, key: str) -> Record:
    return replace(record, newcomers=tuple(other for other in record.newcomers if other.key != key))


def _running(table: Table) -> None:
    if table.record.status != "playing":
        raise Refusal(GAME_OVER)
