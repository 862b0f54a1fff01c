"""One spec and one route are all that a new command needs."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.commands import COMMANDS, CommandSpec
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Caller, Command, Post, Span
from bot.platforms.discord.commands import wanted
from bot.rulebook import feature
from bot.service import Service
from bot.settings import Settings
from bot.table.handlers import privacy, settings_menu, standings
from bot.table.handlers.help_pages import PLAY_HERE
from bot.table.model.tokens import parse_token
from storage.ids import Person, Place
from storage.store import Store
from tests.helpers.party import Party

ADDED = "juggle"


async def juggle(command: Command, _: Translator) -> Post:
    return Post((Span(f"juggling {command.argument}"),))


SPEC = CommandSpec(ADDED, lazy("Juggle hats"), scopes=frozenset({"group"}), public=True)


async def test_an_added_command_reaches_both_platforms_and_its_handler(party: Party, database: Path) -> None:
    store = await Store.open(database.with_name("added.db"))
    service = Service(Settings(_env_file=None), store, commands=(*COMMANDS, SPEC))
    service.routes.commands[ADDED] = juggle
    try:
        slash = {command["name"]: command for command in wanted(service.catalogs, service.commands)}
        assert slash[ADDED]["description"] == "Juggle hats"
        assert slash[ADDED]["contexts"] == [0]

        adapter = service.telegram(party.world.token, party.api.url)
        await adapter.start()
        try:
            async with asyncio.timeout(60):
                while ADDED not in _menu(party):  # noqa: ASYNC110 - set in the background
                    await asyncio.sleep(0.02)
        finally:
            await adapter.stop()

        answered: list[Post] = []

        async def answer(post: Post) -> None:
            answered.append(post)

        person = Person("telegram", str(party.ann.id))
        command = Command(
            "id", Place("telegram", str(party.group.id)), Caller(person, "Ann"), ADDED, "three", answer=answer
        )
        await service.dispatcher.on_command(command)
        await service.manager.settled()
        assert answered == [Post((Span("juggling three"),))]
    finally:
        service.close()
        await store.close()


def _menu(party: Party) -> set[str]:
    return {each["command"] for each in party.world.profile.commands_for(party.ann, party.group)}


async def test_every_command_has_a_route(party: Party) -> None:
    assert list(party.service.routes.commands) == [spec.name for spec in COMMANDS]


def test_every_prefix_of_a_token_leads_to_one_handler() -> None:
    """None is another's, and none can be the id of a table."""
    prefixes = [
        feature.PREFIX,
        settings_menu.PREFIX,
        settings_menu.LANGUAGE_PREFIX,
        privacy.PREFIX,
        standings.PREFIX,
        PLAY_HERE,
    ]
    assert len(set(prefixes)) == len(prefixes)
    assert not any(parse_token(f"{prefix}.-.x") for prefix in prefixes)
