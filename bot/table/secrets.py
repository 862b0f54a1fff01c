"""What only one person may know, when that person asks for it."""

from __future__ import annotations

from bot.errors import ChatError, PersonUnreachable, Refusal
from bot.port import Answer, Caller, Person, Press
from bot.table import play
from bot.table.house import House
from bot.table.refusals import NOT_SEATED, OUT_OF_DATE
from bot.table.table import Table
from bot.words import Words, msg
from storage.rows import WhisperRow

__all__ = ["Secrets"]

NOTHING = msg("There is nothing only you may see just now.")


class Secrets:
    """Private answers: after a move, on "My secret", on "Seen", and for `/hand`."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._hub = house.hub

    async def answer(self, table: Table, turn: play.Turn, words: Words) -> Answer:
        """Tell the presser what they did; the secret itself where private messages are known not to reach them."""
        assert turn.seat is not None
        person = turn.record.seats[turn.seat].person
        private = any(event.audience == turn.seat for event in turn.events)
        if private and (await self._hub.people.get(person)).reachable is False:
            answer = await self._alert(table, person)
            if answer is not None:
                return answer
        return Answer(table.game.scenes.done(turn.played, words))

    async def show(self, table: Table, press: Press, _: str) -> Answer:
        """Show a secret whose time has not ended, in an answer that only the presser sees."""
        if table.record.seat_of(press.caller.person) is None:
            raise Refusal(NOT_SEATED)
        answer = await self._alert(table, press.caller.person)
        if answer is None:
            raise Refusal(NOTHING)
        return answer

    async def _alert(self, table: Table, person: Person) -> Answer | None:
        """Show somebody's newest secret at this table in a private answer; its time runs from now on."""
        rows = await self._hub.store.whispers(table=table.record.id, person=person)
        found = await self._house.courier.secret(rows[-1]) if rows else None
        if found is None:
            return await self._held(table, person)
        await self._house.courier.shown(rows[-1], None)
        return Answer(found[1].alert, alert=True)

    async def _held(self, table: Table, person: Person) -> Answer | None:
        seat = table.record.seat_of(person)
        held = "" if seat is None or table.state is None else await table.hands.alert(seat)
        return Answer(held, alert=True) if held else None

    async def seen(self, table: Table, press: Press, rest: str) -> Answer:
        """Take a whisper away at once, and any copy of it that a restart left."""
        row = await self._hub.store.whisper(int(rest)) if rest.isdecimal() else None
        if row is not None and row.person != press.caller.person:
            raise Refusal(OUT_OF_DATE)
        self._house.chore(self._take_away(table, press, row))
        return Answer()

    async def _take_away(self, table: Table, press: Press, row: WhisperRow | None) -> None:
        if row is not None:
            await self._house.courier.remove(row.id)
        if press.message is not None and press.place.private and (row is None or row.message != press.message):
            await self._hub.chat(table.record.place).unwhisper(press.caller.person, press.message)

    async def repeat_all(self, person: Person, table: Table) -> bool:
        """Send again all secrets whose time has not ended; False when there are none. Raises PersonUnreachable."""
        rows = await self._hub.store.whispers(table=table.record.id, person=person)
        repeated = [await self._house.courier.repeat(row) for row in rows]
        seat = table.record.seat_of(person)
        held = seat is not None and table.state is not None and await table.hands.show_anew(seat)
        return held or any(repeated)

    async def hand(self, caller: Caller, table: Table, words: Words) -> str:
        """Carry out `/hand`; gives what to say where it did not show a secret."""
        try:
            shown = await self.repeat_all(caller.person, table)
        except PersonUnreachable:
            await self._hub.people.set_reachable(caller.person, reachable=False)
            return words.say("I cannot write to you privately. Open our chat and press Start.")
        except ChatError:
            return words.say("Something went wrong. Try again in a moment.")
        return "" if shown else words.tell(NOTHING)
