"""The slash commands as Discord shows them: described in each language it has, sent only when changed.

Discord counts how often commands are made, so what it has is compared first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from discord.http import Route

from bot.commands import Argument, ArgumentChoice, CommandSpec, Scope
from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import LazyText
from bot.i18n.names import cut
from bot.platforms.discord.client import DiscordClient

LOCALES = {
    "da": ("da",),
    "de": ("de",),
    "en": ("en-GB", "en-US"),
    "es": ("es-419", "es-ES"),
    "fr": ("fr",),
    "it": ("it",),
    "nl": ("nl",),
    "pt_BR": ("pt-BR",),
    "ro": ("ro",),
    "ru": ("ru",),
    "sv": ("sv-SE",),
}
"""Discord's locales for each language; it has none for Hebrew and Portugal's Portuguese (B3)."""

_DESCRIPTION = 100
_CHAT_INPUT, _STRING = 1, 3
_CONTEXTS: dict[Scope, int] = {"group": 0, "private": 1}
_GUILD_INSTALL = 0
_OPTIONAL = ("options", "choices", "autocomplete")
_LOG = structlog.get_logger(__name__)


def wanted(catalogs: Catalogs, specs: Sequence[CommandSpec]) -> list[dict[str, Any]]:
    """Return the commands as Discord takes them."""
    return [_command(catalogs, spec) for spec in specs]


async def put_commands(client: DiscordClient, catalogs: Catalogs, specs: Sequence[CommandSpec]) -> dict[str, int]:
    """Make Discord show these commands and no others; return the id of each by its name."""
    assert client.application_id is not None
    shown = await client.http.request(
        Route(
            "GET",
            "/applications/{application_id}/commands?with_localizations=true",
            application_id=client.application_id,
        )
    )
    commands = wanted(catalogs, specs)
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


def _command(catalogs: Catalogs, spec: CommandSpec) -> dict[str, Any]:
    command: dict[str, Any] = {
        "type": _CHAT_INPUT,
        **_named(spec.name),
        **_described(catalogs, spec.description),
        "contexts": sorted(_CONTEXTS[scope] for scope in spec.scopes),
        "integration_types": [_GUILD_INSTALL],
    }
    if spec.argument is not None:
        command["options"] = [_option(catalogs, spec.argument)]
    return command


def _option(catalogs: Catalogs, argument: Argument) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": _STRING,
        **_named(argument.name),
        **_described(catalogs, argument.description),
    }
    if argument.choices:
        made["choices"] = [_choice(catalogs, choice) for choice in argument.choices]
    if argument.takes == "rules":
        made["autocomplete"] = True
    return made


def _choice(catalogs: Catalogs, choice: ArgumentChoice) -> dict[str, Any]:
    titles = {locale: choice.title(catalogs.translator(locale)) for locale in catalogs.locales}
    return {
        "name": cut(titles["en"], _DESCRIPTION, len),
        "name_localizations": _localized(titles),
        "value": choice.value,
    }


def _named(name: str) -> dict[str, Any]:
    """Return a name that is the same in every language; the null takes away those that were registered once (B3)."""
    return {"name": name, "name_localizations": None}


def _described(catalogs: Catalogs, message: LazyText) -> dict[str, Any]:
    texts = {locale: catalogs.translator(locale).translate(message) for locale in catalogs.locales}
    return {"description": cut(texts["en"], _DESCRIPTION, len), "description_localizations": _localized(texts)}


def _localized(texts: Mapping[str, str]) -> dict[str, str]:
    return {tag: cut(text, _DESCRIPTION, len) for locale, text in texts.items() for tag in LOCALES.get(locale, ())}


def _is_shown(want: Any, have: Any) -> bool:
    """Return whether Discord has what is wanted; it may have added keys, but none that we could have sent."""
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
    return (want or {}) == (have or {}) if key.endswith("_localizations") else _is_shown(want, have)
