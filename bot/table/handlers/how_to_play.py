"""`❔ How to play` in a lobby: where somebody is led who does not know the game. The one place that says so."""

from __future__ import annotations

from dataclasses import dataclass

from bot.commands import CommandHandler
from bot.i18n.translator import Translator
from bot.messaging import Answer, Command, Post, Press
from bot.rulebook.feature import RulesFeature
from bot.table.core.services import Services
from bot.table.core.table import Table, TableChange
from bot.table.publishing.messenger import Messenger


def payload_of(game: str) -> str:
    """Return the payload of the link that explains a game in the private chat."""
    return f"lesson_{game}"


@dataclass(frozen=True)
class HowToPlay:
    """Explains a game to one person alone: in a private answer where there is such, else in the private chat."""

    services: Services
    rules: RulesFeature
    messenger: Messenger

    async def press(self, change: TableChange, press: Press, _: str) -> Answer:
        table = change.table
        if self.services.platforms.of(press.place).answers_privately:
            return Answer(private=await self._explanation(table, press))
        if press.place.private:
            self.messenger.post(press.place, await self._explanation(table, press))
            return Answer()
        return Answer(open_private=payload_of(table.game.key))

    def links(self) -> dict[str, CommandHandler]:
        """Return what answers the links to the private chat, by their payload."""
        return {payload_of(game): self._link_to(game) for game in self.services.games}

    def _link_to(self, game: str) -> CommandHandler:
        async def explain(_: Command, tr: Translator) -> Post:
            return self._page(game, tr)

        return explain

    async def _explanation(self, table: Table, press: Press) -> Post:
        return self._page(table.game.key, await table.translator_for(press.caller))

    def _page(self, game: str, tr: Translator) -> Post:
        return self.rules.press(f"{tr.locale}.{game}.goal", tr)
