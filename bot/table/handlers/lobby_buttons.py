"""What the buttons of a lobby do, and the one that opens the next."""

from __future__ import annotations

from bot.errors import Refusal
from bot.i18n.translator import LazyText, lazy
from bot.messaging import Answer, Caller, Press
from bot.table.core.table import Table
from bot.table.model import lobby, play
from bot.table.model.refusals import MOVED_ON, NOT_SEATED, OUT_OF_DATE, TABLE_CLOSED
from bot.table.running.manager import TableManager


class LobbyButtons:
    """The verbs of a lobby; the table's lock is held. Each may raise Refusal."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._hub = manager.hub

    async def quit(self, table: Table, press: Press, _: str) -> Answer:
        """Leave a lobby."""
        _in_lobby(table)
        await table.save_seats(lobby.leave(table.record, press.caller.person), press.id)
        return await self._say(table, press.caller, lazy("You have left the table."))

    async def youngest(self, table: Table, press: Press, _: str) -> Answer:
        """Be the first to move, as the youngest is (H2)."""
        _in_lobby(table)
        await table.save_seats(lobby.be_youngest(table.record, press.caller.person), press.id)
        tr = await table.translator_for(press.caller)
        return Answer(table.game.presenter.starter_labels(tr.name(press.caller.name), tr).line, confirms=True)

    async def page(self, table: Table, press: Press, page: str) -> Answer:
        """Open a page of the lobby."""
        _in_lobby(table)
        await table.save_seats(lobby.open_page(table.record, page), press.id)
        return Answer()

    async def starter(self, table: Table, press: Press, _: str) -> Answer:
        """Go on to the next choice of who begins."""
        _in_lobby(table)
        await table.save_seats(lobby.cycle_starter(table.record), press.id)
        return Answer()

    async def game(self, table: Table, press: Press, key: str) -> Answer:
        """Take another game to the table."""
        _in_lobby(table)
        game, place = self._hub.games.get(key), table.record.place
        if game is None:
            raise Refusal(OUT_OF_DATE)
        kept = (await self._hub.chat_book.preferences(place)).options.get(key, {})
        await table.save_seats(lobby.choose_game(table.record, game, kept), press.id)
        await self._hub.chat_book.change(place, game=key)
        return Answer()

    async def option(self, table: Table, press: Press, name: str) -> Answer:
        """Go on to the next value of an option."""
        _in_lobby(table)
        await table.save_seats(lobby.cycle_option(table.record, table.game, name), press.id)
        return await self._keep_options(table)

    async def preset(self, table: Table, press: Press, name: str) -> Answer:
        """Take over an edition of the game."""
        _in_lobby(table)
        await table.save_seats(lobby.set_preset(table.record, table.game, name), press.id)
        return await self._keep_options(table)

    async def _keep_options(self, table: Table) -> Answer:
        place, record = table.record.place, table.record
        kept = (await self._hub.chat_book.preferences(place)).options
        await self._hub.chat_book.change(place, options={**kept, record.game: record.options})
        return Answer()

    async def computer(self, table: Table, press: Press, level: str) -> Answer:
        """Seat a computer of a level."""
        _in_lobby(table)
        await table.save_seats(lobby.add_computer(table.record, table.game, level, press.id), press.id)
        return Answer()

    async def remove(self, table: Table, press: Press, key: str) -> Answer:
        """Take a seat away."""
        _in_lobby(table)
        await table.save_seats(lobby.remove(table.record, key), press.id)
        return Answer()

    async def cancel(self, table: Table, press: Press, _: str) -> Answer:
        """Close the lobby."""
        _in_lobby(table)
        await self._manager.abandon(table, press.id)
        return await self._say(table, press.caller, lazy("The table is closed."))

    async def start(self, table: Table, press: Press, _: str) -> Answer:
        """Deal: the lobby becomes a game."""
        _in_lobby(table)
        lobby.ready(table.record, table.game)
        await table.save_turn(play.begin(table.record, table.game), press.id)
        return await self._say(table, press.caller, lazy("The game begins."))

    async def again(self, table: Table, press: Press, _: str) -> Answer:
        """Open a lobby with the people of a game that has ended."""
        old = table.record
        if old.live or old.seat_of(press.caller.person) is None:
            raise Refusal(NOT_SEATED)
        if await self._manager.at(old.place) is not None:
            raise Refusal(lazy("There is a table here already. Look for it with /board."))
        seats = lobby.rematch(old)
        host = next((seat.person for seat in seats if seat.person == old.host), press.caller.person)
        await self._manager.open_again(table, press, seats, host)
        if old.place.private:
            return Answer()
        return await self._say(table, press.caller, lazy("The same people sit here again. The host may start."))

    async def _say(self, table: Table, caller: Caller, message: LazyText) -> Answer:
        return Answer((await table.translator_for(caller)).translate(message), confirms=True)


def _in_lobby(table: Table) -> None:
    if table.record.status == "playing":
        raise Refusal(MOVED_ON)
    if table.record.status != "lobby":
        raise Refusal(TABLE_CLOSED)
