"""The small menus beside a board: ending a game, removing a player, leaving, and choosing among one's tables."""

from __future__ import annotations

from collections.abc import Callable

from bot.errors import Refusal
from bot.port import Answer, Button, Person, Place, Post, Press, Span
from bot.table import play
from bot.table.house import House
from bot.table.record import SeatRecord
from bot.table.refusals import GAME_OVER, OUT_OF_DATE, RULERS_ONLY
from bot.table.rights import may_end, may_rule
from bot.table.seats import left_behind
from bot.table.table import Table
from bot.table.telling import free
from bot.words import Words, msg

__all__ = ["Menus", "ask_leave", "ask_stop", "ask_table"]


def ask_stop(table: Table, words: Words) -> Post:
    """Ask once more before a game is ended, or a player removed."""
    record = table.record
    alone = sum(seat.held for seat in record.seats) == 1  # to remove the last person is to end the game
    seats = [
        (Button(words.say("Remove {name}", name=words.name(seat.label)), free(record, f"kick_{seat.key}")),)
        for seat in record.seats
        if seat.present and not (alone and seat.held)
    ]
    end = Button(words.say("Yes, end the game"), free(record, "end"), style="danger")
    pause = () if record.paused else ((Button(words.say("⏸ Only pause it"), free(record, "pause")),),)
    stay = Button(words.say("Never mind"), free(record, "keep"))
    text = words.rich("End this game for everybody? Nobody will win it.")
    return Post(text, keyboard=((end,), *pause, *seats, (stay,)))


def ask_leave(table: Table, seat: SeatRecord, words: Words) -> Post:
    """Ask once more before a seat is left."""
    go = Button(words.say("Leave the game"), free(table.record, f"go_{seat.key}"), style="danger")
    stay = Button(words.say("Stay"), free(table.record, f"stay_{seat.key}"))
    name = Span(words.name(seat.name), "mention", seat.person)
    text = (
        words.rich("{name}, leave this game? Nobody else plays here, so that ends it.", name=name)
        if sum(other.held for other in table.record.seats) == 1
        else words.rich("{name}, leave this game? The computer plays on in your seat.", name=name)
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
        if table.record.status != "playing":
            raise Refusal(GAME_OVER)
        await self._house.abandon(table, press.id)
        words = await table.words()
        return Answer(edit=Post(words.rich("{name} has ended the game.", name=words.name(press.caller.name))))

    async def kick(self, table: Table, press: Press, key: str) -> Answer:
        """Ask once more before a player is removed."""
        seat = table.record.seats[self._seat(table, key)]
        words = await table.words()
        out = Button(words.say("Yes: skip this seat from now on"), free(table.record, f"kicked_{key}"), style="danger")
        computer = Button(words.say("Yes: the computer plays on"), free(table.record, f"relieve_{key}"))
        stay = Button(words.say("Never mind"), free(table.record, "keep"))
        text = words.rich("Remove {name} from this game?", name=words.name(seat.label))
        rows = ((out,), (stay,)) if seat.computer else ((computer,), (out,), (stay,))
        return Answer(edit=Post(text, keyboard=rows))

    async def kicked(self, table: Table, press: Press, key: str) -> Answer:
        """Remove a player from a running game."""
        number = self._seat(table, key)
        name = table.record.seats[number].label
        turn = play.leave(table.record, table.game, table.state, number)
        if turn.record.status == "ended" or any(seat.held for seat in turn.record.seats):
            await table.save_turn(turn, press.id)
        else:
            await table.close(press.id)
        words = await table.words()
        return Answer(edit=Post(words.rich("{name} was removed from the game.", name=words.name(name))))

    async def relieve(self, table: Table, press: Press, key: str) -> Answer:
        """Remove a person from a running game and let the computer play on."""
        number = self._seat(table, key)
        name = table.record.seats[number].name
        if not table.record.seats[number].held:
            raise Refusal(OUT_OF_DATE)
        await left_behind(table, play.hand_over(table.record, number), press.id)
        words = await table.words()
        return Answer(edit=_replaced(table, number, name, words))

    async def go(self, table: Table, press: Press, key: str) -> Answer:
        """Leave a running game; only the one who asked can confirm."""
        number = self._seat(table, key)
        seat = table.record.seats[number]
        _check_asker(seat, press)
        await left_behind(table, play.hand_over(table.record, number), press.id)
        words = await self._words(table, press)
        return Answer(edit=_replaced(table, number, seat.name, words))

    async def stay(self, table: Table, press: Press, key: str) -> Answer:
        """Take the question away whether to leave; only the one who asked can."""
        seat = next((seat for seat in table.record.seats if seat.key == key), None)
        if seat is None:
            raise Refusal(OUT_OF_DATE)
        _check_asker(seat, press)
        self._house.chore(self._remove(press))
        return Answer(remove=True)

    async def keep(self, table: Table, press: Press, _: str) -> Answer:
        """Take the question away whether to end a game or remove a player; only who could have said yes can."""
        person = press.caller.person
        if not (await may_rule(self._hub, table.record, person) or await may_end(self._hub, table.record, person)):
            raise Refusal(RULERS_ONLY)
        self._house.chore(self._remove(press))
        return Answer(remove=True)

    async def pick(self, table: Table, press: Press, verb: str) -> Answer:
        """Carry out the command that asked, in the private chat, which table was meant."""
        if not press.place.private:
            raise Refusal(OUT_OF_DATE)
        answer = await self._house.commands.for_table(verb, table, press.caller, self._in(press.place))
        if answer is not None:
            return answer
        self._house.chore(self._remove(press))
        return Answer(remove=True)

    def _in(self, place: Place) -> Callable[[Post], None]:
        return lambda post: self._house.post(place, post)

    def _seat(self, table: Table, key: str) -> int:
        if table.record.status != "playing":
            raise Refusal(GAME_OVER)
        number = table.record.seat_by_key(key)
        if number is None:
            raise Refusal(OUT_OF_DATE)
        return number

    async def _words(self, table: Table, press: Press) -> Words:
        """Give the language a menu is in: the presser's in the private chat, else the table's."""
        words = await table.words()
        return await self._hub.people.words(press.caller, words.locale) if press.place.private else words

    async def _remove(self, press: Press) -> None:
        if press.message is None:
            return
        chat = self._hub.chat(press.place)
        if press.place.private:
            await chat.unwhisper(Person(press.place.platform, press.place.chat), press.message)
        else:
            await chat.remove(press.place, press.message)


def _replaced(table: Table, number: int, name: str, words: Words) -> Post:
    """Say who has left, and which computer plays on."""
    if not table.record.live:
        return Post(words.rich("{name} has left the game.", name=words.name(name)))
    robot = words.name(table.record.seats[number].label)
    return Post(words.rich("{name} has left the game. {robot} plays on.", name=words.name(name), robot=robot))


def _check_asker(seat: SeatRecord, press: Press) -> None:
    if seat.person != press.caller.person:
        raise Refusal(msg("This question is for somebody else."))
