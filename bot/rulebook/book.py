"""The rules of all games: sections parsed from Markdown, one file per game and language, and one for all games.

A file is `locales/<language>/rules/<game>.md`. A section begins with `## id: Title`; a line `also: word, word` under
it names other words it is looked up by (which: docs/adding-a-game.md). Text is paragraphs and `- ` lists, with
`**bold**` and backquoted code. A paragraph `**Question?** Answer.` can be found by itself.

The sections of `table.md` are the same in all games and part of each: they stand after what a game says of itself
(`options`, `leaving`) and before `private`, `questions` and `credits`. Where a game has a section of the same id, its
own counts. Every language has the sections of the source language; what one lacks is shown in the source language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import msgspec

from bot.i18n.catalogs import Catalogs
from bot.i18n.names import isolate
from bot.i18n.translator import SOURCE_LOCALE, Translator
from bot.messaging import RichText, Span, plain_text
from bot.rulebook.search import Index

_HEADING = re.compile(r"^## ([a-z][a-z0-9_]*): (.+)$", re.MULTILINE)
_ALSO = re.compile(r"^also: (.+)\n?", re.MULTILINE)
_STYLE = re.compile(r"\*\*(.+?)\*\*|`(.+?)`")


COMMON = "table"
"""The file of the sections that all games share."""
_LAST_OF_ITS_OWN = ("options", "leaving")
"""What all games share stands behind the last of these, or else before the first of `_CLOSING`."""
_CLOSING = ("private", "questions", "fair", "credits")

_ELSEWHERE = 0.85
"""The weight of a hit in another game than that of the asker's table."""
_FOREIGN = 0.97
"""The weight of a name in another language than the asker's."""


class Section(msgspec.Struct, frozen=True):
    """One section of a game's rules, in one language."""

    game: str
    id: str
    title: str
    text: RichText
    also: tuple[str, ...] = ()


class Found(msgspec.Struct, frozen=True):
    """A section that a search found, and its score (0-100)."""

    section: Section
    score: float


class Rulebook:
    """The rules of all games in all languages, read once at start and indexed when a language is first searched.

    `folder` holds a folder for each language; `titles` are by the games' keys. A language without the rules of a game
    shows them in the source language.
    """

    def __init__(self, folder: Path, catalogs: Catalogs, titles: Mapping[str, Callable[[Translator], str]]) -> None:
        self.catalogs = catalogs
        self._titles = dict(titles)
        self._sections = {
            (game, locale): _sections(folder, game, locale) for game in titles for locale in catalogs.locales
        }
        self._indexes: dict[str, Index[tuple[str, str]]] = {}

    @property
    def games(self) -> tuple[str, ...]:
        """The keys of the games, in the order they were given."""
        return tuple(self._titles)

    def title(self, game: str, tr: Translator) -> str:
        return self._titles[game](tr)

    def sections(self, game: str, locale: str) -> tuple[Section, ...]:
        """Return a game's sections in reading order; empty for an unknown game."""
        return self._sections.get((game, locale), self._sections.get((game, SOURCE_LOCALE), ()))

    def section(self, game: str, locale: str, id: str) -> Section | None:  # noqa: A002
        return next((section for section in self.sections(game, locale) if section.id == id), None)

    def search(self, query: str, locale: str, limit: int = 5, here: str = "") -> tuple[Found, ...]:
        """Return the sections that match words of any language, the best first, in `locale`.

        Sections of the game `here` come before those of others that match about as well.
        """
        index = self._indexes.get(locale) or self._indexes.setdefault(locale, self._index(locale))
        hits = [(where, score if here in ("", where[0]) else _ELSEWHERE * score) for where, score in index.find(query)]
        found = [Found(section, score) for (game, key), score in hits if (section := self.section(game, locale, key))]
        return tuple(sorted(found, key=lambda hit: -round(hit.score, 6))[:limit])

    def _index(self, locale: str) -> Index[tuple[str, str]]:
        """Index the text in this language, and the titles and aliases in every language."""
        index: Index[tuple[str, str]] = Index()
        for game in self.games:
            for section in self.sections(game, locale):
                index.add_text((game, section.id), plain_text(section.text))
            for other in self.catalogs.locales:
                worth = 1.0 if other == locale else _FOREIGN
                title = self.title(game, self.catalogs.translator(other))
                for section in self.sections(game, other):
                    names = (section.id, section.title, *section.also)
                    index.add_names((game, section.id), (*names, f"{title} {section.title}"), worth)
        return index


def parse(game: str, source: str) -> tuple[Section, ...]:
    """Parse the sections of one file."""
    parts = _HEADING.split(source)
    return tuple(_section(game, *part) for part in zip(parts[1::3], parts[2::3], parts[3::3], strict=True))


def _sections(folder: Path, game: str, locale: str) -> tuple[Section, ...]:
    """Return all sections of a game in one language, those that it lacks in the source language."""
    if not (own := _read(folder, game, SOURCE_LOCALE)):
        return _read(folder, game, locale)
    source = _with_common(own, _common(folder, game, SOURCE_LOCALE))
    here = _with_common(_read(folder, game, locale), _common(folder, game, locale))
    translated = {section.id: section for section in here}
    known = {section.id for section in source}
    shown = [translated.get(section.id, section) for section in source]
    for before, section in pairwise((None, *here)):
        if section and section.id not in known:  # a language may be behind the source language, or before it
            at = next((at for at, other in enumerate(shown, 1) if before and other.id == before.id), 0)
            shown.insert(at, section)
    return tuple(shown)


def _with_common(own: tuple[Section, ...], common: tuple[Section, ...]) -> tuple[Section, ...]:
    """Put the sections that all games share among those of a game."""
    ids = [section.id for section in own]
    ends = [at for at, key in enumerate(ids, 1) if key in _LAST_OF_ITS_OWN]
    closing = [at for at, key in enumerate(ids) if key in _CLOSING]
    at = max(ends) if ends else min(closing, default=len(own))
    return (*own[:at], *(section for section in common if section.id not in ids), *own[at:])


def _common(folder: Path, game: str, locale: str) -> tuple[Section, ...]:
    return tuple(msgspec.structs.replace(section, game=game) for section in _read(folder, COMMON, locale))


def _read(folder: Path, game: str, locale: str) -> tuple[Section, ...]:
    path = folder / locale / "rules" / f"{game}.md"
    return parse(game, path.read_text(encoding="utf-8")) if path.exists() else ()


def _section(game: str, key: str, title: str, body: str) -> Section:
    also = _ALSO.search(body)
    names = tuple(name.strip() for name in also[1].split(",")) if also else ()
    return Section(game, key, title.strip(), tuple(_spans(_unwrap(_ALSO.sub("", body)))), names)


def _unwrap(body: str) -> str:
    """Join the lines of a paragraph; a list keeps its lines, with a typographic bullet; code is isolated."""
    joined = re.sub(r"(?<!\n)\n(?!\n|- ) *", " ", body.strip())
    listed = re.sub(r"^- ", "• ", joined, flags=re.MULTILINE)
    # a command keeps its slash on its left in right-to-left text, and what is copied of it is the command alone
    return re.sub(r"`.+?`", lambda code: isolate(code[0]), listed)


def _spans(text: str) -> Iterator[Span]:
    end = 0
    for match in _STYLE.finditer(text):
        if match.start() > end:
            yield Span(text[end : match.start()])
        yield Span(match[1], "bold") if match[1] else Span(match[2], "code")
        end = match.end()
    if end < len(text):
        yield Span(text[end:])
