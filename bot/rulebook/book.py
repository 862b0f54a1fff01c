"""The rules of all games: sections parsed from Markdown, one file per game and language, and one for all games.

A file is `locales/<language>/rules/<game>.md`. A section begins with `## id: Title`; a line `also: word, word` under
it names other words it is looked up by (which: docs/adding-a-game.md). Text is paragraphs and `- ` lists, with
`**bold**` and backquoted code. A paragraph `**Question?** Answer.` can be found by itself; in the source language it
may end with `<!-- about: id -->`, the section that tells more, and is then found as a part of that one in every
language.

The sections of `table.md` are the same in all games and part of each: they stand after what a game says of itself
(`options`, `leaving`) and before `private`, `questions` and `credits`. Where a game has a section of the same id, its
own counts. Every language has the sections of the source language; what one lacks is shown in the source language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec.structs import replace
from rapidfuzz import fuzz, process

from bot.i18n.catalogs import Catalogs
from bot.i18n.names import isolate
from bot.i18n.translator import SOURCE_LOCALE, Translator
from bot.messaging import RichText, Span, plain_text
from bot.rulebook.asked import AskedClassifier, read_asked
from bot.rulebook.folding import Language, fold, language, words
from bot.rulebook.search import Index

_HEADING = re.compile(r"^## ([a-z][a-z0-9_]*): (.+)$", re.MULTILINE)
_ALSO = re.compile(r"^also: (.+)\n?", re.MULTILINE)
_STYLE = re.compile(r"\*\*(.+?)\*\*|`(.+?)`")
_QUESTION = re.compile(r"\*\*([^*]+[?;؟])\*\*[^\S\n]+(\S.*)", re.DOTALL)
_ABOUT = re.compile(r"\s*<!-- about: ([a-z][a-z0-9_]*) -->")

COMMON = "table"
"""The file of the sections that all games share."""
_LAST_OF_ITS_OWN = ("options", "leaving")
"""What all games share stands behind the last of these, or else before the first of `_CLOSING`."""
_CLOSING = ("private", "questions", "fair", "credits")

_ELSEWHERE = 0.5
"""The weight of a hit in another game than that of the asker's table."""
_QUESTION_WEIGHT = 0.85
"""The weight of a question in a section, beside sections as a whole."""
_LIKE_ASKED = 0.4
"""How much of a score is how likely a query asks for a section; the rest is how well it fits the rules themselves."""
_CALLED = 98
"""What has this score (0-100) is called what was looked up, and that is all there is to say of it."""
_ASKED_ELSEWHERE = 0.05
"""How likely what is asked at a table of one game is about another."""
_FIRST_ANYWAY = 0.9
"""The weight of the first paragraph, which is shown anyway, where another is looked for that fits as well."""
_FOREIGN = 0.8
"""The weight of a name in another language than the asker's."""
_FOREIGN_ALIKE, _FOREIGN_LETTERS = 90, 5
"""A query that long may be mistyped and still be a name in another language, if alike by so many per cent."""

Place: TypeAlias = tuple[str, str, int]
"""A game, the id of a section, and the number of a question in it; -1 for the section as a whole."""
_AS_A_WHOLE = -1


class Question(msgspec.Struct, frozen=True):
    """A question and its answer: where it stands, by a section's id and its number there, from 0.

    `about` is the id of the section that tells more of it; empty for the one in which it stands.
    """

    title: str
    answer: RichText
    section: str = ""
    number: int = 0
    about: str = ""


class Section(msgspec.Struct, frozen=True):
    """One section of a game's rules, in one language. `common`: the same in every game."""

    game: str
    id: str
    title: str
    text: RichText
    also: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    common: bool = False


class Found(msgspec.Struct, frozen=True):
    """A section that a search found, or a question in it, and its score (0-100)."""

    section: Section
    score: float
    question: Question | None = None


