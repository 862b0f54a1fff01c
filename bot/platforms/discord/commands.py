"""The slash commands as Discord shows them: in each language it has, where they work, sent only when changed.

Discord counts how often commands are made, so what it has is compared first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
import structlog
from discord.http import Route

from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import LazyText
from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.markdown import cut

LOCALES = {
    "da": ("da",),
    "de": ("de",),
    "en": ("en-GB", "en-US"),
    "es": ("es-419", "es-ES"),
    "fr": ("fr",),
    "it": ("it",),
    "nl": ("nl",),
    "pt": ("pt-BR",),
    "ro": ("ro",),
    "ru": ("ru",),
    "sv": ("sv-SE",),
}
"""Discord's locales for each language; it has none for Hebrew (PLATFORMS B3)."""

_DESCRIPTION = 100
_CHAT_INPUT, _STRING = 1, 3
_CONTEXTS: dict[str, int] = {"group": 0, "private": 1}
_GUILD_INSTALL = 0
_SIGNS = "/:"
"""What a client writes around names, and catalogues too, so that no translator takes them for other words."""
_OPTIONAL = ("options", "choices", "autocomplete")
_LOG = structlog.get_logger(__name__)


class SlashOption(msgspec.Struct, frozen=True):
    """What a command takes: one of `choices` (value, and title for each language), or what is typed.

    `suggests`: what fits is looked up while it is typed. `called`: its name for each reader, such as `game:`.
    """

    name: str
    description: LazyText
    choices: tuple[tuple[str, Mapping[str, str]], ...] = ()
    suggests: bool = False
    called: LazyText | None = None


class SlashCommand(msgspec.Struct, frozen=True):
    """One command: `[a-z0-9_]{1,32}`, what it does, where it is offered, what it takes.

    `called`: its name for each reader, such as `/play`; whoever uses it, Discord tells of it by `name`.
    """

    name: str
    description: LazyText
    scopes: frozenset[Literal["private", "group"]] = frozenset({"private", "group"})
    option: SlashOption | None = None
    called: LazyText | None = None


def wanted(catalogs: Catalogs, entries: Sequence[SlashCommand]) -> list[dict[str, Any]]:
    """Give the commands as Discord takes them."""
    return [_command(catalogs, entry) for entry in entries]


async def put_commands(client: DiscordClient, catalogs: Catalogs, entries: Sequence[SlashCommand]) -> dict[str, int]:
    """Make Discord show these commands and no others; gives the id of each by its name."""
    assert client.application_id is not None
    shown = await client.http.request(
        Route(
            "GET",
            "/applications/{application_id}/commands?with_localizations=true",
            application_id=client.application_id,
        )
    )
    commands = wanted(catalogs, entries)
    by_name = {command.get("name"): command for command in shown}
    if len(shown) == len(commands) and all(_is_shown(command, by_name.get(command["name"])) for command in commands):
        return _ids(shown)
    changed = await client.http.request(
        Route("PUT", "/applications/{application_id}/commands", application_id=client.application_id), json=commands
    )
    _LOG.info("commands_changed", commands=len(commands))
    return _ids(changed)


def _ids(shown: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    return {str(command["name"]): int(command["id"]) for command in shown}


def _command(catalogs: Catalogs, entry: SlashCommand) -> dict[str, Any]:
    command: dict[str, Any] = {
        "type": _CHAT_INPUT,
        **_named(catalogs, entry.name, entry.called),
        **_described(catalogs, entry.description),
        "contexts": sorted(_CONTEXTS[scope] for scope in entry.scopes),
        "integration_types": [_GUILD_INSTALL],
    }
    if entry.option is not None:
        command["options"] = [_option(catalogs, entry.option)]
    return command


def _option(catalogs: Catalogs, option: SlashOption) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": _STRING,
        **_named(catalogs, option.name, option.called),
        **_described(catalogs, option.description),
    }
    if option.choices:
        made["choices"] = [
            {"name": cut(titles["en"], _DESCRIPTION), "name_localizations": _localized(titles), "value": value}
            for value, titles in option.choices
        ]
    if option.suggests:
        made["autocomplete"] = True
    return made


def _named(catalogs: Catalogs, name: str, called: LazyText | None) -> dict[str, Any]:
    """Give a name with what it is in each language, English under its own keys as well (PLATFORMS B3)."""
    if called is None:
        return {"name": name}
    names = {
        locale: catalogs.translator(locale).translate(called).strip(_SIGNS)
        for locale in catalogs.locales
        if locale != "en"
    }
    return {"name": name, "name_localizations": _localized({"en": name, **names})}


def _described(catalogs: Catalogs, message: LazyText) -> dict[str, Any]:
    texts = {locale: catalogs.translator(locale).translate(message) for locale in catalogs.locales}
    return {"description": cut(texts["en"], _DESCRIPTION), "description_localizations": _localized(texts)}


def _localized(texts: Mapping[str, str]) -> dict[str, str]:
    return {tag: cut(text, _DESCRIPTION) for locale, text in texts.items() for tag in LOCALES.get(locale, ())}


def _is_shown(want: Any, have: Any) -> bool:
    """Tell whether Discord has what is wanted, and no more of what we might have sent, whatever it has added to it."""
    if isinstance(want, dict):
        return (
            isinstance(have, dict)
            and all(key in want for key in _OPTIONAL if have.get(key))
            and all(_is_shown_as(key, value, have.get(key)) for key, value in want.items())
        )
    if isinstance(want, list):
        return (
            isinstance(have, list)
            and len(want) == len(have)
            and all(_is_shown(one, other) for one, other in zip(want, have, strict=True))
        )
    return bool(want == have)


def _is_shown_as(key: str, want: Any, have: Any) -> bool:
    return bool(want == have) if key.endswith("_localizations") else _is_shown(want, have)
