"""What the buttons of a lobby do, and the one that opens the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from bot.engine.presentation import Game
from bot.errors import Refusal
from bot.i18n.lazy import LazyText, lazy
from bot.messaging import Answer, Caller, Press
from bot.table.core.chats import ChatBook
from bot.table.core.directory import TableDirectory
from bot.table.core.table import Table, TableChange
from bot.table.model import aids, lobby, play
from bot.table.model.record import Record, digest
from bot.table.model.refusals import MOVED_ON, NOT_SEATED, OUT_OF_DATE, TABLE_CLOSED


@dataclass(frozen=True)
class LobbyButtons:
    """The verbs of a lobby. Each may raise Refusal."""

    games: Mapping[str, Game]
    chats: ChatBook
    tables: TableDirectory

    async def quit(self, change: TableChange, press: Press, _: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.leave(table.record, press.caller.person), seen=press.id)
        return await self._say(table, press.caller, lazy("You have left the table."))

    async def youngest(self, change: TableChange, press: Press, _: str) -> Answer:
        """Have the presser begin, as the youngest does (H2)."""
        table = _in_lobby(change)
        await change.save_lobby(lobby.be_youngest(table.record, press.caller.person), seen=press.id)
        tr = await table.translator_for(press.caller)
        return Answer(table.game.presenter.starter_labels(tr.name(press.caller.name), tr).line, confirms=True)

    async def page(self, change: TableChange, press: Press, page: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.open_page(table.record, page), seen=press.id)
        return Answer()

    async def starter(self, change: TableChange, press: Press, _: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.cycle_starter(table.record), seen=press.id)
        return Answer()

    async def game(self, change: TableChange, press: Press, key: str) -> Answer:
        table = _in_lobby(change)
        game, place = self.games.get(key), table.record.place
        if game is None:
            raise Refusal(OUT_OF_DATE)
        kept = await self.chats.preferences(place)
        await change.save_lobby(lobby.choose_game(table.record, game, kept), seen=press.id)
        await self.chats.change(place, lambda chosen: replace(chosen, game=key))
        return Answer()

    async def option(self, change: TableChange, press: Press, name: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.cycle_option(table.record, table.game, name), seen=press.id)
        return await self._keep_options(table.record)

    async def aid(self, change: TableChange, press: Press, name: str) -> Answer:
        table = _in_lobby(change)
        record = aids.toggled(table.record, table.game, name)
        await change.save_lobby(record, seen=press.id)
        await self.chats.change(
            record.place, lambda chosen: replace(chosen, aids={**chosen.aids, record.game: record.aids})
        )
        return Answer()

    async def preset(self, change: TableChange, press: Press, name: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.set_preset(table.record, table.game, name), seen=press.id)
        return await self._keep_options(table.record)

    async def _keep_options(self, record: Record) -> Answer:
        await self.chats.change(
            record.place,
            lambda chosen: replace(chosen, options={**chosen.options, record.game: record.options}),
        )
        return Answer()

    async def computer(self, change: TableChange, press: Press, level: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.add_computer(table.record, table.game, level, press.id), seen=press.id)
        return Answer()

    async def remove(self, change: TableChange, press: Press, key: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.remove(table.record, key), seen=press.id)
        return Answer()

    async def cancel(self, change: TableChange, press: Press, _: str) -> Answer:
        table = _in_lobby(change)
        await change.close(seen=press.id)
        return await self._say(table, press.caller, lazy("The table is closed."))

    async def start(self, change: TableChange, press: Press, _: str) -> Answer:
        """Deal: the lobby becomes a game."""
        table = _in_lobby(change)
        lobby.ready(table.record, table.game)
        await change.save_turn(play.begin(table.record, table.game), seen=press.id)
        return await self._say(table, press.caller, lazy("The game begins."))

    async def again(self, change: TableChange, press: Press, page: str) -> Answer:
        """Open a lobby with the people of a game that has ended; `page` "games": they choose another.

        Who asks is its host, so that nobody else has to come and start; alone with computers the game begins at once.
        """
        table, old = change.table, change.table.record
        if old.live or old.seat_of(press.caller.person) is None:
            raise Refusal(NOT_SEATED)
        if await self.tables.at_place(old.place) is not None:
            raise Refusal(lazy("There is a table here already. Look for it with /board."))
        seats = lobby.rematch(old)
        fresh = tuple(replace(seat, press=digest(press.id, seat.key)) for seat in seats)  # the deal is sealed anew
        page = page if page == "games" else ""
        new = await self.tables.open(
            table.game, old.place, old.title, press.caller.person, press.id, seats=fresh, page=page
        )
        if old.place.private:
            if not page and len(fresh) >= table.game.rules.seats.start:
                async with new.changing() as started:
                    await started.save_turn(play.begin(new.record, new.game))
            return Answer()
        if page:
            return await self._say(table, press.caller, lazy("The same people sit here again. Choose the game."))
        return await self._say(table, press.caller, lazy("The same people sit here again. Press “Start”."))

    async def _say(self, table: Table, caller: Caller, message: LazyText) -> Answer:
        return Answer((await table.translator_for(caller)).translate(message), confirms=True)


def _in_lobby(change: TableChange) -> Table:
    table = change.table
    if table.record.status == "playing":
        raise Refusal(MOVED_ON)
    if table.record.status != "lobby":
        raise Refusal(TABLE_CLOSED)
    return table
