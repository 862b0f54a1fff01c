"""Joining: a seat is only given to somebody whom secrets reach, by private message or in a private answer.

Who never opened the private chat is sent there by a link in one tap; opening it seats them, without a second press in
the group. The link's payload is opaque, bound to one person and one table, and worth nothing to others.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from bot.errors import Refusal, StaleVersion
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Answer, Caller, Post, Press, RichText, Start, joined
from bot.table.core.directory import TableDirectory
from bot.table.core.services import Services
from bot.table.core.table import Table, TableChange
from bot.table.handlers.seats import Seats
from bot.table.model import lobby
from bot.table.model.refusals import BEGUN, TABLE_CLOSED
from bot.table.publishing.board_publisher import BoardPublisher
from storage.rows import Invite


@dataclass(frozen=True)
class Invitations:
    """Seats people in lobbies, by a press or by the link that a press gave them."""

    services: Services
    tables: TableDirectory
    boards: BoardPublisher
    seats: Seats

    async def join(self, table: Table, press: Press, _: str) -> Answer:
        """Seat the presser, or send them to the private chat first. Raise Refusal."""
        self._check(table, press.caller)
        if self.services.platforms.of(press.caller.person).answers_privately:
            return await self._join_at_once(table, press)
        if not await self.services.reaches(press.caller.person):
            return await self.invite(table, press)
        async with table.changing() as change:
            await self._seat(change, press.caller, press.id, seen=press.id)
        return await self._seated(table, press)

    async def _join_at_once(self, table: Table, press: Press) -> Answer:
        """Seat the presser where private answers can bring the secrets, and say so unless messages surely do."""
        async with table.changing() as change:
            await self._seat(change, press.caller, press.id, seen=press.id)
        person = press.caller.person
        by_message = not await self.services.answers_here(person, table.record.place)
        if by_message and (await self.services.people.get(person)).reachable:
            return await self._seated(table, press)
        tr = await table.translator_for(press.caller)
        # NOTE: Alert after "Join", Discord.
        return Answer(tr.t("You’re in! Tap 🤫 under the board to see your secrets."))

    async def _seated(self, table: Table, press: Press) -> Answer:
        """Tell somebody who has a seat now that messages will bring the secrets."""
        tr = await table.translator_for(press.caller)
        said = self.services.platforms.say(
            press.caller.person,
            # NOTE: Alert after "Join", Telegram.
            private_chat=lazy("You’re in! I’ll send your secrets to our private chat."),
            # NOTE: Alert after "Join", Discord.
            direct_messages=lazy("You’re in! I’ll send your secrets as direct messages."),
        )
        return Answer(tr.translate(said), confirms=True)

    async def ask(self, table: Table, press: Press, _: str) -> Answer:
        """Ask for a computer's seat in a running game, or send the asker to the private chat first. Raise Refusal."""
        if not await self.services.reaches(press.caller.person):
            return await self.invite(table, press)
        async with table.changing() as change:
            await self.seats.ask(change, press.caller, press.id)
        tr = await table.translator_for(press.caller)
        # NOTE: Alert to somebody who would like to take a computer's seat.
        return Answer(tr.t("I’ve asked the host. You’ll be in as soon as they say yes."))

    async def invite(self, table: Table, press: Press) -> Answer:
        """Send the presser to the private chat, by a link that gives them what they asked for."""
        invite = Invite(secrets.token_urlsafe(24), table.record.id, press.caller.person, press.id)
        await self.services.store.save_invite(invite, self.services.clock())
        return Answer(open_private=invite.payload)

    async def accept(self, start: Start) -> Post | None:
        """Seat who comes by an invitation; None when the payload is none of theirs."""
        invite = await self.services.store.invite(start.payload) if start.payload else None
        table = await self.tables.by_id(invite.table) if invite and invite.person == start.caller.person else None
        if invite is None or table is None:
            return None
        tr = await table.translator_for(start.caller)
        try:
            asked = await table.change(lambda change: self._take_up(change, start.caller, invite))
        except Refusal as refusal:
            return Post(tr.rich(refusal.message), keyboard=await self.boards.button(table, tr))
        except StaleVersion:
            # NOTE: In the private chat: a link that gave a seat was opened a second time.
            text = tr.rich("This link has already been used. Take a seat at the table in the group.")
            return await self._led_back(table, text, tr)
        if asked:
            # NOTE: Alert to somebody who would like to take a computer's seat.
            text = tr.rich("I’ve asked the host. You’ll be in as soon as they say yes.")
            return await self._led_back(table, text, tr)
        return await self._welcome(table, tr)

    async def _take_up(self, change: TableChange, caller: Caller, invite: Invite) -> bool:
        """Seat who comes by an invitation; return whether the host was asked instead. Raise Refusal."""
        record, seen = change.table.record, f"invitation {invite.payload}"
        if record.seat_of(caller.person) is not None and record.live:
            return False
        if record.status == "playing":
            await self.seats.ask(change, caller, seen)
            return True
        await self._seat(change, caller, invite.press, seen=seen)
        return False

    async def _seat(self, change: TableChange, caller: Caller, press: str, *, seen: str) -> None:
        table = change.table
        self._check(table, caller)
        await change.save_lobby(lobby.join(table.record, table.game, caller, press), seen=seen)

    def _check(self, table: Table, caller: Caller) -> None:
        if table.record.status == "playing":
            raise Refusal(BEGUN)
        if table.record.status != "lobby":
            raise Refusal(TABLE_CLOSED)
        lobby.join(table.record, table.game, caller, "")

    async def _welcome(self, table: Table, tr: Translator) -> Post:
        text = (
            # NOTE: In the private chat. {chat} is the name of the group.
            tr.rich(
                "{chat}: you have a seat at the table. I’ll send your secrets here.",
                chat=tr.name(table.record.title),
            )
            if table.record.title
            else tr.rich("You have a seat at the table. I’ll send your secrets here.")
        )
        return await self._led_back(table, text, tr)

    async def _led_back(self, table: Table, text: RichText, tr: Translator) -> Post:
        """Say something in the private chat to somebody who came from the table, with the way back to it."""
        keyboard = await self.boards.button(table, tr)
        if not keyboard:  # in a basic group messages have no links
            # NOTE: In the private chat, after a seat was taken by opening it.
            text = joined([text, tr.rich("Now go back to your group: the table is waiting for you.")])
        return Post(text, keyboard=keyboard)
