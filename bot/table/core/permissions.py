"""Who may rule a table and who may end a game."""

from __future__ import annotations

from bot.errors import ChatError
from bot.table.core.services import Services
from bot.table.model.record import Record
from storage.ids import Person, Place


async def is_admin(services: Services, place: Place, person: Person) -> bool:
    """Return whether a person administers a chat; when the platform gives no answer, they do not."""
    try:
        return await services.platforms.of(place).is_admin(place, person)
    except ChatError:
        return False


async def may_rule(services: Services, record: Record, person: Person) -> bool:
    """Return whether a person may start, cancel, change options and remove seats: the host and administrators."""
    return person == record.host or await is_admin(services, record.place, person)


async def may_end(services: Services, record: Record, person: Person) -> bool:
    """Return whether a person may end a running game, as the chat has chosen."""
    enders = (await services.chats.preferences(record.place)).enders
    if enders == "players" and record.seat_of(person) is not None:
        return True
    if enders == "admins":
        return await is_admin(services, record.place, person)
    return await may_rule(services, record, person)
