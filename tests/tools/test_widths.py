"""Lengths are measured as they are shown, with values filled in: every fault is found in every language."""

from __future__ import annotations

import pytest
from babel.messages.pofile import read_po, write_po

from bot.commands import COMMANDS
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.tools import samples, widths
from bot.tools.texts import LOCALES, catalog_paths, language_of
from tests.helpers.cases import each

LANGUAGES = [language_of(path) for path in catalog_paths()]
ENGLISH = Catalogs(LOCALES).translator("en")


@each(
    ("text", "wide"),
    [
        ("", 0),
        ("Join", 4),
        ("🤖 Add", 6),
        ("⏸ Pause", 8),
        ("👨‍👩‍👧‍👦", 2),
        ("\u2068Ann\u2069", 3),
        ("\u200fשלום", 4),
        ("é", 1),
        ("e\u0301", 1),
        ("⇄ 3", 3),
        ("−2", 2),
    ],
)
def test_an_emoji_counts_as_two_and_marks_of_direction_as_none(text: str, wide: int) -> None:
    assert widths.width(text) == wide


TWO, THREE, OPTION, BUTTON, TOAST, COMMAND, HELP, SECTION = "ЖШЩЮЯЫЭФ"
"""With which letter each kind of fault is planted; none of them is doubled in any language."""
SOURCE = """
Button(tr.t("Delete my data"), "p.ask")
Button(tr.t("Remove {name}", name=name), "x")
raise Refusal(lazy("This button no longer works."))
"""
OPTIONS = GAMES[0].rules.options[0]
LABELS = GAMES[0].presenter.labels
PLANTED = {
    "Rematch": TWO * 21,
    "Another game": TWO * 20,
    "❔ What now?": "❔" + THREE * 12,
    "What happened": THREE * 13,
    LABELS.options[OPTIONS.name].id: OPTION * 20,
    LABELS.choices[OPTIONS.name, OPTIONS.choices[-1]].id: OPTION * 20,
    "{option}: {value}": "{option}: {value}",
    "Delete my data": BUTTON * 37,
    "Remove {name}": BUTTON * 27 + "{name}",
    "This button no longer works.": TOAST * 201,
    COMMANDS[0].description.id: COMMAND * 101,
    next(text for what, _, text in samples.lines(ENGLISH) if what.startswith("help of ") and text): HELP * 181,
}
"""What is said in place of some messages: too long by one, but for `Another game`, which just fits."""


@pytest.fixture(params=LANGUAGES, scope="module")
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def faults(language: str, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Plant all of it into a language, and list what is found."""
    place = tmp_path_factory.mktemp(language)
    folder = place / "locales" / language
    (folder / "LC_MESSAGES").mkdir(parents=True)
    with (LOCALES / language / "LC_MESSAGES" / "bot.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    for message, text in PLANTED.items():
        kept = catalog.get(message)
        assert kept is not None, message
        kept.string = text
    with (folder / "LC_MESSAGES" / "bot.po").open("wb") as file:
        write_po(file, catalog)
    (folder / "rules").mkdir()
    for path in (LOCALES / language / "rules").glob("*.md"):
        rules = path.read_text(encoding="utf-8").replace("## goal: ", f"## goal: {SECTION * 19} ", 1)
        (folder / "rules" / path.name).write_text(rules, encoding="utf-8")
    (place / "source").mkdir()
    (place / "source" / "module.py").write_text(SOURCE, encoding="utf-8")
    catalogs = Catalogs(place / "locales")
    book = samples.rulebook(place / "locales", catalogs)
    return list(widths.too_long(catalogs.translator(language), catalogs, book, place / "source"))


def of(faults: list[str], letter: str) -> list[str]:
    """Return those that were planted with a letter."""
    return [fault for fault in faults if letter * 3 in fault]


def test_two_buttons_in_a_row(faults: list[str], language: str) -> None:
    (fault,) = of(faults, TWO)
    assert fault.startswith(f"{language}: 21 letters, at most 20: ")
    assert "two buttons in a row, board of " in fault


def test_three_buttons_in_a_row(faults: list[str], language: str) -> None:
    (fault,) = of(faults, THREE)
    assert fault.startswith(f"{language}: 14 letters, at most 13: ")


def test_an_option_with_its_value(faults: list[str], language: str) -> None:
    """The label is put together of three messages, none of which is too long by itself."""
    assert any(fault.startswith(f"{language}: 42 letters, at most 36: ") for fault in of(faults, OPTION))


def test_a_button_of_any_page(faults: list[str], language: str) -> None:
    found = of(faults, BUTTON)
    assert len(found) == 2
    assert all(fault.startswith(f"{language}: 37 letters, at most 36: ") for fault in found)


def test_toasts(faults: list[str], language: str) -> None:
    (fault,) = of(faults, TOAST)
    assert fault.startswith(f"{language}: 201 letters, at most 200: ")


def test_descriptions_of_commands(faults: list[str], language: str) -> None:
    (fault,) = of(faults, COMMAND)
    assert fault.startswith(f"{language}: 101 letters, at most 100: ")
    assert fault.endswith("(description of /play)")


def test_lines_of_help(faults: list[str], language: str) -> None:
    assert any(fault.startswith(f"{language}: 181 letters, at most 180: ") for fault in of(faults, HELP))


def test_titles_of_sections(faults: list[str]) -> None:
    found = of(faults, SECTION)
    assert found
    assert all("at most 20: " in fault for fault in found if "title of a section" in fault or "two buttons" in fault)
