"""`/settings` and `/language`: what a chat has chosen, by pages of buttons.

Tokens are `c.<what>` and `l.<locale>`; they are judged by what holds now, and need an administrator in a group.
`c.page.<game>` opens a game's page, `c.page.` the first one: anybody may look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from msgspec.structs import replace

from bot.errors import Refusal
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Answer, Button, Caller, Command, Post, Press, joined
from bot.table.core.directory import TableDirectory
from bot.table.core.permissions import Permissions
from bot.table.core.services import Services
from bot.table.core.table import Table, TableChange
from bot.table.handlers.secrets import Secrets
from bot.table.model.lobby import toggled
from bot.table.model.preferences import ENDERS, OPENERS, WHISPER_SECONDS, Preferences
from bot.table.model.refusals import OUT_OF_DATE
from bot.table.model.turn_clock import CLOCKS
from bot.table.pages.settings_page import (
    BY_DIRECT_MESSAGE,
    BY_MESSAGE,
    LANGUAGES,
    SECRETS_AT_ONCE,
    SETTINGS,
    chat_page,
    chosen_options,
    game_page,
    language_rows,
)
from bot.table.publishing.board_publisher import BoardPublisher
from storage.ids import Person, Place

T = TypeVar("T")
PREFIX, LANGUAGE_PREFIX = SETTINGS, LANGUAGES


@dataclass(frozen=True)
class SettingsMenu:
    """Shows and changes what a chat, or a person, has chosen."""

    services: Services
    tables: TableDirectory
    boards: BoardPublisher
    permissions: Permissions
    secrets: Secrets

    # -- /language --------------------------------------------------------------------------------------------------

    async def language(self, command: Command, tr: Translator) -> Post:
        """Answer `/language`: a choice of languages, or the one named."""
        tr = await self._chat_translator(command, tr)
        wanted = self.services.catalogs.match(command.argument) if command.argument else None
        if wanted is None:
            return await self._languages(tr, command.place)
        await self._choose(command.place, command.caller, wanted, admin=command.admin)
        return await self._languages(self.services.catalogs.translator(wanted), command.place)

    async def press_language(self, press: Press, rest: str, _: Translator) -> Answer:
        locale = self.services.catalogs.match(rest)
        if locale is None:
            raise Refusal(OUT_OF_DATE)
        await self._choose(press.place, press.caller, locale)
        tr = self.services.catalogs.translator(locale)
        return Answer(edit=await self._languages(tr, press.place))

    async def _chat_translator(self, command: Command, tr: Translator) -> Translator:
        """Return the chat's language in a group, else the caller's."""
        if command.place.private:
            return tr
        return await self.services.chats.translator(command.place, tr.locale)

    async def _choose(self, place: Place, caller: Caller | None, locale: str, *, admin: bool = False) -> None:
        if place.private and caller is not None:
            await self.services.people.choose_locale(caller.person, locale)
            return
        table = await self.tables.at_place(place)
        hosts = table is not None and caller is not None and table.record.host == caller.person
        if not hosts:
            await self._check_admin(place, caller, admin=admin)
        await self.services.chats.change(place, lambda chosen: replace(chosen, locale=locale))
        if table is not None:
            self.boards.request(table)

    async def _languages(self, tr: Translator, place: Place) -> Post:
        """Return the page of languages; in a private chat it is that of all that a person chooses."""
        rows = language_rows(self.services.catalogs, tr)
        if not place.private:
            text = tr.rich("Which language should the table use? Private messages use each person’s own.")
            return Post(text, keyboard=rows, silent=True)
        at_once = await self.services.prefers_answers(Person(place.platform, place.chat))
        by_message = self.services.platforms.say(place, private_chat=BY_MESSAGE, direct_messages=BY_DIRECT_MESSAGE)
        secrets = tr.translate(SECRETS_AT_ONCE if at_once else by_message)
        text = joined(
            [
                tr.rich("Which language should I use with you?"),
                # NOTE: Above that button.
                tr.rich("You can see your secrets as soon as you tap, or have them sent to you in this chat."),
            ]
        )
        return Post(text, keyboard=(*rows, (Button(secrets, f"{PREFIX}.secrets"),)), silent=True)

    # -- /settings --------------------------------------------------------------------------------------------------

    async def settings(self, command: Command, tr: Translator) -> Post:
        if command.place.private:
            return await self._languages(tr, command.place)
        preferences = await self.services.chats.preferences(command.place)
        tr = await self._chat_translator(command, tr)
        return chat_page(preferences, self.services.games.values(), self.services.catalogs, tr)

    async def press_settings(self, press: Press, rest: str, tr: Translator) -> Answer:
        """Choose the next value of a setting, or turn to a page."""
        if press.place.private:
            return await self._press_personal(press, rest, tr)
        kind, what = rest.partition(".")[::2]
        game = what.partition(".")[0]
        preferences = await self.services.chats.preferences(press.place)
        changed = preferences if kind == "page" else await self._change(press, preferences, rest)
        if game and game not in self.services.games:
            raise Refusal(OUT_OF_DATE)
        tr = await self.services.chats.translator(press.place, press.caller.language)
        page = (
            game_page(changed, self.services.games[game], tr)
            if game
            else chat_page(changed, self.services.games.values(), self.services.catalogs, tr)
        )
        return Answer(edit=page)

    async def _press_personal(self, press: Press, what: str, tr: Translator) -> Answer:
        """Choose in the private chat how secrets come."""
        if what != "secrets":
            raise Refusal(OUT_OF_DATE)
        person = press.caller.person
        await self.secrets.choose(person, at_once=not await self.services.prefers_answers(person))
        return Answer(edit=await self._languages(tr, press.place))

    async def _change(self, press: Press, preferences: Preferences, what: str) -> Preferences:
        await self._check_admin(press.place, press.caller)
        changed = await self.services.chats.change(press.place, lambda latest: self._changed(latest, what))
        table = await self.tables.at_place(press.place)
        if table is not None:
            await self._follow(table, preferences, changed)
        return changed

    async def _follow(self, table: Table, old: Preferences, new: Preferences) -> None:
        """Have a table follow its chat's new choices at once."""
        if new.locale != old.locale:
            self.boards.request(table)
        if new.clock != old.clock:
            self.boards.request(table)  # a lobby says how long a turn may take
            await table.change(lambda change: _restart_clock(change, new.turn_seconds()))

    async def _check_admin(self, place: Place, caller: Caller | None, *, admin: bool = False) -> None:
        if admin or (caller is not None and await self.permissions.is_admin(place, caller.person)):
            return
        raise Refusal(lazy("Only an administrator can do that."))

    def _changed(self, preferences: Preferences, what: str) -> Preferences:
        """Return the choices after a press. Raise Refusal."""
        name, _, rest = what.partition(".")
        if name == "whisper":
            return replace(preferences, whisper_seconds=_after(WHISPER_SECONDS, preferences.whisper_seconds))
        if name == "clock":
            return replace(preferences, clock=_after(CLOCKS, preferences.turn_seconds()))
        if name == "openers":
            return replace(preferences, openers=_after(OPENERS, preferences.openers))
        if name == "enders":
            return replace(preferences, enders=_after(ENDERS, preferences.enders))
        if name == "notify":
            return replace(preferences, notify=not preferences.notify)
        if name == "language":
            catalogs = self.services.catalogs
            return replace(preferences, locale=_after(catalogs.locales, preferences.locale or catalogs.default))
        key, _, choice = rest.partition(".")
        options = self._changed_options(preferences, name, key, choice)
        return replace(preferences, options={**preferences.options, key: options})

    def _changed_options(self, preferences: Preferences, kind: str, key: str, name: str) -> dict[str, str]:
        game = self.services.games.get(key)
        if game is None:
            raise Refusal(OUT_OF_DATE)
        options = {option.name: option.choices for option in game.rules.options}
        kept = chosen_options(preferences, game)
        if kind == "option" and name in options:
            return toggled(kept, name, options[name])
        values = next((preset.values for preset in game.rules.presets if preset.name == name), None)
        if kind != "preset" or values is None:
            raise Refusal(OUT_OF_DATE)
        return {**kept, **values}


async def _restart_clock(change: TableChange, clock: int) -> None:
    if change.table.record.status == "playing":
        await change.restart_clock(clock)


def _after(values: Sequence[T], value: T) -> T:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]
