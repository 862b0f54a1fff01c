"""Looking rules up: titles, other words, typing errors, endings, questions, other languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.invisible_man.text import DECKS
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook
from bot.rulebook.folding import Language, fold
from bot.rulebook.search import Index
from tests.helpers.cases import each
from tests.rulebook.conftest import LOCALES, Rules


@each(
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


@each("locale", ["en", "ru", "he"])
@each("query", ["Шапка-невидимка", "magic hat", "חצור המלך", "חצר המלך", "paltsev", "Коннов"])
def test_published_titles_and_authors_lead_to_the_credits(book: Rulebook, locale: str, query: str) -> None:
    """docs/rulings.md: they are aliases that `/rules` finds."""
    assert "credits" in [found.section.id for found in book.search(query, locale, 3)]


@pytest.mark.parametrize("locale", Catalogs(LOCALES).locales)
@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_section_is_found_by_its_title(book: Rulebook, game: str, locale: str) -> None:
    for section in book.sections(game, locale):
        names = (section.title, section.id) if locale == "en" else (section.title,)
        for query in names:
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
    for query in ("swap", "leaving", "credits"):
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


def index(language: str, **texts: str) -> Index[str]:
    """Index texts under their keys, each of which has a name that nobody asks for."""
    made: Index[str] = Index(Language(language))
    for key, text in texts.items():
        made.add(key, [key * 9], text)
    return made


def best(found: Index[str], query: str) -> str:
    return hits[0][0] if (hits := found.find(query)) else ""


def test_a_rare_word_counts_for_more_than_a_common_one() -> None:
    assert best(index("en", a="hats and crowns", b="hats and chips", c="hats and rows"), "the hats, chips?") == "b"


def test_function_words_count_for_little() -> None:
    found = index("de", a="wann ist wer mit einem dran", b="die Karten", c="der Hut", d="was wo wie")
    assert best(found, "was ist mit der Karte") == "b"


def test_a_name_counts_for_more_than_a_text() -> None:
    found = index("en", a="to swap, swap again and swap", b="nothing of it")
    found.add("b", ["swap"], "")
    assert best(found, "swap") == "b"


def test_bold_words_count_for_more_than_others() -> None:
    found = index("en", a="roll a 6, a 5, a 4", b="a 6 and a 5", c="nothing")
    found.add("b", [], "", bold="6")
    assert best(found, "6") == "b"


@pytest.mark.parametrize("query", ["Zauberhüte", "zauberhut", "zauber", "Zauberhuts"])
def test_a_part_of_a_compound_finds_it(query: str) -> None:
    assert best(index("de", a="ein Zauberhut", b="ein Becher", c="eine Krone"), query) == "a"


@pytest.mark.parametrize("query", ["frø", "froe", "fro", "Frøer", "frøen"])
def test_a_danish_frog_is_found(query: str) -> None:
    """What a stemmer leaves alone, because it is short, is found by its beginning."""
    assert best(index("da", a="en frø", b="en frugt", c="en ræv"), query) == "a"
    assert best(index("da", a="frøen", b="en frugt", c="en ræv"), query) == "a"


@pytest.mark.parametrize("query", ["hegdehog", "hedghog", "hedgehogg", "HEDGEHOGS", "hedgehgos"])
def test_typing_errors_are_forgiven(query: str) -> None:
    assert best(index("en", a="the hedgehog", b="the dog", c="the frog", d="hedges"), query) == "a"


def test_a_word_that_all_share_says_little() -> None:
    found = index("en", **{letter: f"hat {letter * 5}" for letter in "abcdefgh"}, i="crown")
    assert found.find("hat")[0][1] < 15 < found.find("crown")[0][1]


@pytest.mark.parametrize("locale", Catalogs(LOCALES).locales)
class TestShortWords:
    """A digit, or a word of two letters, is looked up like any other."""

    def test_a_six_leads_to_those_who_roll_it(self, book: Rulebook, locale: str) -> None:
        assert book.search("6", locale, here="invisible_man")[0].section.id in ("hidden", "police")

    def test_yes_and_no_are_cards(self, book: Rulebook, catalogs: Catalogs, locale: str) -> None:
        for kind, sections in (("yes", ("police", "check")), ("no", ("hidden", "check"))):
            name = catalogs.translator(locale).translate(DECKS[kind])
            found = book.search(name, locale, here="invisible_man")
            assert found[0].section.id in (*sections, "questions"), (name, found[0].section.id)


def test_a_function_words_look_is_not_a_cards_name(book: Rulebook) -> None:
    """«si» is "if" in Spanish, and «sí» a card."""
    with_if = book.search("si se agota la carga", "es", here="invisible_man")
    assert with_if[0].section.id == book.search("se agota la carga", "es", here="invisible_man")[0].section.id


class TestOtherLanguages:
    def test_ids_are_english_names_only(self, book: Rulebook) -> None:
        """French *faire* is not "fair"."""
        assert "fair" not in [hit.section.id for hit in book.search("faire", "fr")]

    def test_their_words_are_not_compared_with(self, tmp_path: Path) -> None:
        rules = Rules(tmp_path)
        rules.write("en", "g", "one: Hunter", "two: Runner")
        rules.write("de", "g", "one: Jäger", "two: Läufer")
        book = rules.book()
        assert [hit.section.id for hit in book.search("Läufers", "de")] == ["two"]
        assert [hit.section.id for hit in book.search("runner", "de")] == ["two"]
        assert [hit.section.id for hit in book.search("runners", "de")] == ["two"]
        assert book.search("the runner's turn", "de") == ()


def test_only_languages_with_compounds_find_a_word_at_the_end_of_another() -> None:
    """Italian *corrisponde* is no kind of *risponde*; a German *Zauberhut* is a *Hut*, were it not so short."""
    assert best(index("nl", a="de kaart", b="de deur"), "jakaart") == "a"
    assert best(index("it", a="lui risponde", b="la porta"), "corrispondevano") == ""
