"""What the service lets Telegram tell of the bot: menus, name and descriptions in every language."""

from __future__ import annotations

import asyncio

from bot.commands import COMMANDS
from bot.platforms.telegram.languages import languages
from bot.table.handlers.help_pages import DESCRIPTION, NAME, SHORT_DESCRIPTION
from tests.helpers.party import Party

FIELDS = {"name": NAME, "description": DESCRIPTION, "short_description": SHORT_DESCRIPTION}


async def test_everybody_reads_of_the_bot_in_the_own_language(party: Party) -> None:
    party.world.names.limit = 0  # there are more languages than names that may be set at once
    adapter = party.service.telegram(party.world.token, party.api.url)
    await adapter.start()
    catalogs = party.service.catalogs
    profile = party.world.profile
    try:
        async with asyncio.timeout(60):
            while profile.text("name", "sv") != catalogs.translator("sv").translate(NAME):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    finally:
        await adapter.stop()
    for locale, tr in languages(catalogs):
        for field, message in FIELDS.items():
            if locale or field != "name":
                assert profile.text(field, locale) == tr.translate(message)
        person = party.world.add_person("Guest", language_code=locale)
        shown = party.world.profile.commands_for(person, party.world.private(person))
        expected = {spec.name: tr.translate(spec.description) for spec in COMMANDS if "private" in spec.scopes}
        assert {each["command"]: each["description"] for each in shown} == expected
    assert profile.text("short_description", "ja") == catalogs.translator().translate(SHORT_DESCRIPTION), (
        "who speaks another language reads English"
    )
    assert profile.text("name", "ja") == "Underhat", "and the name that the owner gave"
    refused = [call for call in party.world.calls if not call.ok and call.method != "getUpdates"]
    assert refused == []
