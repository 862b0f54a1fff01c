"""The slash commands as Discord takes them (docs/platforms.md B3)."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Any

import regex

from bot.commands import COMMANDS, CommandSpec
from bot.games.registry import GAMES
from bot.i18n.lazy import lazy
from bot.platforms.discord.commands import LOCALES, wanted
from bot.service import Service
from bot.settings import Settings
from storage.store import Store
from tests.discord.conftest import CATALOGS, ENTRIES

NAME = re.compile(r"[-_a-z0-9]{1,32}")
LOCALIZED = regex.compile(r"[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}")
"""docs/platforms.md B3."""
OFFERED = {
    *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR"),
    *("ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
}


async def service_commands(database: Path) -> list[dict[str, Any]]:
    """Return the commands as the service registers them."""
    store = await Store.open(database)
    try:
        service = Service(Settings(_env_file=None), store)
        return wanted(service.catalogs, service.commands)
    finally:
        await store.close()


async def test_every_command_of_the_service_is_there_with_what_it_takes(database: Path) -> None:
    commands = {command["name"]: command for command in await service_commands(database)}
    assert set(commands) == {spec.name for spec in COMMANDS}
    taking = {name: command["options"][0]["name"] for name, command in commands.items() if "options" in command}
    assert taking == {spec.name: spec.argument.name for spec in COMMANDS if spec.argument}
    words = [choice["value"] for choice in commands["play"]["options"][0]["choices"]]
    assert words == [game.word for game in GAMES]
    assert commands["rules"]["options"][0]["autocomplete"]


async def test_contexts_follow_where_a_command_is_offered(database: Path) -> None:
    contexts = {command["name"]: command["contexts"] for command in await service_commands(database)}
    scopes = {"group": 0, "private": 1}
    assert contexts == {spec.name: sorted(scopes[scope] for scope in spec.scopes) for spec in COMMANDS}
    assert contexts["play"] == [0, 1]


async def test_all_keeps_to_discords_limits_in_every_language(database: Path) -> None:
    for command in await service_commands(database):
        option = command.get("options", [{}])[0]
        assert NAME.fullmatch(command["name"])
        for part in (command, option) if option else (command,):
            texts = {"": part["description"], **part["description_localizations"]}
            assert set(part["description_localizations"]) <= OFFERED
            assert all(1 <= len(text) <= 100 for text in texts.values())
        for choice in option.get("choices", []):
            assert all(1 <= len(text) <= 100 for text in (choice["name"], *choice["name_localizations"].values()))


def shown(part: dict[str, Any], tag: str) -> str:
    """Return the name that a client in this language shows."""
    return str(part["name_localizations"].get(tag, part["name"]))


async def test_names_in_every_language_are_one_word_that_discord_takes(database: Path) -> None:
    """Discord refuses all commands for a single name against its pattern, or in capitals."""
    commands = await service_commands(database)
    parts = [part for command in commands for part in (command, *command.get("options", ()))]
    names = [name for part in parts for name in part["name_localizations"].values()]
    assert len(names) == len(parts) * sum(len(LOCALES[locale]) for locale in CATALOGS.locales if locale in LOCALES)
    assert [name for name in names if not LOCALIZED.fullmatch(name) or name != name.lower()] == []
    assert [name for name in names if not unicodedata.is_normalized("NFC", name)] == []


async def test_no_two_commands_are_called_alike_and_none_like_another_in_english(database: Path) -> None:
    """What somebody is told to write in English must not be another command for those who read another language."""
    commands = await service_commands(database)
    for tag in OFFERED:
        assert len({shown(command, tag) for command in commands}) == len(commands), tag
        for command in commands:
            alike = [each["name"] for each in commands if each["name"] == shown(command, tag)]
            assert alike in ([], [command["name"]]), tag


async def test_commands_are_called_what_their_readers_call_things(database: Path) -> None:
    """English stands under its own keys, Hebrew nowhere, where Discord has no locale for it (docs/platforms.md B3)."""
    commands = {command["name"]: command for command in await service_commands(database)}
    play, rules = commands["play"], commands["rules"]
    assert {shown(play, tag) for tag in ("en-US", "en-GB", "ko")} == {"play"}
    assert {shown(play, tag) for tag in ("es-419", "es-ES")} == {"jugar"}
    assert [shown(play, tag) for tag in ("de", "pt-BR", "ru")] == ["spielen", "jogar", "играть"]
    assert shown(rules, "fr") == "règles"
    assert shown(play["options"][0], "de") == "spiel"
    assert shown(rules["options"][0], "sv-SE") == "ämne"
    assert set(play["name_localizations"]) == {"en-US", "en-GB"} | {
        tag for locale, tags in LOCALES.items() for tag in tags if locale in CATALOGS.locales
    }


def test_a_command_called_the_same_everywhere_has_no_other_names() -> None:
    (command,) = wanted(CATALOGS, [CommandSpec("play", lazy("Open a table"))])
    assert "name_localizations" not in command


def test_every_language_of_ours_that_discord_has_is_used() -> None:
    """He has no locale there; English stands under its own keys too, or one of them would see the other's fallback."""
    assert set(CATALOGS.locales) - {"he"} <= set(LOCALES)
    assert {tag for tags in LOCALES.values() for tag in tags} <= OFFERED
    (play, *_) = wanted(CATALOGS, ENTRIES)
    assert play["description_localizations"]["en-US"] == play["description"] == "Open a table"
    assert play["description_localizations"]["de"] != play["description"]
