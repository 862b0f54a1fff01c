"""The rules as they are read: the same sections in every language, each fit for one message."""

from __future__ import annotations

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.games.court_hats.text import CHARACTERS, HATS, PRESETS
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.messaging import Span, plain_text
from bot.rulebook.book import COMMON, Question, Rulebook, Section, paragraphs, parse
from bot.tools.manners import MANNERS
from tests.helpers.cases import each
from tests.rulebook.conftest import LOCALES, Rules

GAME = "court_hats"
FILES = (*(game.key for game in GAMES), COMMON)
LONGEST = 1800
"""UTF-16 units of a section, so that title and text fit one message with room to spare (2000 in Discord)."""
BUTTON = 24
"""Letters of a title that are seen on a button of half a phone's width."""
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())


@pytest.fixture(params=LANGUAGES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def text(book: Rulebook, locale: str, section: str) -> str:
    found = book.section(GAME, locale, section)
    assert found is not None
    return plain_text(found.text)


def sections_of(file: str, locale: str) -> list[str]:
    path = LOCALES / locale / "rules" / f"{file}.md"
    return [section.id for section in parse(file, path.read_text(encoding="utf-8"))] if path.exists() else []


@each("file", FILES)
def test_every_language_has_the_same_sections(file: str, locale: str) -> None:
    here = sections_of(file, locale)
    if file == COMMON and here == ["fair"]:
        return  # the rest of it has not been translated yet, and is shown in English
    assert here == sections_of(file, "en")


@each("game", [game.key for game in GAMES])
def test_every_game_has_what_is_the_same_in_all(book: Rulebook, game: str, locale: str) -> None:
    shown = [section.id for section in book.sections(game, locale)]
    assert len(set(shown)) == len(shown)
    assert set(shown) == {*sections_of(game, "en"), *sections_of(COMMON, "en")}
    assert shown.index("leaving") < shown.index("fair") < shown.index("credits")


def test_every_section_fits_one_message(book: Rulebook, locale: str) -> None:
    for section in book.sections(GAME, locale):
        assert 100 < utf16_length(plain_text(section.text)) <= LONGEST, section.id
        assert 0 < len(section.title) <= BUTTON
        assert section.also, section.id


def test_no_markup_is_left_over(book: Rulebook, locale: str) -> None:
    for section in book.sections(GAME, locale):
        shown = section.title + plain_text(section.text)
        assert not any(mark in shown for mark in ("**", "`", "##", "also:", "\n- ", "<", ">")), section.id
        assert "\n\n\n" not in shown


def test_sections_do_not_share_a_title(book: Rulebook, locale: str) -> None:
    titles = [section.title for section in book.sections(GAME, locale)]
    assert len(set(titles)) == len(titles)


def test_help_card_names_every_kind_and_its_hat(book: Rulebook, locale: str, catalogs: Catalogs) -> None:
    """H25; the words are those of the board, so that what one reads there can be found here."""
    tr, card = catalogs.translator(locale), text(book, locale, "hats")
    lines = card.splitlines()
    for kind, character in CHARACTERS.items():
        line = next(line for line in lines if line.startswith(f"• {tr.translate(character)} {MANNERS[locale].dash} "))
        head = tr.translate(HATS[kind]).split()[0]
        assert head in line or kind == "witch"
    assert len([line for line in lines if line.startswith("• ")]) == 10


def test_editions_are_called_what_the_lobby_calls_them(book: Rulebook, locale: str, catalogs: Catalogs) -> None:
    tr, options = catalogs.translator(locale), text(book, locale, "options")
    for preset in PRESETS.values():
        assert f"• {tr.translate(preset)}:" in options.replace("\u00a0:", ":")  # French spaces its colons


@each(
    ("section", "numbers"),
    [
        ("setup", ("2", "4", "20", "24", "7")),  # docs/rulings.md 1.1
        ("end", ("17", "6", "3", "4")),  # docs/rulings.md 1.4: 6 pairs, 3 chips, 1 magic hat are 4 points
        ("options", ("14",)),  # H3 short game
        ("fair", ("SHA-256", "/verify", "underhat verify")),
        ("private", ("/hand", "/settings")),
        ("computers", ("🤖", "🪑", "/play")),
        ("time", ("⏱", "/settings")),
        ("away", ("/stop",)),
        ("pause", ("/pause", "/stop", "60")),
        ("board", ("/board", "/language", "❔")),
        ("ratings", ("/top", "/stats", "1000", "/privacy")),
        ("turn", ("👁", "⇄", "🎩")),
    ],
)
def test_numbers_and_commands_are_the_same_in_every_language(
    book: Rulebook, locale: str, section: str, numbers: tuple[str, ...]
) -> None:
    shown = text(book, locale, section)
    assert [number for number in numbers if number not in shown] == []


def test_credits_name_the_authors_and_the_published_titles(book: Rulebook, locale: str) -> None:
    """docs/rulings.md: titles and authors are credited in the rulebook."""
    shown = text(book, locale, "credits")
    assert all(title in shown for title in ("Шапка-невидимка", "Magic Hat", "חצור המלך"))
    authors = ("Пальцев", "Шкляров", "Коннов") if locale == "ru" else ("Paltsev", "Shklyarov", "Konnov")
    assert all(author in shown for author in authors)


class TestParsing:
    SOURCE = (
        "# A game\n\nnot shown\n\n## goal: What it is about\nalso: aim, idea of it\n\n"
        "Two lines\nof one paragraph.\n\n- **Bold** and `code`\n- second\n  line\n\n## end: The end\nBare.\n"
    )

    def test_reads_titles_aliases_and_styles(self) -> None:
        goal, end = parse("g", self.SOURCE)
        assert (goal.game, goal.id, goal.title, goal.also) == ("g", "goal", "What it is about", ("aim", "idea of it"))
        assert goal.text == (
            Span("Two lines of one paragraph.\n\n• "),
            Span("Bold", "bold"),
            Span(" and \u2068"),
            Span("code", "code"),
            Span("\u2069\n• second line"),
        )
        assert end == Section("g", "end", "The end", (Span("Bare."),))

    def test_a_bold_question_and_what_follows_can_be_found_by_themselves(self) -> None:
        (section,) = parse(
            "g",
            "## q: Q\n\nLead.\n\n**May I\nlook?** Yes,\n**twice**.\n\n**A term** is no question.\n\n"
            "**Où\u00a0?** Là.\n\n- **Why?** in a list\n",
        )
        assert section.questions == (
            Question("May I look?", (Span("Yes, "), Span("twice", "bold"), Span(".")), "q", 0),
            Question("Où\u00a0?", (Span("Là."),), "q", 1),
        )
        assert plain_text(section.text).startswith("Lead.\n\nMay I look? Yes, twice.\n\nA term")

    def test_a_question_may_be_about_another_section(self) -> None:
        (section,) = parse("g", "## q: Q\n\n**May I look?** Yes. <!-- about: look -->\n\n**Why?** So.\n")
        assert [question.about for question in section.questions] == ["look", ""]
        assert plain_text(section.text) == "May I look? Yes.\n\nWhy? So."

    def test_a_text_is_split_at_its_empty_lines(self) -> None:
        text = parse("g", "## a: A\n\n**One** two\n`three`\n\n- four\n- five\n\n**six\n\nseven**")[0].text
        parts = paragraphs(text)
        assert [plain_text(part) for part in parts] == [
            "One two \u2068three\u2069",
            "• four\n• five",
            "**six",
            "seven**",
        ]
        assert [span.style for span in parts[0]] == ["bold", "", "code", ""]

    def test_an_empty_file_has_no_sections(self) -> None:
        assert parse("g", "") == ()


class TestSectionsOfAllGames:
    @pytest.fixture
    def rules(self, tmp_path: Path) -> Rules:
        rules = Rules(tmp_path)
        rules.write("en", "g", "goal: Aim", "options: Choices", "leaving: Going", "private: Hand", "credits: Thanks")
        rules.write("en", "h", "goal: Aim", "credits: Thanks")
        rules.write("en", COMMON, "time: Clock", "fair: Fair")
        return rules

    def test_stand_behind_what_a_game_says_of_itself(self, rules: Rules) -> None:
        assert rules.titles("en") == ["Aim", "Choices", "Going", "Clock", "Fair", "Hand", "Thanks"]
        assert rules.titles("en", "h") == ["Aim", "Clock", "Fair", "Thanks"]

    def test_give_way_to_a_games_own(self, rules: Rules) -> None:
        rules.write("en", "h", "goal: Aim", "fair: Fair mixing")
        assert rules.titles("en", "h") == ["Aim", "Clock", "Fair mixing"]

    def test_are_those_of_the_language(self, rules: Rules) -> None:
        rules.write("de", "h", "goal: Ziel", "credits: Dank")
        rules.write("de", COMMON, "time: Uhr", "fair: Gerecht")
        assert rules.titles("de", "h") == ["Ziel", "Uhr", "Gerecht", "Dank"]
        assert rules.titles("de") == ["Aim", "Choices", "Going", "Uhr", "Gerecht", "Hand", "Thanks"]

    def test_are_in_the_source_language_where_one_lacks_them(self, rules: Rules) -> None:
        rules.write("de", "h", "goal: Ziel", "credits: Dank")
        assert rules.titles("de", "h") == ["Ziel", "Clock", "Fair", "Dank"]
        rules.write("de", COMMON, "fair: Gerecht")
        assert rules.titles("de", "h") == ["Ziel", "Clock", "Gerecht", "Dank"]

    def test_stay_a_games_own_in_a_language_where_they_still_are(self, rules: Rules) -> None:
        rules.write("de", "h", "goal: Ziel", "fair: Gerecht gemischt", "more: Mehr", "credits: Dank")
        assert rules.titles("de", "h") == ["Ziel", "Clock", "Gerecht gemischt", "Mehr", "Dank"]


class TestMissing:
    def test_a_language_without_rules_shows_the_source_language(self, tmp_path: Path) -> None:
        for locale in ("en", "de"):
            folder = tmp_path / locale / "LC_MESSAGES"
            folder.mkdir(parents=True)
            (folder / "bot.po").write_text('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n')
        (tmp_path / "en" / "rules").mkdir()
        (tmp_path / "en" / "rules" / "g.md").write_text(TestParsing.SOURCE)
        with capture_logs() as logs:
            book = Rulebook(tmp_path, Catalogs(tmp_path), {"g": lambda tr: "G", "h": lambda tr: "H"})
        assert logs == []
        assert [section.title for section in book.sections("g", "de")] == ["What it is about", "The end"]
        assert book.search("end", "de")[0].section.id == "end"
        assert book.sections("h", "de") == ()

    def test_what_is_not_there_is_none(self, book: Rulebook) -> None:
        assert book.section(GAME, "en", "nonsense") is None
        assert book.sections("chess", "en") == ()
        assert book.section(GAME, "xx", "goal") == book.section(GAME, "en", "goal")