class Rulebook:
    """The rules of all games in all languages, read once at start and indexed when a language is first searched.

    `folder` holds a folder for each language; `titles` are by the games' keys, as are `words`, the short names of games
    after a command. A language without the rules of a game shows them in the source language.
    """

    def __init__(
        self,
        folder: Path,
        catalogs: Catalogs,
        titles: Mapping[str, Callable[[Translator], str]],
        words: Mapping[str, str] | None = None,
    ) -> None:
        self.catalogs = catalogs
        self._titles = dict(titles)
        self._words = {word.casefold(): game for game, word in (words or {}).items()}
        files = _Files(folder)
        self._sections = {
            (game, locale): _sections(files, game, locale) for game in titles for locale in catalogs.locales
        }
        self._asked = {locale: read_asked(folder / locale / "rules") for locale in catalogs.locales}
        self._indexes: dict[tuple[str, str], Index[Place]] = {}
        self._classifiers: dict[str, AskedClassifier[Place]] = {}

    @property
    def games(self) -> tuple[str, ...]:
        """The keys of the games, in the order they were given."""
        return tuple(self._titles)

    def title(self, game: str, tr: Translator) -> str:
        return self._titles[game](tr)

    def named(self, name: str) -> str | None:
        """Return the key of the game that has this short word or, in any language, this title; None for no game."""
        wanted = " ".join(name.casefold().split())
        if wanted in self._words:
            return self._words[wanted]
        translators = [self.catalogs.translator(tag) for tag in self.catalogs.locales]
        titled = (game for game in self._titles for tr in translators if self.title(game, tr).casefold() == wanted)
        return next(titled, None)

    def sections(self, game: str, locale: str) -> tuple[Section, ...]:
        """Return a game's sections in reading order; empty for an unknown game."""
        return self._sections.get((game, locale), self._sections.get((game, SOURCE_LOCALE), ()))

    def section(self, game: str, locale: str, id: str) -> Section | None:  # noqa: A002
        return next((section for section in self.sections(game, locale) if section.id == id), None)

    def search(self, query: str, locale: str, limit: int = 5, here: str = "") -> tuple[Found, ...]:
        """Return the sections that match a query, the best first, in `locale`.

        Sections of the game `here`, or else of one that the query names, come before those of others that match about
        as well. What is the same in all games is found once.
        """
        named, rest = self._named(query, locale)
        here = here if here in self.games else named
        hits = self._find(query, locale, here) if here else []
        if named and rest:
            hits += [
                (place, (1.0 if named == here else _ELSEWHERE) * hit) for place, hit in self._find(rest, locale, named)
            ]
        hits += [(place, (_ELSEWHERE if here else 1.0) * score) for place, score in self._find(query, locale, "")]
        hits += self._in_other_languages(query, locale, here)
        best = self._best(hits, locale, here)
        if not any(score >= _CALLED for _, score in hits):
            alike = self._best(self._likely(rest or query, locale, here), locale, here)
            best = {key: _together(best.get(key), alike.get(key)) for key in {**best, **alike}}
        return tuple(sorted(best.values(), key=lambda hit: -round(hit.score, 6))[:limit])

    def _best(self, hits: Iterable[tuple[Place, float]], locale: str, here: str) -> dict[tuple[str, str], Found]:
        """Return what was found of each section, with its question if it was that; what all games share once."""
        best: dict[tuple[str, str], Found] = {}
        for (game, key, number), worth in hits:
            section = self.section(game, locale, key)
            question = section.questions[number] if section and number >= 0 else None
            score = _QUESTION_WEIGHT * worth if question else worth
            if question and question.about:
                section = self.section(game, locale, question.about)
            if section and section.common:  # found anywhere, it is that of the game here
                section = self.section(here or self.games[0], locale, key)
            if section and score > (known.score if (known := best.get((section.game, section.id))) else 0):
                best[section.game, section.id] = Found(section, score, question)
        return best

    def _likely(self, query: str, locale: str, here: str) -> list[tuple[Place, float]]:
        """Rate places by how likely a query asks for them (0-100)."""
        odds = {
            place: likely * (1.0 if here in ("", place[0]) or self._is_common(place, locale) else _ASKED_ELSEWHERE)
            for place, likely in self._classifier(locale).find(query).items()
        }
        total = sum(odds.values())
        return [(place, 100 * odd / total) for place, odd in odds.items()]

    def _is_common(self, place: Place, locale: str) -> bool:
        section = self.section(place[0], locale, place[1])
        return section is not None and section.common

    def _classifier(self, locale: str) -> AskedClassifier[Place]:
        if locale not in self._classifiers:
            self._classifiers[locale] = AskedClassifier(language(locale), self._all_asked(locale))
        return self._classifiers[locale]

    def _all_asked(self, locale: str) -> Iterator[tuple[Place, str]]:
        """Yield the place that answers, and what is asked."""
        for file, sections in self._asked[locale].items():
            game = self.games[0] if file == COMMON else file
            for key, asked in sections.items():
                for question in asked:
                    yield (game, key, _AS_A_WHOLE), question

    def passages(self, section: Section, query: str, locale: str) -> tuple[RichText, ...]:
        """Return the first paragraph of a section, and the one that answers a query best if that is another."""
        parts = paragraphs(section.text)
        index: Index[int] = Index(language(locale))
        for number, part in enumerate(parts):
            index.add(number, (), plain_text(part))
        scores = dict(index.find(query))
        best = max(scores, key=lambda number: scores[number] if number else _FIRST_ANYWAY * scores[0], default=0)
        return (parts[0], parts[best]) if best else parts[:1]

    def _named(self, query: str, locale: str) -> tuple[str, str]:
        """Return the game whose title is in a query, and the rest of the query; empty if none is, or several are.

        A title may be in the asker's language or in the source language, without its article, in any form.
        """
        named: dict[str, str] = {}
        for tongue in dict.fromkeys((locale, SOURCE_LOCALE)):
            for game in self.games:
                title = words(self.title(game, self.catalogs.translator(tongue)))
                if (rest := _without(query, title, language(tongue))) is not None:
                    named.setdefault(game, rest)
        return next(iter(named.items())) if len(named) == 1 else ("", "")

    def _find(self, query: str, locale: str, game: str) -> list[tuple[Place, float]]:
        return self._index_of(locale, game).find(query)

    def _index_of(self, locale: str, game: str) -> Index[Place]:
        if (locale, game) not in self._indexes:
            self._indexes[locale, game] = self._index(locale, game)
        return self._indexes[locale, game]

    def _index(self, locale: str, only: str) -> Index[Place]:
        """Index one game in one language, or all together: how rare a word is depends on where it is looked for."""
        index: Index[Place] = Index(language(locale), self._index_of(locale, "") if only else None)
        tr = self.catalogs.translator(locale)
        for game in (only,) if only else self.games:
            title = self.title(game, tr)
            for section in self.sections(game, locale):
                if section.common and not only and game != self.games[0]:
                    continue
                # questions that are about other sections say nothing of the one in which they stand
                text = () if any(question.about for question in section.questions) else section.text
                names, about = _called(section, locale), "" if section.common else title
                _add(index, (game, section.id, _AS_A_WHOLE), names, text, about)
                for number, question in enumerate(section.questions):
                    _add(index, (game, section.id, number), (question.title,), question.answer, title)
        return index

    @cached_property
    def _foreign(self) -> dict[str, dict[str, dict[tuple[str, str], None]]]:
        """Return by language what is called by each folded name."""
        names: dict[str, dict[str, dict[tuple[str, str], None]]] = {}
        for locale in self.catalogs.locales:
            for game in self.games:
                for section in self.sections(game, locale):
                    for name in map(fold, _called(section, locale)):
                        names.setdefault(locale, {}).setdefault(name, {})[game, section.id] = None
        return names

    def _in_other_languages(self, query: str, locale: str, here: str) -> Iterator[tuple[Place, float]]:
        """Yield what has this name, as a whole, in another language than the asker's."""
        asked = fold(query)
        for other, names in self._foreign.items():
            if other == locale or not asked:
                continue
            alike = process.extractOne(asked, names.keys(), scorer=fuzz.ratio, score_cutoff=_FOREIGN_ALIKE)
            if alike and (alike[0] == asked or len(asked) >= _FOREIGN_LETTERS):
                for game, key in names[alike[0]]:
                    yield (game, key, _AS_A_WHOLE), alike[1] * _FOREIGN * (_ELSEWHERE if here not in ("", game) else 1)


