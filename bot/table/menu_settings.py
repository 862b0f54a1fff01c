"""`/settings` and `/language`: what a chat has chosen, by pages of buttons.

Tokens are `c.<what>` and `l.<locale>`; they are judged by what holds now, and need an administrator in a group.
`c.page.<game>` opens a game's page, `c.page.` the first one: anybody may look.
"""

from __future__ import annotations

from typing import Any

from bot.errors import Refusal
from bot.games.scene import Game
from bot.port import Answer, Button, Caller, Command, Place, Post, Press, Rich, Span
from bot.table.clocks import CLOCKS
from bot.table.hub import Hub
from bot.table.lobby import toggled
from bot.table.preferences import ENDERS, OPENERS, WHISPER_SECONDS, Preferences
from bot.table.refusals import OUT_OF_DATE
from bot.table.rights import is_admin
from bot.table.table import Table
from bot.table.telling import joined
from bot.words import Words, msg

__all__ = ["SettingsMenu"]


class SettingsMenu:
    """Shows and changes what a chat, or a person, has chosen."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    # -- /language --------------------------------------------------------------------------------------------------

    async def language(self, command: Command, words: Words) -> Post:
        """Answer `/language`: a choice of languages, or the one named."""
        wanted = self._hub.library.match(command.argument) if command.argument else None
        if wanted is None:
            return self._languages(words, private=command.place.private)
        await self._choose(command.place, command.caller, wanted, admin=command.admin)
        return self._languages(self._hub.library.words(wanted), private=command.place.private)

    async def press_language(self, press: Press, rest: str) -> Answer:
        """Take over a language."""
        locale = self._hub.library.match(rest)
        if locale is None:
            raise Refusal(OUT_OF_DATE)
        await self._choose(press.place, press.caller, locale)
        words = self._hub.library.words(locale)
        return Answer(edit=self._languages(words, private=press.place.private))

    async def _choose(self, place: Place, caller: Caller | None, locale: str, *, admin: bool = False) -> None:
        if place.private and caller is not None:
            await self._hub.people.choose_locale(caller.person, locale)
            return
        table = await self._hub.house.at(place)
        hosts = table is not None and caller is not None and table.record.host == caller.person
        if not hosts:
            await self._check_admin(place, caller, admin=admin)
        await self._hub.chat_book.change(place, locale=locale)
        if table is not None:
            table.painter.want()

    def _languages(self, words: Words, *, private: bool) -> Post:
        library = self._hub.library
        buttons = [
            Button(("✓ " if tag == words.locale else "") + library.words(tag).own_name(), f"l.{tag}")
            for tag in library.locales
        ]
        rows = tuple(tuple(buttons[i : i + 3]) for i in range(0, len(buttons), 3))
        text = (
            words.rich("Which language shall I speak with you?")
            if private
            else words.rich("Which language shall the table speak? Private messages follow each person's own.")
        )
        return Post(text, keyboard=rows, silent=True)

    # -- /settings --------------------------------------------------------------------------------------------------

    async def settings(self, command: Command, words: Words) -> Post:
        """Answer `/settings`."""
        if command.place.private:
            return self._languages(words, private=True)
        return self._page(await self._hub.chat_book.preferences(command.place), words)

    async def press_settings(self, press: Press, rest: str) -> Answer:
        """Go on to the next value of a setting."""
        if press.place.private:
            raise Refusal(OUT_OF_DATE)
        kind, _, what = rest.partition(".")
        game = what.partition(".")[0]
        preferences = await self._hub.chat_book.preferences(press.place)
        changed = preferences if kind == "page" else await self._change(press, preferences, rest)
        if game and game not in self._hub.games:
            raise Refusal(OUT_OF_DATE)
        words = await self._hub.chat_book.words(press.place, press.caller.language)
        return Answer(edit=self._game_page(changed, game, words) if game else self._page(changed, words))

    async def _change(self, press: Press, preferences: Preferences, what: str) -> Preferences:
        await self._check_admin(press.place, press.caller)
        changed = await self._hub.chat_book.change(press.place, **self._changes(preferences, what))
        table = await self._hub.house.at(press.place)
        if table is not None:
            await _take_over(table, preferences, changed)
        return changed

    async def _check_admin(self, place: Place, caller: Caller | None, *, admin: bool = False) -> None:
        if admin or (caller is not None and await is_admin(self._hub, place, caller.person)):
            return
        raise Refusal(msg("Only an administrator may do that."))

    def _changes(self, preferences: Preferences, what: str) -> dict[str, Any]:
        name, _, rest = what.partition(".")
        if name == "whisper":
            return {"whisper_seconds": _after(WHISPER_SECONDS, preferences.whisper_seconds)}
        if name == "clock":
            return {"clock": _after(CLOCKS, preferences.clock)}
        if name == "openers":
            return {"openers": _after(OPENERS, preferences.openers)}
        if name == "enders":
            return {"enders": _after(ENDERS, preferences.enders)}
        if name == "notify":
            return {"notify": not preferences.notify}
        if name == "language":
            locales = self._hub.library.locales
            return {"locale": _after(locales, preferences.locale or self._hub.library.default)}
        return {"options": {**preferences.options, **self._game_changes(preferences, name, rest)}}

    def _game_changes(self, preferences: Preferences, kind: str, rest: str) -> dict[str, dict[str, str]]:
        key, _, name = rest.partition(".")
        game = self._hub.games.get(key)
        if game is None:
            raise Refusal(OUT_OF_DATE)
        options = {option.name: option.choices for option in game.rules.options}
        kept = self._options(preferences, key)
        if kind == "option" and name in options:
            return {key: toggled(kept, name, options[name])}
        values = next((preset.values for preset in game.rules.presets if preset.name == name), None)
        if kind != "preset" or values is None:
            raise Refusal(OUT_OF_DATE)
        return {key: {**kept, **values}}

    def _options(self, preferences: Preferences, key: str) -> dict[str, str]:
        rules = self._hub.games[key].rules
        defaults = {option.name: option.choices[0] for option in rules.options}
        return {**defaults, **rules.presets[0].values, **preferences.options.get(key, {})}

    def _page(self, preferences: Preferences, words: Words) -> Post:
        say = words.say
        language = self._hub.library.words(preferences.locale).own_name()
        rows: list[tuple[Button, ...]] = [
            (Button(say("Language: {language}", language=language), "c.language"),),
            (Button(say("A secret stays for {time}", time=words.duration(preferences.whisper_seconds)), "c.whisper"),),
            (Button(_clock(preferences, words), "c.clock"),),
            (Button(_openers(preferences, words), "c.openers"),),
            (Button(_enders(preferences, words), "c.enders"),),
            (
                Button(
                    say("Notify the next player: yes") if preferences.notify else say("Notify the next player: no"),
                    "c.notify",
                ),
            ),
        ]
        rows += [(Button(game.scenes.title(words), f"c.page.{key}"),) for key, game in self._hub.games.items()]
        return Post(_heading(words), keyboard=tuple(rows), silent=True)

    def _game_page(self, preferences: Preferences, key: str, words: Words) -> Post:
        """Show the rules by which a chat plays one game; more than one on a page could not be told apart."""
        title: Rich = (Span(self._hub.games[key].scenes.title(words), "bold"),)
        back = (Button(words.say("Back"), "c.page."),)
        rows = (*self._game_rows(preferences, key, words), back)
        return Post(joined([title, _heading(words)]), keyboard=rows, silent=True)

    def _game_rows(self, preferences: Preferences, key: str, words: Words) -> list[tuple[Button, ...]]:
        game, options = self._hub.games[key], self._options(preferences, key)
        presets = tuple(
            Button(
                _marked(game.scenes.preset(preset.name, words), options, preset.values), f"c.preset.{key}.{preset.name}"
            )
            for preset in game.rules.presets
        )
        rows = [
            (Button(_option(game, option.name, options[option.name], words), f"c.option.{key}.{option.name}"),)
            for option in game.rules.options
        ]
        return [presets, *rows]


def _heading(words: Words) -> Rich:
    return words.rich("Settings of this chat. Administrators change them by pressing.")


def _option(game: Game, name: str, value: str, words: Words) -> str:
    return words.say(
        "{option}: {value}", option=game.scenes.option(name, words), value=game.scenes.choice(name, value, words)
    )


def _marked(text: str, options: dict[str, str], values: dict[str, str]) -> str:
    chosen = all(options.get(name) == value for name, value in values.items())
    return f"✓ {text}" if chosen else text


async def _take_over(table: Table, old: Preferences, new: Preferences) -> None:
    """Let a table follow its chat's new choices at once."""
    if new.locale != old.locale:
        table.painter.want()
    if new.clock != old.clock:
        async with table.lock:
            if table.record.status == "playing":
                await table.start_clock()


def _clock(preferences: Preferences, words: Words) -> str:
    if not preferences.clock:
        return words.say("A turn may take as long as it likes")
    return words.say("A turn may take {time}", time=words.duration(preferences.clock))


def _openers(preferences: Preferences, words: Words) -> str:
    if preferences.openers == "everyone":
        return words.say("Everyone may open a table")
    return words.say("Only administrators open tables")


def _enders(preferences: Preferences, words: Words) -> str:
    if preferences.enders == "host":
        return words.say("The host and administrators may end a game")
    if preferences.enders == "admins":
        return words.say("Only administrators may end a game")
    return words.say("Everyone at the table may end a game")


def _after(values: tuple[Any, ...], value: Any) -> Any:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]
