"""The rules of The Vanished Animal as they are read: the same in every language, and true to what is played."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bot.games.vanished_animal.presentation import VanishedAnimalPresenter
from bot.games.vanished_animal.text import ANIMALS, PRESETS, SIGNS
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.messaging import plain_text
from bot.rulebook.book import Rulebook
from tests.helpers.cases import each

GAME = "vanished_animal"
LOCALES = Path(__file__).parents[3] / "locales"
LONGEST = 1800
"""UTF-16 units of a section, so that title and text fit one message with room to spare (2000 in Discord)."""
BUTTON = 24
"""Letters of a title that are seen on a button of half a phone's width."""


@cache
def catalogs() -> Catalogs:
    return Catalogs(LOCALES)


@cache
def book() -> Rulebook:
    return Rulebook(LOCALES, catalogs(), {GAME: VanishedAnimalPresenter().title})


@pytest.fixture(params=catalogs().locales)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def text(locale: str, section: str) -> str:
    found = book().section(GAME, locale, section)
    assert found is not None
    return plain_text(found.text)


def test_every_section_fits_one_message_and_its_title_a_button(locale: str) -> None:
    titles = [section.title for section in book().sections(GAME, locale)]
    assert len(set(titles)) == len(titles)
    for section in book().sections(GAME, locale):
        assert 100 < utf16_length(plain_text(section.text)) <= LONGEST, section.id
        assert 0 < len(section.title) <= BUTTON
        assert section.also, section.id


def test_no_markup_is_left_over(locale: str) -> None:
    for section in book().sections(GAME, locale):
        shown = section.title + plain_text(section.text)
        assert not any(mark in shown for mark in ("**", "`", "##", "also:", "\n- ", "<", ">")), section.id
        assert "\n\n\n" not in shown


def test_every_animal_is_listed_as_its_button_shows_it(locale: str) -> None:
    """What one reads on the board can be found here."""
    tr, listed = catalogs().translator(locale), text(locale, "animals").splitlines()
    for kind, name in ANIMALS.items():
        assert f"• {SIGNS[kind]} {tr.translate(name)}" in listed


def test_variants_are_called_what_the_lobby_calls_them(locale: str) -> None:
    tr, options = catalogs().translator(locale), text(locale, "options")
    for preset in PRESETS.values():
        assert f"• {tr.translate(preset)}:" in options.replace("\u00a0:", ":")  # French spaces its colons


@each(
    ("section", "numbers"),
    [
        ("setup", ("2", "4", "6", "5", "1")),  # docs/rulings.md 3.1
        ("end", ("2", "4", "5")),  # docs/rulings.md 3.3
        ("turn", ("👁", "⇄", "✔")),
        ("look", ("👁",)),
        ("swap", ("⇄",)),
        ("name", ("✔",)),
        ("fair", ("SHA-256", "/verify", "underhat verify")),
        ("private", ("/hand", "/settings")),
    ],
)
def test_numbers_and_commands_are_the_same_in_every_language(
    locale: str, section: str, numbers: tuple[str, ...]
) -> None:
    shown = text(locale, section)
    assert [number for number in numbers if number not in shown] == []


def test_credits_name_the_authors_and_the_published_title(locale: str) -> None:
    """docs/rulings.md: titles and authors are credited in the rulebook, and `/rules` finds them."""
    assert all(name in text(locale, "credits") for name in ("Favre-Godal", "Lebrat", "Magic Hat"))
    for query in ("Magic Hat", "Favre-Godal", "Лебра"):
        assert book().search(query, locale)[0].section.id == "credits"


@pytest.mark.parametrize(
    ("locale", "query", "section"),
    [
        ("en", "swap", "swap"),
        ("en", "peek", "look"),
        ("en", "magic wand", "end"),
        ("en", "hedghog", "animals"),
        ("en", "last one left", "round"),
        ("en", "who starts", "setup"),
        ("en", "what happens if I quit?", "leaving"),
        ("ru", "назвать", "name"),
        ("ru", "волшебная палочка", "end"),
        ("ru", "мастера", "options"),
        ("ru", "обмена", "swap"),
        ("he", "הצצה", "look"),
        ("he", "שרביט", "end"),
        ("he", "ארנב", "animals"),
        ("ru", "swap", "swap"),
    ],
)  # fmt: skip
def test_is_found_by_what_people_ask(locale: str, query: str, section: str) -> None:
    assert book().search(query, locale)[0].section.id == section
