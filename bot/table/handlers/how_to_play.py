"""`❔ How to play` in a lobby: where somebody is led who does not know the game. The one place that says so.

That is its lesson; for a game that has none yet, the page of the rules that says what it is about.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.commands import CommandHandler
from bot.i18n.translator import Translator
from bot.lessons.page import lesson_payload
from bot.messaging import Answer, Command, Post, Press
from bot.rulebook.feature import RulesFeature
from bot.table.core.services import Services
from bot.table.core.table import Table, TableChange
from bot.table.handlers.lessons import Lessons
from bot.table.publishing.messenger import Messenger


@dataclass(frozen=True)
class HowToPlay:
    """Explains a game to one person alone: in a private answer where there is such, else in the private chat."""

    services: Services
    lessons: Lessons
    rules: RulesFeature
    messenger: Messenger

    async def press(self, change: TableChange, press: Press, _: str) -> Answer:
        table = change.table
        if table.game.lesson is not None:
            return await self.lessons.invited(table.game.key, press, "", await table.translator_for(press.caller))
        if self.services.platforms.of(press.place).answers_privately:
            return Answer(private=await self._explanation(table, press))
        if press.place.private:
            self.messenger.post(press.place, await self._explanation(table, press))
            return Answer()
        return Answer(open_private=lesson_payload(table.game.key))

    def links(self) -> dict[str, CommandHandler]:
        """Return what answers the links to the private chat of games without a lesson, by their payload."""
        games = self.services.games.values()
        return {lesson_payload(game.key): self._link_to(game.key) for game in games if game.lesson is None}

    def _link_to(self, game: str) -> CommandHandler:
        async def explain(_: Command, tr: Translator) -> Post:
            return self._page(game, tr)

        return explain

    async def _explanation(self, table: Table, press: Press) -> Post:
        return self._page(table.game.key, await table.translator_for(press.caller))

    def _page(self, game: str, tr: Translator) -> Post:
        return self.rules.press(f"{tr.locale}.{game}.goal", tr)