def _without(query: str, title: Iterable[str], known: Language) -> str | None:
    """Return a query without the words of a title; None if it lacks one that is more than an article."""
    rest = words(query)
    for word in title:
        said = next((asked for asked in rest if known.forms(asked) & known.forms(word)), None)
        if said is not None:
            rest.remove(said)
        elif not known.is_stop(word):
            return None
    return " ".join(rest)


def _together(fits: Found | None, alike: Found | None) -> Found:
    """Return one hit of what the rules and the questions of others say of a section."""
    known = fits or alike
    assert known is not None
    score = (1 - _LIKE_ASKED) * (fits.score if fits else 0.0) + _LIKE_ASKED * (alike.score if alike else 0.0)
    return replace(known, score=score)


def _called(section: Section, locale: str) -> tuple[str, ...]:
    """Return what a section is called, its title first; ids are words of the source language."""
    return (section.title, *section.also, *((section.id,) if locale == SOURCE_LOCALE else ()))


def _add(index: Index[Place], place: Place, names: Iterable[str], text: RichText, game: str) -> None:
    bold = " ".join(span.text for span in text if span.style == "bold")
    index.add(place, names, f"{game} {plain_text(text)}", bold)


def parse(game: str, source: str) -> tuple[Section, ...]:
    """Parse the sections of one file."""
    parts = _HEADING.split(source)
    return tuple(_section(game, *part) for part in zip(parts[1::3], parts[2::3], parts[3::3], strict=True))


