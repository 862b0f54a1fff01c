"""Joining: a seat is only given to somebody whom secrets reach, by private message or in a private answer.

Who never opened the private chat is sent there by a link in one tap; opening it seats them, without a second press in
the group. The link's payload is opaque, bound to one person and one table, and worth nothing to others.
"""

from __future__ import annotations

import secrets

from bot.errors import ChatError, PersonUnreachable, Refusal, StaleVersion
from bot.i18n.translator import Translator
from bot.messaging import Answer, Caller, Post, Press, Start
from bot.table.core.table import Table
from bot.table.handlers.seats import Seats
from bot.table.model import lobby
from bot.table.model.refusals import BEGUN, TABLE_CLOSED
from bot.table.running.manager import TableManager
from storage.ids import Person
from storage.rows import Invite


class Invitations:
    """Seats people in lobbies, by a press or by the link that a press gave them."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._hub = manager.hub
        self._seats = Seats(manager)

    async def join(self, table: Table, press: Press, _: str) -> Answer:
        """Seat the presser, or send them to the private chat first. Raises Refusal."""
        self._check(table, press.caller)
        if self._hub.chat(press.caller.person).answers_privately:
            return await self._join_at_once(table, press)
        if not await self._reaches(press.caller.person):
            invite = Invite(secrets.token_urlsafe(24), table.record.id, press.caller.person, press.id)
            await self._hub.store.save_invite(invite, self._hub.clock())
            return Answer(open_private=invite.payload)
        async with table.lock:
            await self._seat(table, press.caller, press.id, seen=press.id)
        tr = await table.translator_for(press.caller)
        return Answer(tr.t("You have a seat. Secrets come to our private chat."), confirms=True)

    async def _join_at_once(self, table: Table, press: Press) -> Answer:
        """Seat the presser where private answers can bring the secrets, and say so unless messages surely do."""
        async with table.lock:
            await self._seat(table, press.caller, press.id, seen=press.id)
        tr, person = await table.translator_for(press.caller), press.caller.person
        if (await self._hub.people.get(person)).reachable and not await self._hub.answers_here(person):
            return Answer(tr.t("You have a seat. Secrets come to our private chat."), confirms=True)
        return Answer(tr.t("You have a seat. “🤫 My secret” under the board shows what only you may see."))

    async def ask(self, table: Table, press: Press, _: str) -> Answer:
        """Ask for a computer's seat in a running game, or send the asker to the private chat first. Raises Refusal."""
        person = press.caller.person
        if not self._hub.chat(person).answers_privately and not await self._reaches(person):
            invite = Invite(secrets.token_urlsafe(24), table.record.id, person, press.id)
            await self._hub.store.save_invite(invite, self._hub.clock())
            return Answer(open_private=invite.payload)
        async with table.lock:
            await self._seats.ask(table, press.caller, press.id)
        tr = await table.translator_for(press.caller)
        return Answer(tr.t("The host is asked. You play as soon as they agree."))

    async def accept(self, start: Start) -> Post | None:
        """Seat who comes by an invitation; None when the payload is none of theirs."""
        invite = await self._hub.store.invite(start.payload) if start.payload else None
        table = await self._manager.find(invite.table) if invite and invite.person == start.caller.person else None
        if invite is None or table is None:
            return None
        tr = await table.translator_for(start.caller)
        try:
            async with table.lock:
                if table.record.status == "playing" and table.record.seat_of(start.caller.person) is None:
                    await self._seats.ask(table, start.caller, f"invitation {invite.payload}")
                    return Post(tr.rich("The host is asked. You play as soon as they agree."))
                if not table.record.live or table.record.seat_of(start.caller.person) is None:
                    await self._seat(table, start.caller, invite.press, seen=f"invitation {invite.payload}")
        except Refusal as refusal:
            return Post(tr.rich(refusal.message))
        except StaleVersion:
            return Post(tr.rich("This link has been used. Press “Join” at the table again."))
        return self._welcome(table, tr)

    async def _seat(self, table: Table, caller: Caller, press: str, *, seen: str) -> None:
        self._check(table, caller)
        await table.save_seats(lobby.join(table.record, table.game, caller, press), seen)

    def _check(self, table: Table, caller: Caller) -> None:
        if table.record.status == "playing":
            raise Refusal(BEGUN)
        if table.record.status != "lobby":
            raise Refusal(TABLE_CLOSED)
        lobby.join(table.record, table.game, caller, "")

    async def _reaches(self, person: Person) -> bool:
        if not (await self._hub.people.get(person)).reachable:
            return False
        try:
            reached = await self._hub.chat(person).can_reach(person)
        except PersonUnreachable:
            reached = False
        except ChatError:
            return True  # no answer is no proof against what was true the last time
        await self._hub.people.set_reachable(person, reachable=reached)
        return reached

    def _welcome(self, table: Table, tr: Translator) -> Post:
        text = (
            tr.rich(
                "You have a seat at the table in {chat}. What only you may know comes here.",
                chat=tr.name(table.record.title),
            )
            if table.record.title
            else tr.rich("You have a seat at the table. What only you may know comes here.")
        )
        return Post(text, keyboard=table.board_button(tr))
