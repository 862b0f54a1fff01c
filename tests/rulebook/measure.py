"""Measure the search on lists of queries: `python -m tests.rulebook.measure FILE...`.

A file is called `<language>.toml` or `<language>-<anything>.toml`. Printed are, by language, how often a right section
comes first, within the first three, and is opened at once, and then each query that is not so.
"""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook
from bot.rulebook.feature import MOST_EXCERPTS, Open, RulesFeature
from bot.settings import LOCALES

NOWHERE = 99


class Query(msgspec.Struct, frozen=True):
    """What was typed, at a table of which game (empty: at none), and the sections that answer it (`game.section`)."""

    text: str
    right: tuple[str, ...]
    here: str = ""


class Measured(msgspec.Struct, frozen=True):
    """What a query found, the best first; the place of a right section, from 1; whether one was opened at once.

    Opened at once are also several right ones, of which the asker chooses a game.
    """

    language: str
    query: Query
    found: tuple[str, ...]
    place: int
    opened: bool

    @property
    def line(self) -> str:
        where = self.query.here or "nowhere"
        wanted, got = " or ".join(self.query.right), ", ".join(self.found[:3])
        place = self.place if self.place < NOWHERE else "none"
        return f"{self.language}: {self.query.text!r} ({where}) wants {wanted}; place {place}; found {got}"


class Figures(msgspec.Struct, frozen=True):
    """How often a right section came first, within three, and was opened at once (0-1)."""

    queries: int
    first: float
    three: float
    opened: float

    def __str__(self) -> str:
        parts = f"first {self.first:.1%}, in three {self.three:.1%}, opened at once {self.opened:.1%}"
        return f"{parts} of {self.queries}"


def rulebook() -> Rulebook:
    return Rulebook(LOCALES, Catalogs(LOCALES), {game.key: game.presenter.title for game in GAMES})


def read(file: Path) -> tuple[str, tuple[Query, ...]]:
    """Return the language of a list, and its queries."""
    with file.open("rb") as source:
        return file.stem.partition("-")[0], msgspec.convert(tomllib.load(source)["query"], tuple[Query, ...])


def measure(book: Rulebook, language: str, query: Query) -> Measured:
    """Look a query up as the service does."""
    right = {_called(book, language, *name.split(".")) for name in query.right}
    hits = book.search(query.text, language, MOST_EXCERPTS, query.here)
    found = tuple(_called(book, language, hit.section.game, hit.section.id) for hit in hits)
    place = next((number for number, name in enumerate(found, 1) if name in right), NOWHERE)
    meant = RulesFeature(book).opened(query.text, book.catalogs.translator(language), Open(query.here))
    opened = {_called(book, language, hit.section.game, hit.section.id) for hit in meant}
    return Measured(language, query, found, place, bool(opened) and opened <= right)


def _called(book: Rulebook, language: str, game: str, key: str) -> str:
    """Return what a section is called here: what is the same in all games has one name."""
    section = book.section(game, language, key)
    return f"*.{key}" if section and section.common else f"{game}.{key}"


def figures(measured: Iterable[Measured]) -> Figures:
    every = list(measured)

    def part(right: Iterable[bool]) -> float:
        return sum(right) / len(every)

    return Figures(
        len(every),
        part(one.place == 1 for one in every),
        part(one.place <= 3 for one in every),
        part(one.opened for one in every),
    )


def main(files: Iterable[str]) -> None:
    book = rulebook()
    by_language: defaultdict[str, list[Measured]] = defaultdict(list)
    for file in map(Path, files):
        language, queries = read(file)
        by_language[language] += [measure(book, language, query) for query in queries]
    every = [one for measured in by_language.values() for one in measured]
    for language, measured in sorted(by_language.items()):
        sys.stdout.write(f"{language}: {figures(measured)}\n")
    sys.stdout.write(f"all: {figures(every)}\n\n")
    for one in every:
        if one.place > 1 or not one.opened:
            sys.stdout.write(f"{'' if one.place > 1 else 'not opened: '}{one.line}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
