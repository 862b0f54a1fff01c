"""Does `/rules` find what players look for? Measured on 15 queries in each language, typed as people type.

The lists are `queries/<language>.toml`. The figures are printed with `pytest -s` and stand in the JUnit report.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook
from tests.rulebook.conftest import LOCALES

QUERIES = Path(__file__).parent / "queries"
LANGUAGES = Catalogs(LOCALES).locales
A_LANGUAGE = 15
FIRST, IN_THREE = 0.90, 0.98
"""What part of all queries has the right section first, and within the first three."""


class Query(msgspec.Struct, frozen=True):
    """What was typed, at a table of which game (empty: at none), and the sections that answer it (`game.section`)."""

    text: str
    right: tuple[str, ...]
    here: str = ""


@cache
def queries(language: str) -> tuple[Query, ...]:
    with (QUERIES / f"{language}.toml").open("rb") as file:
        return msgspec.convert(tomllib.load(file)["query"], tuple[Query, ...])


def place(book: Rulebook, language: str, query: Query) -> int:
    """Return the place of the first right section among what was found, from 1; 99 where there is none."""
    found = [f"{hit.section.game}.{hit.section.id}" for hit in book.search(query.text, language, 10, query.here)]
    return next((number for number, section in enumerate(found, 1) if section in query.right), 99)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_list(book: Rulebook, language: str) -> None:
    listed = queries(language)
    assert len({query.text for query in listed}) == len(listed) == A_LANGUAGE
    for query in listed:
        assert query.here in ("", *(game.key for game in GAMES))
        assert all(book.section(*_parts(right, language)) for right in query.right), query
        assert query.here == "" or all(right.startswith(f"{query.here}.") for right in query.right)


def _parts(right: str, language: str) -> tuple[str, str, str]:
    game, _, section = right.partition(".")
    return game, language, section


def test_no_list_is_without_its_language() -> None:
    assert {path.stem for path in QUERIES.glob("*.toml")} == set(LANGUAGES)


def test_the_right_section_comes_first_nearly_always(
    book: Rulebook, record_testsuite_property: Callable[[str, object], None]
) -> None:
    places = {language: [place(book, language, query) for query in queries(language)] for language in LANGUAGES}
    lines = [_line(language, found) for language, found in places.items()]
    every = [number for found in places.values() for number in found]
    lines.append(_line("all", every))
    missed = [
        f"{language}: {query.text!r} at place {number}"
        for language, found in places.items()
        for query, number in zip(queries(language), found, strict=True)
        if number > 1
    ]
    sys.stdout.write("\n".join(["", *lines, *missed, ""]))
    record_testsuite_property("search", "; ".join(lines))
    assert _part(every, 1) >= FIRST, missed
    assert _part(every, 3) >= IN_THREE, missed


def _part(places: list[int], best: int) -> float:
    return sum(number <= best for number in places) / len(places)


def _line(name: str, places: list[int]) -> str:
    return f"{name}: first {_part(places, 1):.0%}, in the first three {_part(places, 3):.0%} of {len(places)}"
