"""`/settings`, `/language`, `/help`, `/start`, `/rules`: who gets what, in which language."""

from __future__ import annotations

import pytest

from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, labels


class TestLanguage:
    """survive-76: the chat's language and a person's are two things."""

    async def test_the_group_speaks_what_an_administrator_chose(self, party: Party) -> None:
        await party.seat(party.ann)
        english = party.table_board().text
        await party.say(party.ann, "/language")
        await party.press(party.ann, "Русский", party.messages()[-1])
        assert party.table_board().text != english
        assert party.service.catalogs.translator("ru").t("Join") in labels(party.table_board())

    async def test_by_argument_too(self, party: Party) -> None:
        await party.say(party.ann, "/language ru")
        assert "✓ Русский" in labels(party.messages()[-1])

    async def test_others_are_refused_in_a_group(self, party: Party) -> None:
        await party.say(party.bob, "/language ru")
        assert party.messages()[-1].text == "Only an administrator can do that."
        await party.say(party.bob, "/language")
        menu = party.messages()[-1]
        assert (await party.press(party.bob, "Русский", menu)).text == "Only an administrator can do that."
        assert "✓ English" in labels(menu)

    async def test_the_host_may_choose_while_the_table_stands(self, party: Party) -> None:
        await party.seat(party.bob)
        await party.say(party.bob, "/language ru")
        assert "✓ Русский" in labels(party.messages()[-1])

    async def test_a_person_chooses_for_themselves_in_private(self, party: Party) -> None:
        private = party.world.private(party.bob)
        party.world.start(party.bob)
        await party.say(party.bob, "/language", private)
        await party.press(party.bob, "Русский", party.private(party.bob)[-1])
        await party.begin(party.ann, party.bob)
        toast = await party.press(party.bob, "👁1")
        russian = party.service.catalogs.translator("ru")
        assert toast.text == russian.t("It’s {name}’s turn.", name="⁨Ann⁩")
        assert "’s turn" in party.board().text, "the group's language is its own"

    async def test_any_language_code_is_answered(self, party: Party) -> None:
        """survive-78: unknown ones fall back, aliases and regions are understood."""
        for code in ("xx-YY", "", "tlh", "en-GB", "iw", "ru-UA", "../../etc", "‮", "he"):
            stranger = party.world.add_person("Stranger", language_code=code)
            party.world.start(stranger)
            await party.settle()
            expected = {"iw": "he", "he": "he", "ru-UA": "ru"}.get(code, "en")
            tr = party.service.catalogs.translator(expected)
            rules = [label for label in labels(party.private(stranger)[-1]) if label == tr.t("Rules")]
            assert rules, code

    async def test_the_first_table_speaks_its_openers_language(self, party: Party) -> None:
        russian = party.world.add_person("Ира", language_code="ru")
        party.world.join(russian, party.group)
        await party.say(russian, "/play")
        assert party.service.catalogs.translator("ru").t("Join") in labels(party.board())

    async def test_each_portuguese_is_offered_by_a_name_that_its_readers_know(self, party: Party) -> None:
        await party.say(party.ann, "/language")
        menu = party.messages()[-1]
        for name in ("Português (Portugal)", "Português (Brasil)"):
            await party.press(party.ann, name, menu)
            assert f"✓ {name}" in labels(menu)
        await party.say(party.ann, "/language pt-br")
        assert "✓ Português (Brasil)" in labels(party.messages()[-1])

    async def test_an_unknown_language_shows_the_choice(self, party: Party) -> None:
        await party.say(party.ann, "/language klingon")
        assert {"✓ English", "Русский"} <= set(labels(party.messages()[-1]))


