"""Read or drawn once for hundreds of tests: catalogs, rules, search indexes, pictures.

Each is a pure function of what it is remembered by, and nobody changes what is returned. A file that was changed is
read again. What fails is not remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from cachetools import LRUCache

from bot.i18n import catalogs
from bot.i18n.translator import SOURCE_LOCALE
from bot.messaging import Picture
from bot.pictures.render_cache import RenderCache
from bot.rulebook import book
from bot.rulebook.asked import FILE, read_asked
from bot.settings import LOCALES
from tests.helpers.paint import paint

Pictures = Literal["shared", "own", "blank"]
"""Drawn once for all who want them, by each for itself, or not at all."""
KEPT = 300
"""Pictures, of some 100 kB each."""

_drawn: LRUCache[str, bytes] = LRUCache(KEPT)


def share_pictures(cache: RenderCache) -> None:
    """Share drawn pictures among caches, by the pictures' keys.

    Not for tests that ask whether the same key gives the same picture.
    """
    cache._drawn = _drawn


def supply_pictures(cache: RenderCache, pictures: Pictures) -> None:
    """Let a cache draw for itself, share what others have drawn, or return blank pictures."""
    if pictures == "shared":
        share_pictures(cache)
    elif pictures == "blank":
        leave_blank(cache)


def leave_blank(cache: RenderCache) -> None:
    """Make a cache return a plain colour for each key instead of a drawing.

    For whole games whose texts alone are looked at: most of their time would go into boards that nobody sees.
    """

    async def paint(picture: Picture) -> bytes:
        return blank(picture)

    cache.draw = paint  # type: ignore[method-assign]


def blank(picture: Picture) -> bytes:
    """Return a small PNG of one colour, the same for the same key."""
    return paint(picture.key)


def remember_files() -> None:
    """Share among all `Catalogs` and `Rulebook` of this process what they read and index."""
    read_all = catalogs._read_all
    catalogs._read_all = _remembered(lambda folder: tuple(read_all(folder)), _whole)
    catalogs._read = _remembered(catalogs._read, lambda path, language: (path, _state(path), language))
    book._read = _remembered(book._read, lambda *place: (*place, _state(book_path(*place))))
    book._sections = _remembered(book._sections, _all_pages)
    book.read_asked = _remembered(read_asked, lambda folder: (folder, _state(folder / FILE)))  # type: ignore[attr-defined]
    index, classifier = book.Rulebook._index, book.Rulebook._classifier
    book.Rulebook._index = _remembered(index, _all_indexed)  # type: ignore[method-assign]
    book.Rulebook._classifier = _remembered(classifier, _all_learnt)  # type: ignore[method-assign]
    foreign: cached_property[Any] = vars(book.Rulebook)["_foreign"]
    foreign.func = _remembered(foreign.func, lambda rules: _all_indexed(rules, "", ""))


def book_path(folder: Path, game: str, locale: str) -> Path:
    """Return the file of a game's rules."""
    return folder / locale / "rules" / f"{game}.md"


def _whole(folder: Path) -> tuple[Any, ...] | None:
    """Return what a whole folder of languages is remembered by; one that a test writes is read anew."""
    return (folder,) if folder == LOCALES else None


def _state(path: Path) -> tuple[int, ...]:
    """Return what changes with a file. No test changes those of the repository, so they are not even looked at."""
    if path.is_relative_to(LOCALES) or not path.exists():
        return ()
    state = path.stat()
    return (state.st_mtime_ns, state.st_size, state.st_ino)


def _all_indexed(rules: book.Rulebook, locale: str, only: str) -> tuple[Any, ...]:
    """Return all that an index is made of: the game, if one only, the sections, the games' titles in every language."""
    locales = rules.catalogs.locales
    titles = (rules.title(game, rules.catalogs.translator(other)) for game in rules.games for other in locales)
    return (locale, only, locales, tuple(rules._sections.items()), *titles)


def _all_pages(files: book._Files, game: str, locale: str) -> tuple[Any, ...]:
    """Return what the sections of a game are read from: what it lacks in a language stands in the source language."""
    folder = files.folder
    if folder == LOCALES:
        return (folder, game, locale)
    paths = (book_path(folder, each, of) for each in (game, book.COMMON) for of in (locale, SOURCE_LOCALE))
    return (folder, game, locale, *map(_state, paths))


def _all_learnt(rules: book.Rulebook, locale: str) -> tuple[Any, ...]:
    """Return all that a classifier learns from: the games, what is asked."""
    asked = tuple((file, *sections.items()) for file, sections in rules._asked[locale].items())
    return (locale, rules.games, asked)


def _remembered(made: Callable[..., Any], by: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that makes once what it is asked for by the same key; without a key, each time."""
    known: dict[Any, Any] = {}

    def remembered(*asked: Any) -> Any:
        key = by(*asked)
        if key is None:
            return made(*asked)
        if key not in known:
            known[key] = made(*asked)
        return known[key]

    return remembered
