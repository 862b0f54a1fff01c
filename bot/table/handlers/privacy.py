"""`/privacy`: what is stored of a person, its export and its deletion."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from bot.errors import ChatError, Refusal
from bot.i18n.translator import Translator
from bot.messaging import Answer, Button, Command, Post, Press, Span, joined
from bot.table.core.directory import TableDirectory
from bot.table.core.services import Services
from bot.table.core.table import TableChange
from bot.table.handlers.departures import leave
from bot.table.model.record import without
from bot.table.model.refusals import OUT_OF_DATE
from bot.table.publishing.hand_publisher import HandPublisher
from bot.table.publishing.secret_outbox import SecretOutbox
from storage.ids import Person, Place

PREFIX = "p"
"""The first part of every token of this feature."""
PAYLOAD = "privacy"
"""The payload of the link that opens this in the private chat."""
_PAGE = 1_700
"""Characters of a page of somebody's data; Discord shows 2,000."""
_DIGITS = 4
"""Of a page's number."""


@dataclass(frozen=True)
class Privacy:
    """Says what is stored, and shows it; deletes it when the person asks, in the private chat, and confirms."""

    services: Services
    tables: TableDirectory
    outbox: SecretOutbox
    hands: HandPublisher
    keep_days: int

    async def command(self, command: Command, tr: Translator) -> Post:
        return self._page(command.place, tr)

    def _page(self, place: Place, tr: Translator) -> Post:
        """Say what is stored, with the buttons that show and delete it, or lead to where these are."""
        days = self.keep_days
        lines = [
            # NOTE: A line of /privacy.
            tr.rich("I keep your ID, name and language, and whether I can message you."),
            # NOTE: A line of /privacy. A restart of the bot.
            tr.rich(
                "I keep every move of the games you play, so that a restart loses nothing and any game can be checked."
            ),
            # NOTE: A line of /privacy. {days} is a number the operator sets; if its noun inflects, write "…: {days}".
            tr.rich("A game is deleted {days} days after it ends. I don’t share anything with anyone.", days=days),
            # NOTE: A line of /privacy.
            tr.rich("I keep your results and ratings until you delete them."),
            # NOTE: A line of /privacy.
            tr.rich("I keep how far you’ve got in each lesson."),
        ]
        text = joined(lines)
        if place.private or self.services.platforms.of(place).answers_privately:
            # NOTE: Button of /privacy, alone in its row.
            delete = Button(tr.t("Delete my data"), f"{PREFIX}.ask", style="danger")
            # NOTE: Button of /privacy, alone in its row. It shows all that is stored of who presses it.
            show = Button(tr.t("Show my data"), f"{PREFIX}.data.0")
            return Post(text, keyboard=((show,), (delete,)), silent=True)
        link = self.services.platforms.of(place).private_link(PAYLOAD)
        # NOTE: Button in a group that opens /privacy in the private chat.
        return Post(text, keyboard=((Button(tr.t("See or delete my data"), url=link),),), silent=True)

    async def press(self, press: Press, rest: str, tr: Translator) -> Answer:
        here = press.message is None and self.services.platforms.of(press.place).answers_privately
        if not press.place.private and not here:
            raise Refusal(OUT_OF_DATE)
        if rest == "ask":
            # NOTE: Button below the question whether to delete all data.
            yes = Button(tr.t("Yes, delete it"), f"{PREFIX}.delete", style="danger")
            text = tr.rich("Delete all your data? You’ll leave every table you’re at. This can’t be undone.")
            return Answer(edit=Post(text, keyboard=((yes,), _back(tr))))
        if rest == "page":
            return Answer(edit=self._page(press.place, tr))
        kind, _, page = rest.partition(".")
        if kind == "data" and page.isdecimal() and page.isascii() and len(page) <= _DIGITS:
            return Answer(edit=await self._data(press.caller.person, int(page), tr))
        if rest != "delete":
            raise Refusal(OUT_OF_DATE)
        await self.forget(press.caller.person, press.place)
        return Answer(edit=Post(tr.rich("Done. I no longer know anything about you.")))

    async def _data(self, person: Person, page: int, tr: Translator) -> Post:
        """Return a page of all that is stored of a person, as JSON: it is to be taken along, not to be read aloud."""
        stored = {"id": person.id, "platform": person.platform, **await self.services.store.all_about(person)}
        pages = _pages(msgspec.json.format(msgspec.json.encode(stored).decode(), indent=1).splitlines())
        page = min(page, len(pages) - 1)
        turns = tuple(
            Button(sign, f"{PREFIX}.data.{to}")
            for sign, to in (("◀", page - 1), ("▶", page + 1))
            if 0 <= to < len(pages)
        )
        return Post((Span(pages[page], "code"),), keyboard=(*((turns,) if turns else ()), _back(tr)))

    async def forget(self, person: Person, place: Place) -> None:
        """Remove the person's secrets, leave every table, take the person out of all records, delete the rest.

        What was played in their private chat, where they alone are, is deleted too. `place` is where they ask for it.
        """
        for row in await self.services.store.secrets(person=person):
            with contextlib.suppress(ChatError):
                await self.outbox.remove(row.id)
        private = {place} if place.private else set()
        for identity in await self._tables_of(person):
            table = await self.tables.by_id(identity)
            if table is not None:
                await table.change(lambda change: _erase(change, person))
                await self.hands.settle(table)  # while their language is known, in which it is said
                private |= {table.record.place} if table.record.place.private else set()
        await self.services.people.forget(person, private)

    async def _tables_of(self, person: Person) -> list[str]:
        """Return the tables where a person sits, and those that they have asked for a seat at, or host."""
        store = self.services.store
        return [*dict.fromkeys((*await store.tables_of(person, live=False), *await store.tables_naming(person)))]


def _back(tr: Translator) -> tuple[Button, ...]:
    return (Button(tr.t("Back"), f"{PREFIX}.page"),)


def _pages(lines: Sequence[str]) -> list[str]:
    """Cut lines into pages that every platform shows."""
    pages = [""]
    for line in lines:
        if len(pages[-1]) + len(line) >= _PAGE:
            pages.append("")
        pages[-1] += f"{line}\n"
    return pages


async def _erase(change: TableChange, person: Person) -> None:
    """Have somebody leave a table, and take them out of its record. Done twice it changes nothing more."""
    await leave(change, person)
    record = without(change.table.record, person)
    if record.live:
        await change.save(record)
    else:
        await change.rewrite(record)
