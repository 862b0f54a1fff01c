"""Who may rule a table and who may end a game."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import AdminsUnknown, ChatError, Refusal
from bot.table.core.chats import ChatBook
from bot.table.core.places import Places
from bot.table.core.services import Platforms
from bot.table.model.record import Record
from bot.table.model.refusals import ADMINS_HIDDEN
from storage.ids import Person, Place


@dataclass(frozen=True)
class Permissions:
    """What a person may do at a table, as the platform and the choices of the chat have it."""

    platforms: Platforms
    chats: ChatBook
    places: Places

    async def is_admin(self, place: Place, person: Person) -> bool:
        """Return whether a person administers a chat; when the platform gives no answer, they do not.

        Raise Refusal where the platform will never tell.
        """
        try:
            return await self.platforms.of(place).is_admin(place, person)
        except AdminsUnknown:
            raise Refusal(ADMINS_HIDDEN, alert=True) from None
        except ChatError:
            return False

    async def may_rule(self, record: Record, person: Person) -> bool:
        """Return whether a person may start, cancel, change options and remove seats: the host and administrators.

        In a lobby that its host has left alone for a while, it is everybody who sits there.
        """
        if person == record.host or self._is_orphaned(record, person):
            return True
        return await self.is_admin(record.place, person)

    def _is_orphaned(self, record: Record, person: Person) -> bool:
        if record.status != "lobby" or record.seat_of(person) is None:
            return False
        return record.host is None or self.places.is_absent(record.place, record.host)

    async def may_stop(self, record: Record, person: Person) -> bool:
        """Return whether a person may do any of what `/stop` offers: rule the table, or end its game."""
        enders = (await self.chats.preferences(record.place)).enders
        if enders == "players" and record.seat_of(person) is not None:
            return True
        return await self.may_rule(record, person)

    async def may_end(self, record: Record, person: Person) -> bool:
        """Return whether a person may end a running game, as the chat has chosen."""
        enders = (await self.chats.preferences(record.place)).enders
        if enders == "players" and record.seat_of(person) is not None:
            return True
        if enders == "admins":
            return await self.is_admin(record.place, person)
        return await self.may_rule(record, person)