class TestSettings:
    """What a chat has chosen."""

    async def test_every_setting_goes_round_and_is_kept(self, party: Party) -> None:
        await party.say(party.ann, "/settings")
        menu = party.messages()[-1]
        first = labels(menu)
        for label in ("Secrets disappear", "Anyone can open", "Host or administrators", "Notify the next"):
            await party.press(party.ann, label, menu)
        assert {"Only administrators can open tables", "Only administrators can end games"} <= set(labels(menu))
        assert "Notify the next player: no" in labels(menu)
        assert labels(menu) != first
        await party.restart()
        await party.say(party.ann, "/settings")
        assert labels(party.messages()[-1]) == labels(menu)

    async def test_a_preset_is_taken_over_by_new_tables(self, party: Party) -> None:
        await party.say(party.ann, "/settings")
        menu = party.messages()[-1]
        await party.press(party.ann, "Court Hats", menu)
        await party.press(party.ann, "Strict", menu)
        assert "✓ Strict" in labels(menu)
        await party.say(party.ann, "/play")
        assert party.table_record().options["peek_ban"] == "on"

    async def test_each_game_has_a_page_under_its_title_which_anybody_may_look_at(self, party: Party) -> None:
        await party.say(party.ann, "/settings")
        menu = party.messages()[-1]
        first = labels(menu)
        for title, option in (("Court Hats", "Magic hats"), ("The Vanished Animal", "Second swap")):
            await party.press(party.bob, title, menu)
            assert menu.text.startswith(title)
            assert any(label.startswith(option) for label in labels(menu))
            await party.press(party.bob, "Back", menu)
            assert labels(menu) == first

    async def test_a_games_option_goes_round_on_its_page(self, party: Party) -> None:
        await party.say(party.ann, "/settings")
        menu = party.messages()[-1]
        await party.press(party.ann, "Court Hats", menu)
        assert "Magic hats: in the deck" in labels(menu)
        await party.press(party.ann, "Magic hats", menu)
        assert "Magic hats: in the deck" not in labels(menu)
        assert menu.text.startswith("Court Hats")

    async def test_others_are_refused(self, party: Party) -> None:
        await party.say(party.bob, "/settings")
        menu = party.messages()[-1]
        before = labels(menu)
        assert (await party.press(party.bob, "Secrets disappear", menu)).text == "Only an administrator can do that."
        assert labels(menu) == before

    async def test_a_private_chat_has_a_language_and_no_more(self, party: Party) -> None:
        party.world.start(party.ann)
        await party.say(party.ann, "/settings", party.world.private(party.ann))
        menu = party.private(party.ann)[-1]
        assert "✓ English" in labels(menu)
        assert (await party.send(party.ann, menu, "c.whisper")).text == "This button no longer works."

    async def test_tokens_nobody_was_given_change_nothing(self, party: Party, clock: MovingClock) -> None:
        for token in ("c.", "c.nothing", "c.option.court_hats.x", "c.preset.x.y", "c.page.x", "l.", "l.xx", "r."):
            clock.advance(60)  # so many commands at once would be answered in private
            await party.say(party.ann, "/settings")
            menu = party.messages()[-1]
            before = labels(menu)
            await party.send(party.ann, menu, token)
            await party.settle()
            await party.say(party.ann, "/settings")
            assert labels(party.messages()[-1]) == before, token


class TestNewcomers:
    """What somebody gets who knows nothing."""

    async def test_start_greets_and_leads_to_a_group(self, party: Party) -> None:
        party.world.start(party.ann)
        await party.settle()
        assert party.private(party.ann)[-1].text.startswith("Hello!")
        assert labels(party.private(party.ann)[-1]) == [
            "🎓 Learn a game in 2 to 5 minutes",
            "Play here against the computer",
            "Play in a group",
            "Rules",
        ]

    async def test_help_names_the_commands(self, party: Party) -> None:
        await party.say(party.ann, "/help")
        text = party.messages()[-1].text
        assert all(command in text for command in ("/play", "/board", "/rules", "/leave", "/stop", "/language"))

    async def test_rules_open_where_they_are_asked_for(self, party: Party) -> None:
        await party.say(party.ann, "/rules magic hats")
        page = party.messages()[-1]
        assert page.text.startswith("Magic hats\n")
        other = labels(page)[0]
        await party.press(party.bob, other, page)
        assert page.text.startswith(f"{other.removeprefix('🔎 ')}\n"), "anybody may turn the page"

    async def test_an_unknown_command_is_left_alone(self, party: Party) -> None:
        await party.say(party.ann, "/weather")
        assert party.messages() == []


class TestNames:
    """survive-67, survive-68, survive-72: names are never markup and keep their direction to themselves."""

    @pytest.mark.parametrize(
        ("first", "last"),
        [
            ("_Snake_", "*[x](http://e.vil)*"),
            ("< A", "B />"),
            ("<b>bold</b>", "&amp;`code`"),
            ("אברהם", "בן דוד"),
            ("‮txt.exe", ""),
            ("😀" * 64, ""),
            ("👩‍👩‍👧‍👦" * 8, "Z̷̪̈a" * 10),
            ("\u200b\u200b", ""),
            ("@everyone", "{name} {0}"),
        ],
    )
    async def test_a_whole_evening_with_any_name(self, party: Party, first: str, last: str) -> None:
        odd = party.world.add_person(first, last, language_code="en")
        party.world.join(odd, party.group)
        await party.begin(odd, party.bob, party.cleo)
        await party.press(odd, "👁1")
        await party.press(party.bob, "⇄1")
        await party.press(party.bob, "⇄2")
        for text in ("/board", "/hand", "/stop", "/leave"):
            await party.say(odd, text)
        await party.press(odd, "Leave the game")
        await party.say(party.bob, "/stop")
        await party.press(party.bob, "Yes, end the game")
        assert party.table_status() == "closed"
        refused = [call for call in party.world.calls if not call.ok and call.method != "getUpdates"]
        assert refused == []
        texts = [message.text for message in party.messages()]
        assert all(text.count("\u2068") == text.count("\u2069") for text in texts)
        assert not any("\u202e" in text for text in texts)
