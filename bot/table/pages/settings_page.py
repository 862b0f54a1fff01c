"""`/settings` and `/language` put into posts: what a chat has chosen, in rows of buttons."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.presentation import Game
from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Button, Keyboard, Post, RichText, Span, joined
from bot.table.model.preferences import Preferences

SETTINGS, LANGUAGES = "c", "l"
"""The first part of every token of `/settings` and of `/language`."""
# NOTE: Button of /settings in private, alone in its row (36 letters); a tap changes it. "I" is the player: the secret
# is in the answer to their tap on a button.
SECRETS_AT_ONCE = lazy("Secrets: shown when I tap")
# NOTE: Button of /settings in private, alone in its row (36 letters); a tap changes it.
BY_MESSAGE = lazy("Secrets: sent as a message")
# NOTE: Button of /settings in private, alone in its row (36 letters); a tap changes it. Discord.
BY_DIRECT_MESSAGE = lazy("Secrets: sent as a direct message")
_IN_A_ROW = 2
"""So many languages stand side by side."""


def chosen_options(preferences: Preferences, game: Game) -> dict[str, str]:
    """Return the options by which a chat plays a game."""
    defaults = {option.name: option.choices[0] for option in game.rules.options}
    return {**defaults, **game.rules.presets[0].values, **preferences.options.get(game.key, {})}


def language_rows(catalogs: Catalogs, tr: Translator) -> Keyboard:
    """Return a button for each language, that of `tr` marked."""
    buttons = [
        Button(("✓ " if tag == tr.locale else "") + catalogs.translator(tag).own_name(), f"{LANGUAGES}.{tag}")
        for tag in catalogs.locales
    ]
    return tuple(tuple(buttons[i : i + _IN_A_ROW]) for i in range(0, len(buttons), _IN_A_ROW))


def chat_page(preferences: Preferences, games: Iterable[Game], catalogs: Catalogs, tr: Translator) -> Post:
    """Show what a chat has chosen, with a way to the page of each game."""
    t = tr.t
    language = catalogs.translator(preferences.locale).own_name()
    rows: list[tuple[Button, ...]] = [
        # NOTE: Button of /settings, alone in its row.
        (Button(t("Language: {language}", language=language), f"{SETTINGS}.language"),),
        (
            Button(
                # NOTE: Button of /settings, alone in its row (36 letters); a tap changes it. {time} is "5
                # minutes".
                t("Secrets disappear after: {time}", time=tr.duration(preferences.whisper_seconds)),
                f"{SETTINGS}.whisper",
            ),
        ),
        (Button(_clock(preferences, tr), f"{SETTINGS}.clock"),),
        (Button(_openers(preferences, tr), f"{SETTINGS}.openers"),),
        (Button(_enders(preferences, tr), f"{SETTINGS}.enders"),),
        (
            Button(
                # NOTE: Button of /settings, alone in its row; a tap changes it. The message of a new turn makes a
                # sound.
                t("Notify the next player: yes") if preferences.notify else t("Notify the next player: no"),
                f"{SETTINGS}.notify",
            ),
        ),
    ]
    rows += [(Button(game.presenter.title(tr), f"{SETTINGS}.page.{game.key}"),) for game in games]
    return Post(_heading(tr), keyboard=tuple(rows), silent=True)


def game_page(preferences: Preferences, game: Game, tr: Translator) -> Post:
    """Show the rules by which a chat plays one game; more than one on a page could not be told apart."""
    title: RichText = (Span(game.presenter.title(tr), "bold"),)
    back = (Button(tr.t("Back"), f"{SETTINGS}.page."),)
    return Post(joined([title, _heading(tr)]), keyboard=(*_game_rows(preferences, game, tr), back), silent=True)


def _game_rows(preferences: Preferences, game: Game, tr: Translator) -> Keyboard:
    options = chosen_options(preferences, game)
    presets = tuple(
        Button(
            _marked(game.presenter.preset(preset.name, tr), options, preset.values),
            f"{SETTINGS}.preset.{game.key}.{preset.name}",
        )
        for preset in game.rules.presets
    )
    rows = [
        (Button(_option(game, option.name, options[option.name], tr), f"{SETTINGS}.option.{game.key}.{option.name}"),)
        for option in game.rules.options
    ]
    return (presets, *rows)


def _heading(tr: Translator) -> RichText:
    return tr.rich("This chat’s settings. Administrators can tap to change them.")


def _option(game: Game, name: str, value: str, tr: Translator) -> str:
    return tr.t(
        "{option}: {value}", option=game.presenter.option(name, tr), value=game.presenter.choice(name, value, tr)
    )


def _marked(text: str, options: dict[str, str], values: dict[str, str]) -> str:
    chosen = all(options.get(name) == value for name, value in values.items())
    return f"✓ {text}" if chosen else text


def _clock(preferences: Preferences, tr: Translator) -> str:
    seconds = preferences.turn_seconds()
    if not seconds:
        # NOTE: Button of /settings, alone in its row (36 letters); a tap changes it.
        return tr.t("Time per turn: unlimited")
    # NOTE: Button of /settings, alone in its row (36 letters); a tap changes it. {time} is "5 minutes".
    return tr.t("Time per turn: {time}", time=tr.duration(seconds))


def _openers(preferences: Preferences, tr: Translator) -> str:
    if preferences.openers == "everyone":
        # NOTE: Button of /settings, alone in its row (36 letters); a tap changes it.
        return tr.t("Anyone can open a table")
    # NOTE: Button of /settings, alone in its row (36 letters); a tap changes it.
    return tr.t("Only administrators can open tables")


def _enders(preferences: Preferences, tr: Translator) -> str:
    if preferences.enders == "host":
        # NOTE: Button of /settings, alone in its row (36 letters); a tap changes it.
        return tr.t("Host or administrators can end games")
    if preferences.enders == "admins":
        # NOTE: Button of /settings, alone in its row (36 letters); a tap changes it.
        return tr.t("Only administrators can end games")
    # NOTE: Button of /settings, alone in its row (36 letters); a tap changes it.
    return tr.t("Anyone at the table can end games")
