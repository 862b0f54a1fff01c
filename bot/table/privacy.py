"""`/privacy`: what is stored of a person, and its deletion."""

from __future__ import annotations

from msgspec.structs import replace

from bot.errors import Refusal
from bot.port import Answer, Button, Command, Person, Post, Press
from bot.table import lobby, play
from bot.table.house import House
from bot.table.record import Record, decode_record, encode_record
from bot.table.telling import joined
from bot.words import Words, msg

__all__ = ["Privacy", "without"]

NOBODY = Person("", 0)


class Privacy:
    """Tells what is stored; deletes it when the person asks, in the private chat, and confirms."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._hub = house.hub

    def command(self, command: Command, words: Words) -> Post:
        """Answer `/privacy`."""
        days = self._house.keep_days
        lines = [
            words.rich("I keep your id, name and language, and whether I can write to you."),
            words.rich(
                "I keep the games you sit in with every move, so that a restart loses none and all can be checked."
            ),
            words.rich("A game is deleted {days} days after its end. I share nothing with anybody.", days=days),
        ]
        text = joined(lines)
        if command.place.private:
            delete = Button(words.say("Delete what you know of me"), "p.ask", style="danger")
            return Post(text, keyboard=((delete,),), silent=True)
        link = self._hub.chat(command.place).private_link("privacy")
        return Post(text, keyboard=((Button(words.say("See or delete my data"), url=link),),), silent=True)

    async def press(self, press: Press, rest: str, words: Words) -> Answer:
        """Ask once more, then delete."""
        if not press.place.private:
            raise Refusal(msg("This button is out of date."))
        if rest == "ask":
            yes = Button(words.say("Yes, delete it"), "p.delete", style="danger")
            text = words.rich("Delete it all? You leave every table you sit at. This cannot be undone.")
            return Answer(edit=Post(text, keyboard=((yes,),)))
        if rest != "delete":
            raise Refusal(msg("This button is out of date."))
        await self.forget(press.caller.person)
        return Answer(edit=Post(words.rich("I know nothing of you any more.")))

    async def forget(self, person: Person) -> None:
        """Leave every table, take the person out of ended ones, delete the rest."""
        for table in await self._house.of(person):
            async with table.lock:
                seat = table.record.seat_of(person)
                if seat is None:
                    continue
                if table.record.status == "lobby":
                    await table.save_seats(lobby.leave(table.record, person), "")
                else:
                    await table.save_turn(play.leave(table.record, table.game, table.state, seat))
                    if table.record.live:
                        await table.save(without(table.record, person))
        for identity in await self._hub.store.tables_of(person, live=False):
            row = await self._hub.store.table(identity)
            if row is not None and row.status in ("ended", "closed"):
                await self._hub.store.rewrite_record(identity, encode_record(without(decode_record(row), person)))
                self._house.drop(identity)
        await self._hub.people.forget(person)


def without(record: Record, person: Person) -> Record:
    """Take a person's id and name out of a record; the digests that prove the deal stay."""
    seats = tuple(replace(seat, person=NOBODY, name="—") if seat.person == person else seat for seat in record.seats)
    return replace(
        record,
        seats=seats,
        host=None if record.host == person else record.host,
        starter=None if record.starter == person else record.starter,
    )
