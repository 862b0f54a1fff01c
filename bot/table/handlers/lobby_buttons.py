"""What the buttons of a lobby do, and the one that opens the next."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from bot.errors import Refusal
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import name_span
from bot.messaging import Answer, Caller, Press, Span
from bot.table.core.directory import TableDirectory
from bot.table.core.permissions import Permissions
from bot.table.core.services import Services
from bot.table.core.table import Table, TableChange
from bot.table.handlers.invitations import Invitations
from bot.table.model import aids, lobby, play, turn_clock
from bot.table.model.record import Record, digest
from bot.table.model.refusals import MOVED_ON, NOT_SEATED, OUT_OF_DATE, RULERS_ONLY, TABLE_CLOSED
from bot.table.publishing.board_publisher import BoardPublisher


@dataclass(frozen=True)
class LobbyButtons:
    """The verbs of a lobby. Each may raise Refusal."""

    services: Services
    tables: TableDirectory
    boards: BoardPublisher
    permissions: Permissions
    invitations: Invitations

    async def quit(self, change: TableChange, press: Press, _: str) -> Answer:
        table = _in_lobby(change)
        record = replace(lobby.leave(table.record, press.caller.person), page="")
        await change.save_lobby(record, seen=press.id)
        # NOTE: Alert.
        return await self._say(table, press.caller, lazy("You’ve left the table."))

    async def youngest(self, change: TableChange, press: Press, _: str) -> Answer:
        """Have the presser begin, as the youngest does (H2)."""
        table = _in_lobby(change)
        await change.save_lobby(lobby.be_youngest(table.record, press.caller.person), seen=press.id)
        tr = await table.translator_for(press.caller)
        return Answer(table.game.presenter.starter_labels(tr.name(press.caller.name), tr).line, confirms=True)

    async def page(self, table: Table, press: Press, page: str) -> Answer:
        """Open a page; the options for everybody who sits here, since one leaves by them."""
        person = press.caller.person
        open_to_all = page in ("", "options") and table.record.seat_of(person) is not None
        if not open_to_all and not await self.permissions.may_rule(table.record, person):
            raise Refusal(RULERS_ONLY)
        async with table.changing() as change:
            await change.save_lobby(lobby.open_page(_in_lobby(change).record, page), seen=press.id)
        return Answer()

    async def fair(self, change: TableChange, press: Press, _: str) -> Answer:
        """Show the seal of the deal, and say what it is for."""
        tr = await change.table.translator_for(press.caller)
        # NOTE: With the seal itself, 64 digits, at most 200 characters.
        text = tr.rich(
            "The seed has already been drawn, and this is its seal. When the game ends, I’ll show the seed, and "
            "/verify checks that it matches.\n{seal}",
            seal=Span(change.table.record.commitment, "code"),
        )
        return Answer(text, alert=True)

    async def pace(self, change: TableChange, press: Press, _: str) -> Answer:
        """Choose the next pace, which the chat keeps."""
        table = _in_lobby(change)
        chats, place = self.services.chats, table.record.place
        clock = turn_clock.next_pace((await chats.preferences(place)).turn_seconds(private=place.private))
        await change.save_lobby(replace(table.record, revision=table.record.revision + 1), seen=press.id)
        await chats.change(place, lambda chosen: replace(chosen, clock=clock))
        self.boards.request(table)  # it may have been composed before the chat had its new pace
        return Answer()

    async def starter(self, change: TableChange, press: Press, _: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.cycle_starter(table.record), seen=press.id)
        return Answer()

    async def game(self, change: TableChange, press: Press, key: str) -> Answer:
        table = _in_lobby(change)
        game, place = self.services.games.get(key), table.record.place
        if game is None:
            raise Refusal(OUT_OF_DATE)
        kept = await self.services.chats.preferences(place)
        await change.save_lobby(lobby.choose_game(table.record, game, kept), seen=press.id)
        await self.services.chats.change(place, lambda chosen: replace(chosen, game=key))
        return Answer()

    async def option(self, change: TableChange, press: Press, name: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.cycle_option(table.record, table.game, name), seen=press.id)
        return await self._keep_options(table.record)

    async def aid(self, change: TableChange, press: Press, name: str) -> Answer:
        table = _in_lobby(change)
        record = aids.toggled(table.record, table.game, name)
        await change.save_lobby(record, seen=press.id)
        await self.services.chats.change(
            record.place, lambda chosen: replace(chosen, aids={**chosen.aids, record.game: record.aids})
        )
        return Answer()

    async def preset(self, change: TableChange, press: Press, name: str) -> Answer:
        table = _in_lobby(change)
        await change.save_lobby(lobby.set_preset(table.record, table.game, name), seen=press.id)
        return await self._keep_options(table.record)

    async def _keep_options(self, record: Record) -> Answer:
        await self.services.chats.change(
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

    async def start(self, table: Table, press: Press, _: str) -> Answer:
        """Deal: the lobby becomes a game. Where nobody sits the presser does, and where only one does a computer."""
        empty = table.record.status == "lobby" and not _has_people(table.record)
        if empty and not await self.services.reaches(press.caller.person):
            return await self.invitations.invite(table, press)
        async with table.changing() as change:
            record = _in_lobby(change).record
            if not _has_people(record):
                record = lobby.join(record, table.game, press.caller, press.id)
            seated = len(record.seats)
            record = lobby.filled(record, table.game, press.id)
            await change.save_turn(play.begin(record, table.game), seen=press.id)
        await self.services.chats.change(record.place, lambda chosen: replace(chosen, game=record.game))
        if len(record.seats) == seated:
            # NOTE: Alert to the one who tapped “Start”.
            return await self._say(table, press.caller, lazy("The game begins."))
        name = name_span(record.seats[seated].label)
        # NOTE: Alert to somebody who started alone. {name} is a computer player.
        return await self._say(table, press.caller, lazy("{name} joins you at the table. The game begins.", name=name))

    async def again(self, change: TableChange, press: Press, page: str) -> Answer:
        """Open a lobby with the people of a game that has ended; `page` "games": they choose another.

        Who asks is its host, so that nobody else has to come and start; alone with computers the game begins at once.
        """
        table, old = change.table, change.table.record
        if old.live or old.seat_of(press.caller.person) is None:
            raise Refusal(NOT_SEATED)
        if (there := await self.tables.at_place(old.place)) is not None:
            raise await self._stands_already(there)
        seats = lobby.rematch(old)
        fresh = tuple(replace(seat, press=digest(press.id, seat.key)) for seat in seats)  # the deal is sealed anew
        page = page if page == "games" else ""
        new = await self.tables.open(
            table.game, old.place, old.title, press.caller.person, press.id, seats=fresh, page=page
        )
        if old.place.private:
            if not page and len(fresh) >= table.game.rules.seats.start:
                await new.change(_begin)
            return Answer()
        if page:
            return await self._say(
                table,
                press.caller,
                # NOTE: Alert, after “Another game” at the end of a game.
                lazy("The new table is at the bottom of the chat, with the same players. Choose the game there."),
            )
        return await self._say(
            table,
            press.caller,
            # NOTE: Alert, after “Rematch” at the end of a game.
            lazy("The new table is at the bottom of the chat, with the same players."),
        )

    async def _stands_already(self, there: Table) -> Refusal:
        """Bring a table to the bottom of its chat, where it is seen; not at every press of who presses on and on."""
        if await self.services.places.notes.claim(there.record.place, f"brought/{there.id}"):
            self.boards.request(there, anew=True)
        # NOTE: Alert, after “Rematch”: somebody was faster.
        return Refusal(lazy("There’s already a table here, at the bottom of the chat."))

    async def _say(self, table: Table, caller: Caller, message: LazyText) -> Answer:
        return Answer((await table.translator_for(caller)).translate(message), confirms=True)


async def _begin(change: TableChange) -> None:
    table = change.table
    if table.record.status == "lobby":
        await change.save_turn(play.begin(table.record, table.game))


def _has_people(record: Record) -> bool:
    return any(seat.occupied for seat in record.seats)


def _in_lobby(change: TableChange) -> Table:
    table = change.table
    if table.record.status == "playing":
        raise Refusal(MOVED_ON)
    if table.record.status != "lobby":
        raise Refusal(TABLE_CLOSED)
    return table
