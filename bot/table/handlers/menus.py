"""The small menus beside a board: ending a game, removing a player, leaving, and choosing among one's tables."""

from __future__ import annotations

from collections.abc import Callable

from bot.errors import Refusal
from bot.i18n.translator import Translator, lazy
from bot.messaging import Answer, Button, Post, Press
from bot.table.core.permissions import may_end, may_rule
from bot.table.core.table import Table
from bot.table.handlers.seats import left_behind
from bot.table.model import play
from bot.table.model.record import SeatRecord
from bot.table.model.refusals import GAME_OVER, OUT_OF_DATE, RULERS_ONLY
from bot.table.pages.board_text import free
from bot.table.running.manager import TableManager
from storage.ids import Person, Place


def ask_stop(table: Table, tr: Translator) -> Post:
    """Ask once more before a game is ended, or a player removed."""
    record = table.record
    alone = sum(seat.occupied for seat in record.seats) == 1  # to remove the last person is to end the game
    seats = [
        (Button(tr.t("Remove {name}", name=tr.name(seat.label)), free(record, f"kick_{seat.key}")),)
        for seat in record.seats
        if seat.present and not (alone and seat.occupied)
    ]
    end = Button(tr.t("Yes, end the game"), free(record, "end"), style="danger")
    pause = () if record.paused else ((Button(tr.t("⏸ Only pause it"), free(record, "pause")),),)
    stay = Button(tr.t("Never mind"), free(record, "keep"))
    text = tr.rich("End this game for everybody? Nobody will win it.")
    return Post(text, keyboard=((end,), *pause, *seats, (stay,)))


def ask_leave(table: Table, seat: SeatRecord, tr: Translator) -> Post:
    """Ask once more before a seat is left."""
    go = Button(tr.t("Leave the game"), free(table.record, f"go_{seat.key}"), style="danger")
    stay = Button(tr.t("Stay"), free(table.record, f"stay_{seat.key}"))
    name = tr.mention(seat.name, seat.person)
    text = (
        tr.rich("{name}, leave this game? Nobody else plays here, so that ends it.", name=name)
        if sum(other.occupied for other in table.record.seats) == 1
        else tr.rich("{name}, leave this game? The computer plays on in your seat.", name=name)
    )
    return Post(text, keyboard=((go, stay),))


def ask_table(tables: list[Table], verb: str, tr: Translator) -> Post:
    """Ask which of several tables a command in the private chat means."""
    rows = tuple((Button(_label(table, tr), free(table.record, f"pick_{verb}")),) for table in tables)
    return Post(tr.rich("Which table?"), keyboard=rows)


def _label(table: Table, tr: Translator) -> str:
    title = table.game.presenter.title(tr)
    return tr.t("{game} in {chat}", game=title, chat=tr.name(table.record.title)) if table.record.title else title


