"""The slash commands as Discord takes them (docs/platforms.md B3)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.commands import COMMANDS
from bot.games.registry import GAMES
from bot.platforms.discord.commands import LOCALES, wanted
from bot.service import Service
from bot.settings import Settings
from storage.store import Store
from tests.discord.conftest import CATALOGS, ENTRIES
from tests.helpers.cases import each

NAME = re.compile(r"[-_a-z0-9]{1,32}")
"""docs/platforms.md B3."""
FOLDER = Path(__file__).parents[2] / "locales"
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


async def test_commands_and_what_they_take_are_called_alike_in_every_language(database: Path) -> None:
    """F19: a mention in a text shows no other name, so a menu with names of its own would mislead."""
    for command in await service_commands(database):
        for part in (command, *command.get("options", ())):
            assert part["name_localizations"] is None, part["name"]  # takes away what was registered once


@each("language", CATALOGS.locales)
def test_texts_name_commands_as_the_menu_does(language: str) -> None:
    named = set()
    for path in (FOLDER / language).rglob("*.*"):
        named |= set(re.findall(r"(?<![\w/.:\-{}])/([^\W\d_]+)(?![\w/\-]|\.\w)", path.read_text(encoding="utf-8")))
    assert named - {spec.name for spec in COMMANDS} == set()
    assert {"play", "rules", "verify"} <= named


def test_every_language_of_ours_that_discord_has_is_used() -> None:
    """Hebrew and Portugal have none there; English is under its own keys too, or one would see the other's fallback."""
    assert set(CATALOGS.locales) - {"he", "pt"} <= set(LOCALES)
    assert {tag for tags in LOCALES.values() for tag in tags} <= OFFERED
    (play, *_) = wanted(CATALOGS, ENTRIES)
    assert play["description_localizations"]["en-US"] == play["description"] == "Open a table"
    assert play["description_localizations"]["de"] != play["description"]
    assert play["description_localizations"]["pt-BR"] == CATALOGS.translator("pt_BR").t("Open a table")