def paragraphs(text: RichText) -> tuple[RichText, ...]:
    """Split a text at its empty lines."""
    parts: list[list[Span]] = [[]]
    for span in text:
        first, *more = span.text.split("\n\n")
        parts[-1].append(replace(span, text=first))
        parts += ([replace(span, text=part)] for part in more)
    return tuple(tuple(span for span in part if span.text) for part in parts)


class _Files:
    """The files of a folder, each parsed once: those of the source language and of all games are part of many books."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._parsed: dict[tuple[str, str], tuple[Section, ...]] = {}

    def read(self, game: str, locale: str) -> tuple[Section, ...]:
        """Return the sections of one file, none if there is no such file."""
        if (game, locale) not in self._parsed:
            self._parsed[game, locale] = _read(self.folder, game, locale)
        return self._parsed[game, locale]


def _sections(files: _Files, game: str, locale: str) -> tuple[Section, ...]:
    """Return all sections of a game in one language, those that it lacks in the source language."""
    if not (own := files.read(game, SOURCE_LOCALE)):
        return files.read(game, locale)
    source = _with_common(own, _common(files, game, SOURCE_LOCALE))
    here = _with_common(files.read(game, locale), _common(files, game, locale))
    abouts = {section.id: tuple(question.about for question in section.questions) for section in source}
    here = tuple(_with_abouts(section, abouts.get(section.id, ())) for section in here)
    translated = {section.id: section for section in here}
    known = {section.id for section in source}
    shown = [translated.get(section.id, section) for section in source]
    for before, section in pairwise((None, *here)):
        if section and section.id not in known:  # a language may be behind the source language, or before it
            at = next((at for at, other in enumerate(shown, 1) if before and other.id == before.id), 0)
            shown.insert(at, section)
    return tuple(shown)


def _with_abouts(section: Section, abouts: tuple[str, ...]) -> Section:
    """Tell what the questions of a translation are about, which only the source language says."""
    if len(abouts) != len(section.questions):
        return section
    told = zip(section.questions, abouts, strict=True)
    return replace(section, questions=tuple(replace(question, about=about) for question, about in told))


def _with_common(own: tuple[Section, ...], common: tuple[Section, ...]) -> tuple[Section, ...]:
    """Put the sections that all games share among those of a game."""
    ids = [section.id for section in own]
    ends = [at for at, key in enumerate(ids, 1) if key in _LAST_OF_ITS_OWN]
    closing = [at for at, key in enumerate(ids) if key in _CLOSING]
    at = max(ends) if ends else min(closing, default=len(own))
    return (*own[:at], *(section for section in common if section.id not in ids), *own[at:])


def _common(files: _Files, game: str, locale: str) -> tuple[Section, ...]:
    return tuple(replace(section, game=game, common=True) for section in files.read(COMMON, locale))


def _read(folder: Path, game: str, locale: str) -> tuple[Section, ...]:
    path = folder / locale / "rules" / f"{game}.md"
    return parse(game, path.read_text(encoding="utf-8")) if path.exists() else ()


def _section(game: str, key: str, title: str, body: str) -> Section:
    also = _ALSO.search(body)
    names = tuple(name.strip() for name in also[1].split(",")) if also else ()
    text = _ALSO.sub("", body).strip()
    return Section(game, key, title.strip(), _rich(_ABOUT.sub("", text)), names, tuple(_questions(text, key)))


def _questions(text: str, section: str) -> Iterator[Question]:
    number = 0
    for paragraph in re.split(r"\n\s*\n", text):
        about = _ABOUT.search(paragraph)
        if match := _QUESTION.fullmatch(_ABOUT.sub("", paragraph).strip()):
            title, told = re.sub(r"[ \n]+", " ", match[1]), about[1] if about else ""
            yield Question(title, _rich(match[2]), section, number, told)
            number += 1


def _rich(text: str) -> RichText:
    return tuple(_spans(_unwrap(text)))


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
