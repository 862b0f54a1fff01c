"""The rules to read, opened where the reader's game is: `/rules`, its pages, and excerpts looked up while typing."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n.translator import Translator
from bot.messaging import Answer, Command, LookupQuery, LookupResults, Post, Press
from bot.rulebook.feature import NOWHERE, Open, RulesFeature
from bot.table.core.directory import TableDirectory
from bot.table.core.table import Table
from storage.ids import Person


@dataclass(frozen=True)
class RulesPages:
    rules: RulesFeature
    tables: TableDirectory

    async def command(self, command: Command, tr: Translator) -> Post:
        return self.rules.command(command.argument, tr, await self._rules_page_for(command))

    async def contents(self, _: Command, tr: Translator) -> Post:
        """Answer the link that opens the rules in the private chat."""
        return self.rules.command("", tr)

    async def press(self, _: Press, rest: str, tr: Translator) -> Answer:
        return Answer(edit=self.rules.press(rest, tr))

    def nothing(self, tr: Translator) -> LookupResults:
        return self.rules.nothing(tr)

    async def look_up(self, query: LookupQuery, tr: Translator) -> LookupResults:
        return self.rules.look_up(query.query, tr, await self._page_of_only_table(query.caller.person))

    async def _rules_page_for(self, command: Command) -> Open:
        """Return where the rules open: at the table of the chat, in private at the only table of the person."""
        person = command.caller.person if command.caller else None
        if command.place.private:
            return await self._page_of_only_table(person) if person else NOWHERE
        table = await self.tables.at_place(command.place)
        return _page_of(table, person) if table else NOWHERE

    async def _page_of_only_table(self, person: Person) -> Open:
        tables = await self.tables.of_person(person)
        return _page_of(tables[0], person) if len(tables) == 1 else NOWHERE


def _page_of(table: Table, person: Person | None) -> Open:
    """Return the section about what may be done at a table now; in a lobby, only the game."""
    if table.record.status != "playing":
        return Open(table.record.game)
    seat = table.record.seat_of(person) if person else None
    return Open(table.record.game, table.game.presenter.section(table.view(None), seat))
