"""Looking rules up: titles, other words, typing errors, endings, questions, other languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook
from bot.rulebook.folding import fold
from bot.rulebook.search import Index
from tests.rulebook.conftest import LOCALES


@pytest.mark.parametrize(
    ("locale", "query", "section"),
    [
        # as it is called
        ("en", "swap", "swap"),
        ("en", "PEEK", "peek"),
        ("ru", "открыть", "open"),
        ("he", "הצצה", "peek"),
        # by another word
        ("en", "exchange", "swap"),
        ("en", "joker", "magic"),
        ("ru", "ничья", "end"),
        ("ru", "пересдача", "redeal"),
        ("he", "תיקו", "end"),
        ("he", "רמאות", "fair"),
        # mistyped
        ("en", "swpa", "swap"),
        ("en", "scroing", "end"),
        ("ru", "подсматреть", "peek"),
        ("he", "להחלף", "swap"),
        # with another ending
        ("en", "swapping", "swap"),
        ("ru", "обмена", "swap"),
        ("ru", "шапку-невидимку", "magic"),
        ("he", "ההצצה", "peek"),
        # without marks, with marks
        ("ru", "подсчет", "end"),
        ("he", "הֲצָצָה", "peek"),
        # a question
        ("en", "what happens if I quit?", "leaving"),
        ("en", "who wins a tie", "end"),
        ("en", "how many players can play", "setup"),
        ("ru", "кто начинает первым?", "setup"),
        ("he", "מי מנצח בתיקו?", "end"),
        # in a language that is not the asker's
        ("ru", "swap", "swap"),
        ("en", "поменять", "swap"),
        ("he", "peek", "peek"),
    ],
)  # fmt: skip
def test_finds_the_section(book: Rulebook, locale: str, query: str, section: str) -> None:
    """At a table of Court Hats; what other games have to say comes after."""
    found = book.search(query, locale, here="court_hats")
    assert found[0].section.id == section
    shown = book.section("court_hats", locale, section)
    assert found[0].section == shown, "it is shown in the asker's language"


@pytest.mark.parametrize("locale", ["en", "ru", "he"])
@pytest.mark.parametrize("query", ["Шапка-невидимка", "magic hat", "חצור המלך", "חצר המלך", "paltsev", "Коннов"])
def test_published_titles_and_authors_lead_to_the_credits(book: Rulebook, locale: str, query: str) -> None:
    """docs/rulings.md: they are aliases that `/rules` finds."""
    assert "credits" in [found.section.id for found in book.search(query, locale, 3)]


@pytest.mark.parametrize("locale", Catalogs(LOCALES).locales)
@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_section_is_found_by_its_title_and_id(book: Rulebook, game: str, locale: str) -> None:
    for section in book.sections(game, locale):
        for query in (section.title, section.id):
            best = book.search(query, locale, 3, here=game)
            assert section.id in [found.section.id for found in best if found.score == best[0].score], query


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_a_games_title_says_which_game_is_meant(book: Rulebook, catalogs: Catalogs, game: str) -> None:
    for locale in catalogs.locales:
        for section in book.sections(game, locale):
            query = f"{book.title(game, catalogs.translator(locale))} {section.title}"
            assert (best := book.search(query, locale, 1)[0].section) == section, (query, best.game, best.id)


@pytest.mark.parametrize("here", ["court_hats", "vanished_animal"])
def test_the_game_that_is_played_comes_first(book: Rulebook, here: str) -> None:
    for query in ("swap", "leaving", "fair", "credits"):
        found = book.search(query, "en", here=here)
        assert (found[0].section.game, found[0].section.id) == (here, query)
        assert {hit.section.game for hit in found} > {here}, "others follow"


@pytest.mark.parametrize("query", ["", "  ", "zzzzzz", "?!…", "🎩", "q", "и", "%s{0}", "\x00"])
def test_nonsense_finds_nothing(book: Rulebook, query: str) -> None:
    assert book.search(query, "en") == ()


def test_the_best_come_first_and_no_more_than_asked(book: Rulebook) -> None:
    found = book.search("hat", "en", 4)
    scores = [hit.score for hit in found]
    assert len(found) == 4
    assert scores == sorted(scores, reverse=True)
    assert len({(hit.section.game, hit.section.id) for hit in found}) == 4


@given(st.text(max_size=300))
def test_no_query_breaks_it(book: Rulebook, query: str) -> None:
    assert all(0 <= hit.score <= 100 for hit in book.search(query, "he"))


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Ещё ЁЖ", "еще еж"), ("Éclair-Straße", "eclair strasse"), ("שָׁלוֹם!", "שלומ"), ("⇄ Swap", "swap"), ("№ 5", "no 5")],
)
def test_folding_leaves_bare_words(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_a_rare_word_counts_for_more_than_a_common_one() -> None:
    index: Index[str] = Index()
    for key, text in {"a": "hats and crowns", "b": "hats and chips", "c": "hats and rows"}.items():
        index.add_names(key, [key * 9])
        index.add_text(key, text)
    assert [key for key, _ in index.find("the hats, chips?", 1)] == ["b"]
