"""What people ask: the lists of each language, and what is learnt from one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.i18n.catalogs import Catalogs
from bot.rulebook.asked import AskedClassifier, read_asked
from bot.rulebook.book import COMMON, Rulebook
from bot.rulebook.folding import Language, fold
from tests.rulebook.conftest import LOCALES, Rules

AT_LEAST = 20
"""Questions that each section has in each language."""


@pytest.mark.parametrize("language", Catalogs(LOCALES).locales)
class TestLists:
    def test_have_every_section_and_no_other(self, book: Rulebook, language: str) -> None:
        """But for questions that are about other sections: what is asked there is asked of those."""
        asked = read_asked(LOCALES / language / "rules")
        wanted: dict[str, set[str]] = {}
        for game in book.games:
            for section in book.sections(game, language):
                if not any(question.about for question in section.questions):
                    wanted.setdefault(COMMON if section.common else game, set()).add(section.id)
        assert {file: set(sections) for file, sections in asked.items()} == wanted

    def test_say_nothing_twice_in_a_section(self, language: str) -> None:
        for sections in read_asked(LOCALES / language / "rules").values():
            for questions in sections.values():
                folded = [fold(question) for question in questions]
                assert len(set(folded)) == len(folded) >= AT_LEAST
                assert all(folded)


class TestClassifier:
    def classifier(self, locale: str = "en") -> AskedClassifier[str]:
        asked = {
            "away": ("my phone died", "she went to bed", "nobody answers", "lost connection"),
            "fair": ("is it rigged", "who shuffles the cards", "the dice cheat"),
            "setup": ("how many players", "can three people play", "who begins"),
        }
        return AskedClassifier(Language(locale), ((key, question) for key, all_ in asked.items() for question in all_))

    def best(self, query: str) -> str:
        found = self.classifier().find(query)
        return max(found, key=lambda key: found[key])

    @pytest.mark.parametrize(
        ("query", "key"),
        [
            ("phone is dead", "away"),
            ("he lost his phone", "away"),
            ("conection lost", "away"),
            ("shuffling", "fair"),
            ("rigged dice", "fair"),
            ("how many people can play", "setup"),
        ],
    )
    def test_knows_what_is_like_what_was_asked(self, query: str, key: str) -> None:
        assert self.best(query) == key

    def test_tells_how_likely(self) -> None:
        found = self.classifier().find("phone died")
        assert sum(found.values()) == pytest.approx(1)
        assert found["away"] > 0.5

    def test_says_nothing_of_what_it_has_never_met(self) -> None:
        assert self.classifier().find("xyz 77") == {}
        assert self.classifier().find("") == {}
        assert AskedClassifier[str](Language("en"), ()).find("phone") == {}


class TestInTheBook:
    def test_what_shares_no_word_with_the_rules_is_found(self, tmp_path: Path) -> None:
        rules = Rules(tmp_path)
        rules.write("en", "g", "away: Someone’s away\n\nThe computer plays.", "end: The end\n\nMost points win.")
        (tmp_path / "en" / "rules" / "asked.toml").write_text(
            '[g]\naway = ["my battery is empty", "he fell asleep"]\nend = ["who won", "is it over"]\n'
        )
        book = rules.book()
        assert book.search("battery dead", "en")[0].section.id == "away"
        assert book.search("over yet?", "en")[0].section.id == "end"

    def test_what_all_games_share_is_that_of_the_game_here(self, book: Rulebook) -> None:
        found = book.search("my phone died", "en", here="invisible_man")[0].section
        assert (found.game, found.common) == ("invisible_man", True)

    @pytest.mark.parametrize(
        ("locale", "query", "game"),
        [
            ("en", "vanished animal how many players", "vanished_animal"),
            ("en", "how many players in court hats", "court_hats"),
            ("de", "court hats wie viele spieler", "court_hats"),
            ("it", "animale scomparso quanti giocatori", "vanished_animal"),
            ("fr", "homme invisible combien de joueurs", "invisible_man"),
        ],
    )
    def test_a_title_names_the_game(self, book: Rulebook, locale: str, query: str, game: str) -> None:
        found = book.search(query, locale)[0].section
        assert (found.game, found.id) == (game, "setup")
