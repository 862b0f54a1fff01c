"""The small menus beside a board: ending a game, removing a player, leaving, and choosing among one's tables."""

from __future__ import annotations

from bot.errors import Refusal
from bot.port import Answer, Button, Person, Post, Press, Span
from bot.table import play
from bot.table.house import House
from bot.table.record import SeatRecord
from bot.table.table import Table
from bot.table.telling import free
from bot.words import Words, msg

__all__ = ["Menus", "ask_leave", "ask_stop", "ask_table"]

OUT_OF_DATE = msg("This button is out of date.")


def ask_stop(table: Table, words: Words) -> Post:
    """Ask once more before a game is ended, or a player removed."""
    record = table.record
    seats = [
        (Button(words.say("Remove {name}", name=words.name(seat.name)), free(record, f"kick_{seat.key}")),)
        for seat in record.seats
        if seat.present
    ]
    end = Button(words.say("Yes, end the game"), free(record, "end"), style="danger")
    stay = Button(words.say("Never mind"), free(record, "stay"))
    return Post(words.rich("End this game for everybody? Nobody will win it."), keyboard=((end,), *seats, (stay,)))


def ask_leave(table: Table, seat: SeatRecord, words: Words) -> Post:
    """Ask once more before a seat is left."""
    go = Button(words.say("Leave the game"), free(table.record, f"go_{seat.key}"), style="danger")
    stay = Button(words.say("Stay"), free(table.record, "stay"))
    text = words.rich(
        "{name}, leave this game? Your cards stay and count, your turns are skipped, and there is no way back.",
        name=Span(words.name(seat.name), "mention", seat.person),
    )
    return Post(text, keyboard=((go, stay),))


def ask_table(tables: list[Table], verb: str, words: Words) -> Post:
    """Ask which of several tables a command in the private chat means."""
    rows = tuple((Button(_label(table, words), free(table.record, f"pick_{verb}")),) for table in tables)
    return Post(words.rich("Which table?"), keyboard=rows)


def _label(table: Table, words: Words) -> str:
    title = table.game.scenes.title(words)
    return (
        words.say("{game} in {chat}", game=title, chat=words.name(table.record.title)) if table.record.title else title
    )


class Menus:
    """What the buttons of these menus do."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._hub = house.hub

    async def end(self, table: Table, press: Press, _: str) -> Answer:
        """End a game: nobody wins."""
        await self._house.abandon(table, press.id, press.caller.name)
        words = await table.words()
        return Answer(edit=Post(words.rich("{name} has ended the game.", name=words.name(press.caller.name))))

    async def kick(self, table: Table, press: Press, key: str) -> Answer:
        """Ask once more before a player is removed."""
        seat = table.record.seats[self._seat(table, key)]
        words = await table.words()
        yes = Button(words.say("Yes, remove"), free(table.record, f"kicked_{key}"), style="danger")
        stay = Button(words.say("Never mind"), free(table.record, "stay"))
        text = words.rich("Remove {name} from this game?", name=words.name(seat.name))
        return Answer(edit=Post(text, keyboard=((yes, stay),)))

    async def kicked(self, table: Table, press: Press, key: str) -> Answer:
        """Remove a player from a running game."""
        return await self._leave(table, press, self._seat(table, key))

    async def go(self, table: Table, press: Press, key: str) -> Answer:
        """Leave a running game; only the one who asked can confirm."""
        number = self._seat(table, key)
        if table.record.seats[number].person != press.caller.person:
            raise Refusal(msg("This question is for somebody else."))
        return await self._leave(table, press, number)

    async def stay(self, table: Table, press: Press, _: str) -> Answer:
        """Take the menu away; nothing happens."""
        self._house.chore(self._remove(press))
        return Answer()

    async def pick(self, table: Table, press: Press, verb: str) -> Answer:
        """Carry out the command that asked which table was meant."""
        await self._house.commands.for_table(verb, table, press.caller, press.place)
        self._house.chore(self._remove(press))
        return Answer()

    def _seat(self, table: Table, key: str) -> int:
        if table.record.status != "playing":
            raise Refusal(msg("This game is over."))
        for number, seat in enumerate(table.record.seats):
            if seat.key == key and seat.present:
                return number
        raise Refusal(OUT_OF_DATE)

    async def _leave(self, table: Table, press: Press, number: int) -> Answer:
        name = table.record.seats[number].name
        await table.save_turn(play.leave(table.record, table.game, table.state, number), press.id)
        words = await table.words()
        return Answer(edit=Post(words.rich("{name} has left the game.", name=words.name(name))))

    async def _remove(self, press: Press) -> None:
        if press.message is None:
            return
        chat = self._hub.chat(press.place)
        if press.place.private:
            await chat.unwhisper(Person(press.place.platform, press.place.chat), press.message)
        else:
            await chat.remove(press.place, press.message)
