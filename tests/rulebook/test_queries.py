"""Does `/rules` find what players look for? Measured on queries of each language, typed as people type.

The lists are `queries/<language>.toml`, by those who made the search, and `queries/<language>-open.toml`, by people who
had seen neither rules nor catalogue. `-shut` and `-second` are by such people too and were measured once before anybody
here had read them: a right section came first for 83 %, within the first three for 95 %, on both. What they taught has
gone into the rules, so this test says that nothing is lost, not how the search does with a stranger's next question.
The figures are printed with `pytest -s` and stand in the JUnit report; `python -m tests.rulebook.measure` takes a list.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook
from tests.helpers.cases import each
from tests.rulebook.conftest import LOCALES
from tests.rulebook.measure import Measured, Query, figures, measure, read

QUERIES = Path(__file__).parent / "queries"
LANGUAGES = Catalogs(LOCALES).locales
A_LANGUAGE = 15
FIRST, IN_THREE, OPENED = 0.95, 0.99, 0.95
"""What part of all queries has a right section first, within the first three, and opens one at once."""
IN_EACH = 0.90
"""What part has a right section first in every single language."""


@cache
def queries(language: str) -> tuple[Query, ...]:
    return tuple(
        query for file in sorted(QUERIES.glob("*.toml")) if read(file)[0] == language for query in read(file)[1]
    )


@each("language", LANGUAGES)
def test_every_language_has_its_list(book: Rulebook, language: str) -> None:
    listed = queries(language)
    assert len({(query.text, query.here) for query in listed}) == len(listed) >= A_LANGUAGE
    for query in listed:
        assert query.here in ("", *(game.key for game in GAMES))
        assert all(
            book.section(game, language, key) for game, _, key in (right.partition(".") for right in query.right)
        )
        assert query.here == "" or all(right.startswith(f"{query.here}.") for right in query.right)


def test_no_list_is_without_its_language() -> None:
    assert {read(path)[0] for path in QUERIES.glob("*.toml")} == set(LANGUAGES)


def test_the_right_section_comes_first_nearly_always(
    book: Rulebook, record_testsuite_property: Callable[[str, object], None]
) -> None:
    by_language = {language: [measure(book, language, query) for query in queries(language)] for language in LANGUAGES}
    every: list[Measured] = [one for measured in by_language.values() for one in measured]
    lines = [f"{language}: {figures(measured)}" for language, measured in by_language.items()]
    lines.append(f"all: {figures(every)}")
    missed = [one.line for one in every if one.place > 1 or not one.opened]
    sys.stdout.write("\n".join(["", *lines, *missed, ""]))
    record_testsuite_property("search", "; ".join(lines))
    total = figures(every)
    assert total.first >= FIRST, missed
    assert total.three >= IN_THREE, missed
    assert total.opened >= OPENED, missed
    low = {language: found.first for language in LANGUAGES if (found := figures(by_language[language])).first < IN_EACH}
    assert not low, missed
