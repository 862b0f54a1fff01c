"""The small menus beside a board: ending a game, removing a player, leaving, and choosing among one's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.commands import CommandHandler
from bot.concurrency.tasks import Background
from bot.errors import Refusal
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Answer, Button, Post, Press
from bot.table.core.people import People
from bot.table.core.permissions import Permissions
from bot.table.core.services import Platforms
from bot.table.core.table import Table, TableChange
from bot.table.handlers.commands import TableCommand
from bot.table.handlers.seats import save_without_person
from bot.table.model import play
from bot.table.model.record import SeatRecord
from bot.table.model.refusals import GAME_OVER, OUT_OF_DATE, RULERS_ONLY
from bot.table.model.tokens import free
from bot.table.publishing.messenger import Messenger
from storage.ids import Person, Place


@dataclass(frozen=True)
class Menus:
    permissions: Permissions
    people: People
    platforms: Platforms
    messenger: Messenger
    background: Background
    commands: Mapping[str, CommandHandler]

    async def end_game(self, change: TableChange, press: Press, _: str) -> Answer:
        """End a game: nobody wins."""
        if change.table.record.status != "playing":
            raise Refusal(GAME_OVER)
        await change.close(seen=press.id)
        return await self.ended(change.table, press)

    async def ended(self, table: Table, press: Press) -> Answer:
        """Say who has ended a game, in place of the question."""
        tr = await table.translator()
        return Answer(edit=Post(tr.rich("{name} has ended the game.", name=tr.name(press.caller.name))))

    async def ask_remove(self, change: TableChange, press: Press, key: str) -> Answer:
        """Ask once more before a player is removed."""
        table = change.table
        seat = table.record.seats[self._seat(table, key)]
        tr = await table.translator()
        # NOTE: Button below "Remove … from this game?", alone in its row: the turns of that seat are passed over.
        out = Button(tr.t("Yes, skip the seat from now on"), free(table.record, f"kicked_{key}"), style="danger")
        # NOTE: Button below "Remove … from this game?", alone in its row: a computer plays on in that seat.
        computer = Button(tr.t("Yes, the computer takes over"), free(table.record, f"relieve_{key}"))
        # NOTE: Button: the question is withdrawn and nothing happens.
        stay = Button(tr.t("Never mind"), free(table.record, "keep"))
        text = tr.rich("Remove {name} from this game?", name=tr.name(seat.label))
        rows = ((out,), (stay,)) if seat.computer else ((computer,), (out,), (stay,))
        return Answer(edit=Post(text, keyboard=rows))

    async def remove_player(self, change: TableChange, press: Press, key: str) -> Answer:
        table = change.table
        number = self._seat(table, key)
        name = table.record.seats[number].label
        turn = play.leave(table.record, table.game, table.state, number)
        if turn.record.status == "ended" or any(seat.occupied for seat in turn.record.seats):
            await change.save_turn(turn, seen=press.id)
        else:
            await change.close(seen=press.id)
        tr = await table.translator()
        # NOTE: By the host or an administrator.
        return Answer(edit=Post(tr.rich("{name} was removed from the game.", name=tr.name(name))))

    async def replace_by_computer(self, change: TableChange, press: Press, key: str) -> Answer:
        """Remove a person from a running game and let the computer play on."""
        table = change.table
        number = self._seat(table, key)
        name = table.record.seats[number].name
        if not table.record.seats[number].occupied:
            raise Refusal(OUT_OF_DATE)
        await save_without_person(change, play.hand_over(table.record, number), seen=press.id)
        tr = await table.translator()
        return Answer(edit=_replaced(table, number, name, tr))

    async def confirm_leave(self, change: TableChange, press: Press, key: str) -> Answer:
        """Leave a running game; only the one who asked can confirm."""
        table = change.table
        number = self._seat(table, key)
        seat = table.record.seats[number]
        _check_asker(seat, press)
        await save_without_person(change, play.hand_over(table.record, number), seen=press.id)
        tr = await self._translator(table, press)
        return Answer(edit=_replaced(table, number, seat.name, tr))

    async def left(self, table: Table, press: Press, key: str) -> Answer:
        """Say who has left, in place of the question."""
        number = table.record.seat_by_key(key)
        if number is None:
            return Answer()
        return Answer(edit=_replaced(table, number, press.caller.name, await self._translator(table, press)))

    def withdrawn(self, press: Press) -> Answer:
        """Remove the question whom to remove: who that was is not known any more."""
        self.background.run(self._remove(press))
        return Answer(remove=True)

    async def cancel_leave(self, change: TableChange, press: Press, key: str) -> Answer:
        """Remove the question whether to leave; only the one who asked can."""
        seat = next((seat for seat in change.table.record.seats if seat.key == key), None)
        if seat is None:
            raise Refusal(OUT_OF_DATE)
        _check_asker(seat, press)
        self.background.run(self._remove(press))
        return Answer(remove=True)

    async def dismiss(self, change: TableChange, press: Press, _: str) -> Answer:
        """Remove the question whether to end a game or remove a player; only who could have said yes can."""
        record, person = change.table.record, press.caller.person
        if not await self.permissions.may_stop(record, person):
            raise Refusal(RULERS_ONLY)
        self.background.run(self._remove(press))
        return Answer(remove=True)

    async def choose_table(self, table: Table, press: Press, verb: str) -> Answer:
        """Carry out the command that asked, in the private chat, which table was meant."""
        if not press.place.private:
            raise Refusal(OUT_OF_DATE)
        command = self.commands.get(verb)
        if not isinstance(command, TableCommand):
            raise Refusal(OUT_OF_DATE)
        answer = await command.for_table(table, press.caller, self._poster_for(press.place))
        if answer is not None:
            return answer
        self.background.run(self._remove(press))
        return Answer(remove=True)

    def _poster_for(self, place: Place) -> Callable[[Post], None]:
        return lambda post: self.messenger.post(place, post)

    def _seat(self, table: Table, key: str) -> int:
        if table.record.status != "playing":
            raise Refusal(GAME_OVER)
        number = table.record.seat_by_key(key)
        if number is None:
            raise Refusal(OUT_OF_DATE)
        return number

    async def _translator(self, table: Table, press: Press) -> Translator:
        """Return the translator of a menu: the presser's in the private chat, else the table's."""
        tr = await table.translator()
        return await self.people.translator(press.caller, tr.locale) if press.place.private else tr

    async def _remove(self, press: Press) -> None:
        if press.message is None:
            return
        chat = self.platforms.of(press.place)
        if press.place.private:
            await chat.delete_private(Person(press.place.platform, press.place.chat), press.message)
        else:
            await chat.remove(press.place, press.message)


def _replaced(table: Table, number: int, name: str, tr: Translator) -> Post:
    """Return the post that names who has left, and which computer plays on."""
    if not table.record.live:
        return Post(tr.rich("{name} has left the game.", name=tr.name(name)))
    robot = tr.name(table.record.seats[number].label)
    # NOTE: {robot} is the name of the computer that plays on in that seat.
    return Post(tr.rich("{name} has left the game. {robot} takes over.", name=tr.name(name), robot=robot))


def _check_asker(seat: SeatRecord, press: Press) -> None:
    if seat.person != press.caller.person:
        # NOTE: Alert: the button under a question was tapped by another person than the one asked.
        raise Refusal(lazy("This question is for someone else."))
