"""Checks of lengths as shown (docs/words.md): labels with their values filled in, titles, toasts, lines of help."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import regex

from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.rulebook.book import Rulebook
from bot.tools.samples import NAME, TOAST, lines, pages
from bot.tools.texts import fields, said_in

ALONE, IN_TWOS, IN_THREES = 36, 20, 13
"""The most letters of a button alone in its row, of one beside another, and of one of three."""
TITLE = 20
"""The most letters of a title in the rules; they stand in twos."""
_ROOM, _BESIDE = {1: ALONE, 2: IN_TWOS}, {1: "a button alone", 2: "two buttons in a row", 3: "three buttons in a row"}
_LISTS = frozenset(["games", "permissions"])
"""What is put in where a message is never a toast."""
_CLUSTER = regex.compile(r"\X")
_EMOJI = regex.compile(r"\p{Extended_Pictographic}|\p{Regional_Indicator}|\ufe0f")
_UNSEEN = regex.compile(r"[\p{Cf}\p{Cc}\p{M}]+")


@cache
def width(text: str) -> int:
    """Return how many letters a text is wide: an emoji counts as two, what only steers the direction as none."""
    clusters = _CLUSTER.findall(text)
    return sum(0 if _UNSEEN.fullmatch(each) else 2 if _EMOJI.search(each) else 1 for each in clusters)


def too_long(tr: Translator, catalogs: Catalogs, book: Rulebook, source: Path) -> Iterator[str]:
    """Yield what is longer than it may be as it is shown in one language, one line each."""
    found = (*_labels(tr, catalogs, book), *_single_labels(tr, source), *_titles(tr, book), *_lines(tr, source))
    wide = {(text, most): where for where, most, text in reversed(found) if width(text) > most}
    for (text, most), where in wide.items():
        yield f"{tr.locale}: {width(text)} letters, at most {most}: {text!r} ({where})"


def _labels(tr: Translator, catalogs: Catalogs, book: Rulebook) -> Iterator[tuple[str, int, str]]:
    for page, rows in pages(tr, catalogs, book):
        for row in rows:
            most = _ROOM.get(len(row), IN_THREES)
            yield from ((f"{_BESIDE[min(len(row), 3)]}, {page}", most, label) for label in row)


def _single_labels(tr: Translator, source: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the messages that stand on buttons, even of pages that `pages` does not show; a name may be put in."""
    for sentence in sorted(said_in(source, "Button", "button", "look_back", "Choice")):
        if fields(sentence) <= {"name"}:
            yield "a button alone", ALONE, tr.t(sentence, name=tr.name(NAME))


def _titles(tr: Translator, book: Rulebook) -> Iterator[tuple[str, int, str]]:
    for game in book.games:
        for section in book.sections(game, tr.locale):
            yield f"title of a section, rules of {game}", TITLE, section.title


def _lines(tr: Translator, source: Path) -> Iterator[tuple[str, int, str]]:
    for sentence in sorted(said_in(source, "Refusal", "Answer")):
        if _LISTS.isdisjoint(fields(sentence)):
            yield f"toast: {sentence!r}", TOAST, tr.t(sentence, **dict.fromkeys(fields(sentence), NAME))
    yield from lines(tr)
