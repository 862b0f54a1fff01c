"""What the service lets Telegram tell of the bot: menus, name and descriptions in every language."""

from __future__ import annotations

import asyncio

from bot.commands import COMMANDS
from bot.table.greeting import DESCRIPTION, NAME, SHORT_DESCRIPTION
from tests.helpers.party import Party

FIELDS = {"name": NAME, "description": DESCRIPTION, "short_description": SHORT_DESCRIPTION}


async def test_everybody_reads_of_the_bot_in_the_own_language(party: Party) -> None:
    door = party.service.telegram(party.world.token, party.api.url)
    await door.start()
    library = party.service.library
    profile = party.world.profile
    try:
        async with asyncio.timeout(30):
            while profile.text("short_description", "sv") != library.words("sv").tell(SHORT_DESCRIPTION):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    finally:
        await door.stop()
    for locale in library.locales:
        words = library.words(locale)
        for field, message in FIELDS.items():
            assert profile.text(field, locale) == words.tell(message)
        person = party.world.add_person("Guest", language_code=locale)
        shown = party.world.profile.commands_for(person, party.world.private(person))
        expected = {name: words.tell(text) for name, text, scopes in COMMANDS if "private" in scopes}
        assert {each["command"]: each["description"] for each in shown} == expected
    assert profile.text("name", "ja") == library.words().tell(NAME), "who speaks another language reads English"
    refused = [call for call in party.world.calls if not call.ok and call.method != "getUpdates"]
    assert refused == []
