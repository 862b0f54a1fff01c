"""Lengths are measured as they are shown, with values filled in: every fault is found in every language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from bot.commands import COMMANDS
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.tools import samples, widths
from bot.tools.texts import LOCALES, catalog_paths, language_of

LANGUAGES = [language_of(path) for path in catalog_paths()]
ENGLISH = Catalogs(LOCALES).translator("en")


@pytest.mark.parametrize(
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


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def found(tmp_path: Path, language: str) -> Callable[..., list[str]]:
    """Return a function that plants faults into a language and lists what is found that was planted."""

    def plant(said: dict[str, str], rules: Callable[[str], str] = str, source: str = "") -> list[str]:
        folder = tmp_path / language
        (folder / "LC_MESSAGES").mkdir(parents=True)
        with (LOCALES / language / "LC_MESSAGES" / "bot.po").open("rb") as file:
            catalog = read_po(file, locale=language)
        for message, text in said.items():
            kept = catalog.get(message)
            assert kept is not None, message
            kept.string = text
        with (folder / "LC_MESSAGES" / "bot.po").open("wb") as file:
            write_po(file, catalog)
        (folder / "rules").mkdir()
        for path in (LOCALES / language / "rules").glob("*.md"):
            (folder / "rules" / path.name).write_text(rules(path.read_text()))
        (tmp_path / "source").mkdir()
        (tmp_path / "source" / "module.py").write_text(source)
        catalogs = Catalogs(tmp_path)
        book = samples.rulebook(tmp_path, catalogs)
        every = widths.too_long(catalogs.translator(language), catalogs, book, tmp_path / "source")
        return [fault for fault in every if "ЖЖЖ" in fault]

    return plant


def letters(count: int) -> str:
    return "Ж" * count


def test_two_buttons_in_a_row(found: Callable[..., list[str]], language: str) -> None:
    (fault,) = found({"Rematch": letters(21), "Another game": letters(20)})
    assert fault.startswith(f"{language}: 21 letters, at most 20: ")
    assert "two buttons in a row, board of " in fault


def test_three_buttons_in_a_row(found: Callable[..., list[str]], language: str) -> None:
    (fault,) = found({"❔ What now?": "❔" + letters(12), "What happened": letters(13)})
    assert fault.startswith(f"{language}: 14 letters, at most 13: ")


def test_an_option_with_its_value(found: Callable[..., list[str]], language: str) -> None:
    """The label is put together of three messages, none of which is too long by itself."""
    labels = GAMES[0].presenter.labels
    name, choices = GAMES[0].rules.options[0].name, GAMES[0].rules.options[0].choices
    option, value = labels.options[name].id, labels.choices[name, choices[-1]].id
    faults = found({option: letters(20), value: letters(20), "{option}: {value}": "{option}: {value}"})
    assert any(fault.startswith(f"{language}: 42 letters, at most 36: ") for fault in faults)


def test_a_button_of_any_page(found: Callable[..., list[str]], language: str) -> None:
    source = 'Button(tr.t("Delete my data"), "p.ask")\nButton(tr.t("Remove {name}", name=name), "x")\n'
    faults = found({"Delete my data": letters(37), "Remove {name}": letters(27) + "{name}"}, source=source)
    assert len(faults) == 2
    assert all(fault.startswith(f"{language}: 37 letters, at most 36: ") for fault in faults)


def test_toasts(found: Callable[..., list[str]], language: str) -> None:
    (fault,) = found({"Delete my data": letters(201)}, source='raise Refusal(lazy("Delete my data"))\n')
    assert fault.startswith(f"{language}: 201 letters, at most 200: ")


def test_descriptions_of_commands(found: Callable[..., list[str]], language: str) -> None:
    (fault,) = found({COMMANDS[0].description.id: letters(101)})
    assert fault.startswith(f"{language}: 101 letters, at most 100: ")
    assert fault.endswith("(description of /play)")


def test_lines_of_help(found: Callable[..., list[str]], language: str) -> None:
    hint = next(text for what, _, text in samples.lines(ENGLISH) if what.startswith("help of ") and text)
    assert any(fault.startswith(f"{language}: 181 letters, at most 180: ") for fault in found({hint: letters(181)}))


def test_titles_of_sections(found: Callable[..., list[str]], language: str) -> None:
    faults = found({}, lambda text: text.replace("## goal: ", f"## goal: {letters(19)} ", 1))
    assert faults
    assert all("at most 20: " in fault for fault in faults if "title of a section" in fault or "two buttons" in fault)
