"""The page's files: texts complete in every language and all in use, and no way for a text to become markup."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.playground import page

FOLDER = Path(page.__file__).parent / "page"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "js").glob("*.js"))}
STYLES = {path.name: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "css").glob("*.css"))}
LANGUAGES = ("en", "ru", "he")


def texts(language: str) -> dict[str, str]:
    """Read one language's table out of words.js."""
    table = re.search(rf"^  {language}: \{{\n(.*?)^  \}},$", SCRIPTS["words.js"], re.DOTALL | re.MULTILINE)
    assert table is not None
    return dict(re.findall(r'^    (\w+): "(.*)",$', table[1], re.MULTILINE))


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_in_order_of_the_alphabet(language: str) -> None:
    said = texts(language)
    assert set(said) == set(texts("en"))
    assert list(said) == sorted(said)
    assert all(said.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_their_placeholders(language: str) -> None:
    english = texts("en")
    assert {key: placeholders(text) for key, text in texts(language).items()} == {
        key: placeholders(text) for key, text in english.items()
    }


def test_every_text_is_used_and_every_used_text_is_there() -> None:
    code = "".join(text for name, text in SCRIPTS.items() if name != "words.js")
    spoken = set(re.findall(r'say\("(\w+)"', code))
    for pair in re.findall(r'say\([^\n?]+ \? "(\w+)" : "(\w+)"\)', code):
        spoken |= set(pair)
    told = texts("en")
    indirect = {key for key in told if key.startswith(("service_", "key_"))} | {"block", "unblock", "today"}
    assert spoken - set(told) == set()
    assert set(told) - spoken - indirect == set()


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_makes_markup_or_code_out_of_text(name: str) -> None:
    found = re.findall(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc", SCRIPTS[name]
    )
    assert found == []


@pytest.mark.parametrize("name", [*SCRIPTS, *STYLES])
def test_nothing_is_fetched_from_elsewhere(name: str) -> None:
    text = (SCRIPTS | STYLES)[name].replace("http://www.w3.org/2000/svg", "")
    assert re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", text) == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_says_first_what_it_is_and_stays_small(name: str) -> None:
    lines = SCRIPTS[name].splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) <= 300


def test_every_service_message_kind_has_its_words() -> None:
    shown = (FOLDER.parent / "frames.py").read_text(encoding="utf-8")
    table = re.search(r"_SERVICE_KINDS = \{(.*?)\}", shown, re.DOTALL)
    assert table is not None
    kinds = set(re.findall(r': "(\w+)"', table[1])) | {"other"}
    assert kinds == {key.removeprefix("service_") for key in texts("en") if key.startswith("service_")}