class Menus:
    """What the buttons of these menus do."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._hub = manager.hub

    async def end(self, table: Table, press: Press, _: str) -> Answer:
        """End a game: nobody wins."""
        if table.record.status != "playing":
            raise Refusal(GAME_OVER)
        await self._manager.abandon(table, press.id)
        tr = await table.translator()
        return Answer(edit=Post(tr.rich("{name} has ended the game.", name=tr.name(press.caller.name))))

    async def kick(self, table: Table, press: Press, key: str) -> Answer:
        """Ask once more before a player is removed."""
        seat = table.record.seats[self._seat(table, key)]
        tr = await table.translator()
        out = Button(tr.t("Yes: skip this seat from now on"), free(table.record, f"kicked_{key}"), style="danger")
        computer = Button(tr.t("Yes: the computer plays on"), free(table.record, f"relieve_{key}"))
        stay = Button(tr.t("Never mind"), free(table.record, "keep"))
        text = tr.rich("Remove {name} from this game?", name=tr.name(seat.label))
        rows = ((out,), (stay,)) if seat.computer else ((computer,), (out,), (stay,))
        return Answer(edit=Post(text, keyboard=rows))

    async def kicked(self, table: Table, press: Press, key: str) -> Answer:
        """Remove a player from a running game."""
        number = self._seat(table, key)
        name = table.record.seats[number].label
        turn = play.leave(table.record, table.game, table.state, number)
        if turn.record.status == "ended" or any(seat.occupied for seat in turn.record.seats):
            await table.save_turn(turn, press.id)
        else:
            await table.close(press.id)
        tr = await table.translator()
        return Answer(edit=Post(tr.rich("{name} was removed from the game.", name=tr.name(name))))

    async def relieve(self, table: Table, press: Press, key: str) -> Answer:
        """Remove a person from a running game and let the computer play on."""
        number = self._seat(table, key)
        name = table.record.seats[number].name
        if not table.record.seats[number].occupied:
            raise Refusal(OUT_OF_DATE)
        await left_behind(table, play.hand_over(table.record, number), press.id)
        tr = await table.translator()
        return Answer(edit=_replaced(table, number, name, tr))

    async def go(self, table: Table, press: Press, key: str) -> Answer:
        """Leave a running game; only the one who asked can confirm."""
        number = self._seat(table, key)
        seat = table.record.seats[number]
        _check_asker(seat, press)
        await left_behind(table, play.hand_over(table.record, number), press.id)
        tr = await self._translator(table, press)
        return Answer(edit=_replaced(table, number, seat.name, tr))

    async def stay(self, table: Table, press: Press, key: str) -> Answer:
        """Take the question away whether to leave; only the one who asked can."""
        seat = next((seat for seat in table.record.seats if seat.key == key), None)
        if seat is None:
            raise Refusal(OUT_OF_DATE)
        _check_asker(seat, press)
        self._manager.chore(self._remove(press))
        return Answer(remove=True)

    async def keep(self, table: Table, press: Press, _: str) -> Answer:
        """Take the question away whether to end a game or remove a player; only who could have said yes can."""
        person = press.caller.person
        if not (await may_rule(self._hub, table.record, person) or await may_end(self._hub, table.record, person)):
            raise Refusal(RULERS_ONLY)
        self._manager.chore(self._remove(press))
        return Answer(remove=True)

    async def pick(self, table: Table, press: Press, verb: str) -> Answer:
        """Carry out the command that asked, in the private chat, which table was meant."""
        if not press.place.private:
            raise Refusal(OUT_OF_DATE)
        answer = await self._manager.commands.for_table(verb, table, press.caller, self._in(press.place))
        if answer is not None:
            return answer
        self._manager.chore(self._remove(press))
        return Answer(remove=True)

    def _in(self, place: Place) -> Callable[[Post], None]:
        return lambda post: self._manager.post(place, post)

    def _seat(self, table: Table, key: str) -> int:
        if table.record.status != "playing":
            raise Refusal(GAME_OVER)
        number = table.record.seat_by_key(key)
        if number is None:
            raise Refusal(OUT_OF_DATE)
        return number

    async def _translator(self, table: Table, press: Press) -> Translator:
        """Give the language a menu is in: the presser's in the private chat, else the table's."""
        tr = await table.translator()
        return await self._hub.people.translator(press.caller, tr.locale) if press.place.private else tr

    async def _remove(self, press: Press) -> None:
        if press.message is None:
            return
        chat = self._hub.chat(press.place)
        if press.place.private:
            await chat.delete_private(Person(press.place.platform, press.place.chat), press.message)
        else:
            await chat.remove(press.place, press.message)


def _replaced(table: Table, number: int, name: str, tr: Translator) -> Post:
    """Say who has left, and which computer plays on."""
    if not table.record.live:
        return Post(tr.rich("{name} has left the game.", name=tr.name(name)))
    robot = tr.name(table.record.seats[number].label)
    return Post(tr.rich("{name} has left the game. {robot} plays on.", name=tr.name(name), robot=robot))


def _check_asker(seat: SeatRecord, press: Press) -> None:
    if seat.person != press.caller.person:
        raise Refusal(lazy("This question is for somebody else."))
