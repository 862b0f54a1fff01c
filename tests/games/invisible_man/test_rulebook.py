"""The rules of The Invisible Man as they are read: they say what the game does, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.invisible_man.alt_text import CHASE_SHOWN_FROM, SHOWN_FROM
from bot.games.invisible_man.presentation import InvisibleManPresenter
from bot.games.invisible_man.rules.options import MAX_CHASE_ROUNDS, MAX_QUIET_ROUNDS, OPTIONS
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.text import PLACES, place
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.messaging import plain_text
from bot.rulebook.book import Rulebook
from tests.helpers.cases import each

GAME = "invisible_man"
LOCALES = Path(__file__).parents[3] / "locales"
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())
PRESENTER = InvisibleManPresenter()
LONGEST = 1800
"""UTF-16 units of a section, so that title and text fit one message with room to spare (2000 in Discord)."""


@pytest.fixture(scope="module")
def catalogs() -> Catalogs:
    return Catalogs(LOCALES)


@pytest.fixture(scope="module")
def book(catalogs: Catalogs) -> Rulebook:
    return Rulebook(LOCALES, catalogs, {GAME: PRESENTER.title})


@pytest.fixture(params=LANGUAGES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def text(book: Rulebook, locale: str, section: str) -> str:
    found = book.section(GAME, locale, section)
    assert found is not None
    return plain_text(found.text)


def test_every_section_fits_one_message(book: Rulebook, locale: str) -> None:
    for section in book.sections(GAME, locale):
        assert 100 < utf16_length(plain_text(section.text)) <= LONGEST, section.id
        assert 0 < len(section.title) <= 24
        assert section.also


def test_the_card_of_places_has_the_digits_of_the_town(book: Rulebook, locale: str, catalogs: Catalogs) -> None:
    """N15: the list of Signals is for all to read."""
    tr = catalogs.translator(locale)
    shown = text(book, locale, "places").replace(" — ", " – ")  # Russian
    lines = [line for line in shown.splitlines() if line.startswith("• ")]
    assert lines == [f"• {place(cell, tr)} – {' '.join(map(str, data.hits))}" for cell, data in TOWN.places.items()]


@each(
    ("section", "numbers"),
    [
        ("setup", ("2", "4", "20", "21", "15", "+1", "+3", "+4", "6", "9", str(TOWN.charges))),
        ("hidden", ("1, 2, 3", "4, 5", "6", "✋", "↔")),
        ("end", ("20", str(MAX_QUIET_ROUNDS), str(SHOWN_FROM), str(MAX_CHASE_ROUNDS), str(CHASE_SHOWN_FROM))),
        ("options", (str(MAX_QUIET_ROUNDS), str(MAX_CHASE_ROUNDS))),
        ("places", (TOWN.label(TOWN.station),)),
        ("fair", ("SHA-256", "/verify", "underhat verify")),
        ("private", ("/hand",)),
    ],
)
def test_numbers_and_commands_are_those_of_the_game(
    book: Rulebook, locale: str, section: str, numbers: tuple[str, ...]
) -> None:
    shown = text(book, locale, section)
    assert [number for number in numbers if number not in shown] == []


def test_options_are_called_what_the_lobby_calls_them(book: Rulebook, locale: str, catalogs: Catalogs) -> None:
    """But for the Cloak to begin with, which is a whole sentence there."""
    tr, shown = catalogs.translator(locale), text(book, locale, "options")
    for option in OPTIONS:
        if option.name != "first_cloak":
            assert f"• {PRESENTER.option(option.name, tr)}:" in shown.replace("\u00a0:", ":")  # French


def test_policemen_may_talk_but_show_no_cards(book: Rulebook) -> None:
    """N16."""
    assert "Talk and plan, but show no cards" in text(book, "en", "questions")


def test_the_published_title_is_credited_and_leads_to_the_game(book: Rulebook, locale: str) -> None:
    assert "Невидимка" in text(book, locale, "credits")
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


def test_buildings_are_called_as_on_the_board(book: Rulebook, locale: str, catalogs: Catalogs) -> None:
    tr = catalogs.translator(locale)
    whole = " ".join(plain_text(section.text) for section in book.sections(GAME, locale))
    assert tr.translate(PLACES[TOWN.laboratory])[:6] in whole
