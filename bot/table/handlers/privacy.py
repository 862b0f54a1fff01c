"""`/privacy`: what is stored of a person, and its deletion."""

from __future__ import annotations

import contextlib

from bot.errors import ChatError, Refusal
from bot.i18n.translator import Translator
from bot.messaging import Answer, Button, Command, Post, Press, joined
from bot.table.core.table import Table
from bot.table.handlers.seats import left_behind
from bot.table.model import lobby, play
from bot.table.model.record import without
from bot.table.model.refusals import OUT_OF_DATE
from bot.table.running.manager import TableManager
from storage.ids import Person

PREFIX = "p"
"""The first part of every token of this feature."""
PAYLOAD = "privacy"
"""The payload of the link that opens this in the private chat."""


class Privacy:
    """Tells what is stored; deletes it when the person asks, in the private chat, and confirms."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._hub = manager.hub

    async def command(self, command: Command, tr: Translator) -> Post:
        """Answer `/privacy`."""
        days = self._manager.keep_days
        lines = [
            tr.rich("I keep your id, name and language, and whether I can write to you."),
            tr.rich(
                "I keep the games you sit in with every move, so that a restart loses none and all can be checked."
            ),
            tr.rich("A game is deleted {days} days after its end. I share nothing with anybody.", days=days),
            tr.rich("I keep how each game ended for you, and your ratings, until you delete them."),
        ]
        text = joined(lines)
        if command.place.private or self._hub.chat(command.place).answers_privately:
            delete = Button(tr.t("Delete what you know of me"), f"{PREFIX}.ask", style="danger")
            return Post(text, keyboard=((delete,),), silent=True)
        link = self._hub.chat(command.place).private_link(PAYLOAD)
        return Post(text, keyboard=((Button(tr.t("See or delete my data"), url=link),),), silent=True)

    async def press(self, press: Press, rest: str, tr: Translator) -> Answer:
        """Ask once more, then delete."""
        here = press.message is None and self._hub.chat(press.place).answers_privately
        if not press.place.private and not here:
            raise Refusal(OUT_OF_DATE)
        if rest == "ask":
            yes = Button(tr.t("Yes, delete it"), f"{PREFIX}.delete", style="danger")
            text = tr.rich("Delete it all? You will leave every table you sit at. This cannot be undone.")
            return Answer(edit=Post(text, keyboard=((yes,),)))
        if rest != "delete":
            raise Refusal(OUT_OF_DATE)
        await self.forget(press.caller.person)
        return Answer(edit=Post(tr.rich("I know nothing of you any more.")))

    async def forget(self, person: Person) -> None:
        """Take away what was whispered, leave every table, take the person out of all records, delete the rest."""
        for whisper in await self._hub.store.secrets(person=person):
            with contextlib.suppress(ChatError):
                await self._manager.courier.remove(whisper.id)
        for identity in await self._hub.store.tables_of(person, live=False):
            table = await self._manager.find(identity)
            if table is not None:
                async with table.lock:
                    await _leave(table, person)
                    await _erase(table, person)
        await self._hub.people.forget(person)


async def _leave(table: Table, person: Person) -> None:
    seat = table.record.seat_of(person)
    if table.record.status == "lobby" and seat is not None:
        await table.save_seats(lobby.leave(table.record, person), "")
    elif table.record.status == "playing" and seat is not None:
        await left_behind(table, play.hand_over(table.record, seat))


async def _erase(table: Table, person: Person) -> None:
    if table.record.live:
        await table.save(without(table.record, person))
    else:
        await table.rewrite(without(table.record, person))
