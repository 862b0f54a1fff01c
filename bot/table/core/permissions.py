"""Who may rule a table and who may end a game."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import ChatError
from bot.table.core.chats import ChatBook
from bot.table.core.services import Platforms
from bot.table.model.record import Record
from storage.ids import Person, Place


@dataclass(frozen=True)
class Permissions:
    """What a person may do at a table, as the platform and the choices of the chat have it."""

    platforms: Platforms
    chats: ChatBook

    async def is_admin(self, place: Place, person: Person) -> bool:
        """Return whether a person administers a chat; when the platform gives no answer, they do not."""
        try:
            return await self.platforms.of(place).is_admin(place, person)
        except ChatError:
            return False

    async def may_rule(self, record: Record, person: Person) -> bool:
        """Return whether a person may start, cancel, change options and remove seats: the host and administrators."""
        return person == record.host or await self.is_admin(record.place, person)

    async def may_end(self, record: Record, person: Person) -> bool:
        """Return whether a person may end a running game, as the chat has chosen."""
        enders = (await self.chats.preferences(record.place)).enders
        if enders == "players" and record.seat_of(person) is not None:
            return True
        if enders == "admins":
            return await self.is_admin(record.place, person)
        return await self.may_rule(record, person)
