"""Who leaves a chat leaves its tables too: the next person hosts, and the table goes on."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from bot.table.core.directory import TableDirectory
from bot.table.core.table import Table, TableChange
from bot.table.handlers.seats import save_without_person
from bot.table.model import lobby, play
from storage.ids import Person, Place


@dataclass(frozen=True)
class Departures:
    """Takes note that somebody has left a chat, or was removed from it. Twice changes nothing."""

    tables: TableDirectory

    async def left(self, place: Place, person: Person) -> None:
        """Free somebody's seats at all tables of a chat, and give what they hosted to whoever has sat longest."""
        for table in await self._tables_of(place, person):
            await table.change(lambda change: _leave_for_good(change, person))

    async def _tables_of(self, place: Place, person: Person) -> list[Table]:
        found = await self.tables.hosted_by(person)
        return [table for table in found if table.record.live and _is_in(table.record.place, place)]


async def _leave_for_good(change: TableChange, person: Person) -> None:
    await leave(change, person)
    await _pass_on(change, person)


async def leave(change: TableChange, person: Person) -> None:
    """Free a person's seat in a lobby, or give it to the computer in a game; nothing for who has none."""
    record = change.table.record
    seat = record.seat_of(person)
    if record.status == "lobby" and seat is not None:
        await change.save_lobby(lobby.leave(record, person))
    elif record.status == "playing" and seat is not None:
        await save_without_person(change, play.hand_over(record, seat))


async def _pass_on(change: TableChange, person: Person) -> None:
    """Give a table to the next person whose host had no seat."""
    record = change.table.record
    if record.live and record.host == person:
        host = next((seat.person for seat in record.seats if seat.occupied), None)
        await change.save(replace(record, host=host, revision=record.revision + 1))


def _is_in(place: Place, chat: Place) -> bool:
    return (place.platform, place.chat) == (chat.platform, chat.chat) and not place.private
