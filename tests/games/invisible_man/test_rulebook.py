"""The rules of The Invisible Man as they are read: they say what the game does, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.invisible_man.options import OPTIONS
from bot.games.invisible_man.scene import InvisibleScenes
from bot.games.invisible_man.town import TOWN
from bot.games.invisible_man.turns import PATIENCE
from bot.games.invisible_man.twin import SHOWN_FROM
from bot.games.invisible_man.words import PLACES, place
from bot.port import plain
from bot.rulebook import Rulebook
from bot.words import Library, units

GAME = "invisible_man"
LOCALES = Path(__file__).parents[3] / "locales"
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())
SECTIONS = (
    "goal", "setup", "hidden", "police", "walk", "check", "chase", "cloak", "places", "end", "options", "leaving",
    "private", "questions", "fair", "credits",
)  # fmt: skip
SCENES = InvisibleScenes()


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(LOCALES)


@pytest.fixture(scope="module")
def book(library: Library) -> Rulebook:
    return Rulebook(LOCALES, library, {GAME: SCENES.title})


@pytest.fixture(params=LANGUAGES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def text(book: Rulebook, locale: str, section: str) -> str:
    found = book.section(GAME, locale, section)
    assert found is not None
    return plain(found.text)


def test_every_language_has_the_same_sections_each_fit_for_one_message(book: Rulebook, locale: str) -> None:
    sections = book.sections(GAME, locale)
    assert tuple(section.id for section in sections) == SECTIONS
    for section in sections:
        assert 100 < units(plain(section.text)) <= 900, section.id
        assert 0 < len(section.title) <= 24
        assert section.also


def test_the_card_of_places_has_the_digits_of_the_town(book: Rulebook, locale: str, library: Library) -> None:
    """N15: the list of Signals is for all to read."""
    words = library.words(locale)
    lines = [line for line in text(book, locale, "places").splitlines() if line.startswith("• ")]
    assert lines == [f"• {place(cell, words)} – {' '.join(map(str, data.hits))}" for cell, data in TOWN.places.items()]


@pytest.mark.parametrize(
    ("section", "numbers"),
    [
        ("setup", ("2", "4", "20", "21", "15", "+1", "+3", "+4", "6", "9", str(TOWN.charges))),
        ("hidden", ("1, 2, 3", "4, 5", "6", "✋", "↔")),
        ("end", ("20", str(PATIENCE), str(SHOWN_FROM))),
        ("options", (str(PATIENCE),)),
        ("places", (TOWN.label(TOWN.station),)),
        ("fair", ("SHA-256", "/verify", "underhat verify")),
        ("private", ("/hand",)),
        ("leaving", ("/board",)),
    ],
)
def test_numbers_and_commands_are_those_of_the_game(
    book: Rulebook, locale: str, section: str, numbers: tuple[str, ...]
) -> None:
    shown = text(book, locale, section)
    assert [number for number in numbers if number not in shown] == []


def test_options_are_called_what_the_lobby_calls_them(book: Rulebook, locale: str, library: Library) -> None:
    """But for the Cloak to begin with, which is a whole sentence there."""
    words, shown = library.words(locale), text(book, locale, "options")
    for option in OPTIONS:
        if option.name != "first_cloak":
            assert f"• {SCENES.option(option.name, words)}:" in shown.replace("\u00a0:", ":")  # French


def test_policemen_may_talk_but_show_no_cards(book: Rulebook) -> None:
    """N16."""
    assert "Talk and plan, but show no cards" in text(book, "en", "questions")


def test_the_published_title_is_credited_and_leads_to_the_game(book: Rulebook, locale: str) -> None:
    assert "«Невидимка»" in text(book, locale, "credits")
    assert any(found.section.id == "credits" for found in book.search("Невидимка", locale))


@pytest.mark.parametrize(
    ("query", "section"),
    [
        ("cloak", "cloak"),
        ("плащ", "cloak"),
        ("גלימה", "cloak"),
        ("chase", "chase"),
        ("погоня", "chase"),
        ("tie", "check"),
    ],
)
def test_words_of_the_game_find_their_section(book: Rulebook, query: str, section: str) -> None:
    assert book.search(query, "en")[0].section.id == section


def test_buildings_are_called_as_on_the_board(book: Rulebook, locale: str, library: Library) -> None:
    words = library.words(locale)
    whole = " ".join(text(book, locale, section) for section in SECTIONS)
    assert words.tell(PLACES[TOWN.laboratory])[:6] in whole
