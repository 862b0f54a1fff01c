"""Rules where they are needed: at a table, in the private chat, and pasted into any chat."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.playground.model import User
from storage.ids import Person as Somebody
from tests.helpers.party import Party, labels


async def ask(party: Party, person: User, query: str) -> list[dict[str, Any]]:
    """Type `@bot query` in some chat; the answer must come."""
    results = await asyncio.wait_for(party.world.ask_inline(person, query).ended, 60)
    assert results is not None
    return results


class TestAtATable:
    async def test_a_running_game_opens_at_what_may_be_done_now(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.say(party.ann, "/rules")
        page = party.messages()[-1]
        assert page.text.startswith("Court Hats: the rules.")
        assert labels(page)[0] == "Now: Your turn"
        await party.press(party.ann, "Now: Your turn", page)
        assert page.text.startswith("Your turn\n\n")

    async def test_an_onlooker_is_told_what_it_is_about(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.say(party.dan, "/rules")
        assert labels(party.messages()[-1])[0] == "Now: In a nutshell"

    async def test_a_lobby_opens_its_game(self, party: Party) -> None:
        await party.say(party.ann, "/play animal")
        await party.say(party.ann, "/rules")
        assert party.messages()[-1].text.startswith("The Vanished Animal: the rules.")

    async def test_a_word_means_the_game_that_is_played(self, party: Party) -> None:
        await party.say(party.ann, "/play animal")
        await party.say(party.ann, "/rules swap")
        assert "Court Hats" not in party.messages()[-1].text
        assert party.messages()[-1].text.startswith("⇄ Swap\n\n")

    async def test_without_a_table_the_game_is_asked_for(self, party: Party) -> None:
        await party.say(party.ann, "/rules")
        assert party.messages()[-1].text.startswith("Which game?")

    async def test_the_private_chat_knows_where_one_sits(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.say(party.bob, "/rules", party.world.private(party.bob))
        assert labels(party.private(party.bob)[-1])[0] == "Now: Your turn"
        party.world.start(party.dan)
        await party.say(party.dan, "/rules", party.world.private(party.dan))
        assert party.private(party.dan)[-1].text.startswith("Which game?")

    async def test_an_anonymous_administrator_is_an_onlooker(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        party.world.say_as_anonymous_admin(party.ann, party.group, "/rules")
        await party.settle()
        assert labels(party.messages()[-1])[0] == "Now: In a nutshell"


class TestInline:
    async def test_words_are_answered_with_sections_in_the_askers_language(self, party: Party) -> None:
        english = await ask(party, party.ann, "magic hats")
        assert english[0]["title"] == "Magic hats"
        assert english[0]["description"].startswith("Court Hats: ")
        russian = party.world.add_person("Ира", language_code="ru")
        found = await ask(party, russian, "плащь")
        assert found[0]["input_message_content"]["message_text"].startswith("Плащ\n")
        assert 0 < len(found) <= 10

    async def test_nothing_typed_gives_the_contents_of_each_game(self, party: Party) -> None:
        titles = [result["title"] for result in await ask(party, party.ann, "")]
        assert titles == ["Court Hats", "The Vanished Animal", "The Invisible Man"]

    async def test_the_game_one_sits_at_comes_first(self, party: Party) -> None:
        await party.say(party.ann, "/play animal")
        await party.press(party.ann, "Join")
        assert (await ask(party, party.ann, ""))[0]["title"] == "The Vanished Animal"
        assert (await ask(party, party.ann, "swap"))[0]["id"] == "r.en.vanished_animal.swap"

    async def test_the_button_opens_the_rules_in_the_private_chat(self, party: Party) -> None:
        asked = party.world.ask_inline(party.dan, "zzz")
        assert await asyncio.wait_for(asked.ended, 60) == []
        assert asked.button["text"] == "All the rules in our private chat"
        party.world.start(party.dan, asked.button["start_parameter"])
        await party.settle()
        assert party.private(party.dan)[-1].text.startswith("Which game?")

    async def test_it_writes_nothing_down(self, party: Party) -> None:
        """What one looks up is nobody's business: the person is not even noted."""
        stranger = party.world.add_person("Eve", language_code="en")
        await ask(party, stranger, "swap")
        assert await party.store.person(Somebody("telegram", str(stranger.id))) is None

    async def test_a_flood_gets_empty_lists(self, party: Party) -> None:
        found = [await ask(party, party.dan, "swap") for _ in range(45)]
        assert found[0]
        assert found[-1] == []
        assert await ask(party, party.ann, "swap"), "others are answered"
