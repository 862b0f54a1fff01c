"""Languages: catalogues, plural forms, isolation of names, the choice of a locale.

English sentences are the message ids. `Words` says them in one language; `msg` and `msgs` mark a sentence that is to be
said later, in the reader's language. Catalogues are Babel's `.po` files, compiled in memory at start.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import regex
import structlog
from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_timedelta
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal
from babel.support import Translations

from bot.port import Rich, Span

__all__ = [
    "SOURCE_LOCALE",
    "Library",
    "Message",
    "Words",
    "clean_name",
    "isolate",
    "left_to_right",
    "msg",
    "msgs",
    "units",
]

SOURCE_LOCALE = "en"
NAME_LENGTH = 24
"""Longest name shown, in grapheme clusters (what a reader calls letters)."""
NAME_UNITS = 32
"""Longest name shown, in UTF-16 code units, as platforms count: emoji are many units each."""

_FIRST_STRONG_ISOLATE, _LEFT_TO_RIGHT_ISOLATE, _POP_ISOLATE = "\u2068", "\u2066", "\u2069"
_RIGHT_TO_LEFT_MARK = "\u200f"
_LEADING_VALUE = regex.compile(r"[^\p{L}]*(?:\{|\p{Script=Latin})")
_INVISIBLE = regex.compile(r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]")
_SHAPERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # they shape emoji and Persian names, and order nothing
_SEEN = regex.compile(r"[^\p{M}\p{Z}\p{C}]")
_CLUSTER = 12  # code points: the longest family emoji has 11, a pile of combining marks has hundreds
_LOG = structlog.get_logger(__name__)


class Message(msgspec.Struct, frozen=True):
    """A sentence to be said later: an English message id, its plural form if it has one, and what goes into it.

    A value that is itself a Message is said first; a `Span` value keeps its style where rich text is wanted.
    """

    id: str
    values: dict[str, Any] = {}
    plural: str = ""
    count: int = 0


def msg(message: str, **values: Any) -> Message:
    """Mark a sentence for the catalogues, to be said later."""
    return Message(message, values)


def msgs(one: str, many: str, count: int, **values: Any) -> Message:
    """Mark a sentence that depends on `count`, which also fills `{count}`."""
    return Message(one, values, many, count)


def units(text: str) -> int:
    """Count UTF-16 code units, as platforms count text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@lru_cache(maxsize=4096)
def clean_name(name: str) -> str:
    """Make a name from a platform safe to show: no control or direction characters, not too long, never empty."""
    spaced = " ".join(name.split())
    kept = "".join(c for c in spaced if c in _SHAPERS or not _INVISIBLE.fullmatch(c))
    letters = [cluster[:_CLUSTER] for cluster in regex.findall(r"\X", " ".join(kept.split()))]
    short = _cut(letters).strip(" \u200c\u200d")
    return short if _SEEN.search(short) else "?"


def _cut(letters: Sequence[str]) -> str:
    whole = "".join(letters)
    if len(letters) <= NAME_LENGTH and units(whole) <= NAME_UNITS:
        return whole
    ends = accumulate(units(letter) for letter in letters[: NAME_LENGTH - 1])
    return "".join(letter for letter, end in zip(letters, ends, strict=False) if end < NAME_UNITS) + "…"


def isolate(text: str) -> str:
    """Keep a name's direction to itself (Unicode UAX 9: U+2068 ... U+2069)."""
    return f"{_FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}"


def left_to_right(text: str) -> str:
    """Keep what is no name but read from the left, a command or a number, so (UAX 9: U+2066 ... U+2069)."""
    return f"{_LEFT_TO_RIGHT_ISOLATE}{text}{_POP_ISOLATE}"


class Words:
    """One language: says message ids in it, with names isolated, and numbers and lists as its readers write them."""

    def __init__(self, locale: Locale, translations: Translations) -> None:
        self.locale = str(locale)
        self.rtl = locale.text_direction == "rtl"
        self._babel = locale
        self._translations = translations

    def say(self, message: str, **values: Any) -> str:
        """Say a message id, its `{placeholders}` filled from `values`."""
        return self._fill(self._translations.gettext(message), values)

    def count(self, one: str, many: str, count: int, **values: Any) -> str:
        """Say the form of a sentence that fits `count`, which also fills `{count}`."""
        text = self._translations.ngettext(one, many, abs(count))
        return self._fill(text, {"count": self.number(count), **values})

    def tell(self, message: Message) -> str:
        """Say a message that was marked earlier with `msg` or `msgs`."""
        if message.plural:
            return self.count(message.id, message.plural, message.count, **message.values)
        return self.say(message.id, **message.values)

    def rich(self, message: str, **values: Any) -> Rich:
        """Say a message id as styled text: `Span` values keep their style, the rest is filled in as text."""
        return tuple(self._spans(self._translations.gettext(message), values))

    def name(self, name: str) -> str:
        """Show a person's or a chat's name inside a sentence: cleaned, cut and isolated."""
        return isolate(clean_name(name))

    def number(self, value: int) -> str:
        """Write a whole number."""
        return _number(value, self.locale, self.rtl)

    def list(self, items: Iterable[str]) -> str:
        """Join items as this language lists them ("a, b and c")."""
        return str(format_list(list(items), locale=self._babel))

    def duration(self, seconds: float) -> str:
        """Say a span of time in one unit: a whole minute, hour or day as such, else what is less rounded."""
        whole = max(1, round(seconds))
        unit = next(unit for unit in (86400, 3600, 60, 1) if whole >= unit)
        return str(format_timedelta(whole, locale=self._babel, threshold=2 if whole % unit else 1))

    def own_name(self) -> str:
        """Give this language's name in itself, as a reader looks for it in a list."""
        name = self._babel.get_display_name(self._babel) or self.locale
        return name[:1].upper() + name[1:]

    def _text(self, value: Any) -> str:
        if isinstance(value, Message):
            return self.tell(value)
        if isinstance(value, Span):
            return value.text
        if isinstance(value, int):
            return self.number(value)
        return str(value)

    def _fill(self, text: str, values: dict[str, Any]) -> str:
        return "".join(span.text for span in self._spans(text, values))

    def _spans(self, text: str, values: dict[str, Any]) -> Iterator[Span]:
        if self.rtl and _LEADING_VALUE.match(text):
            # browsers take a line's direction from its first letter, be it in a name's isolate
            text = _RIGHT_TO_LEFT_MARK + text
        for literal, field, _, _ in Formatter().parse(text):
            if literal:
                yield Span(literal)
            if field is not None:
                value = values[field]
                yield value if isinstance(value, Span) else Span(self._text(value))


@lru_cache(maxsize=4096)
def _number(value: int, locale: str, rtl: bool) -> str:
    """Write a number, its minus kept on its left where text runs from the right."""
    number = str(format_decimal(value, locale=locale))
    return left_to_right(number) if rtl and value < 0 else number


class Library:
    """All catalogues under a folder, read once at start.

    A catalogue that cannot be read is logged once and its readers get the source language, so that one broken file
    stops nobody.
    """

    def __init__(self, folder: Path, default: str = SOURCE_LOCALE) -> None:
        self._words = dict(_read_all(folder))
        self._words.setdefault(SOURCE_LOCALE, Words(Locale.parse(SOURCE_LOCALE), Translations()))
        self.default = self.match(default) or SOURCE_LOCALE

    @property
    def locales(self) -> tuple[str, ...]:
        """The languages served, sorted."""
        return tuple(sorted(self._words))

    def match(self, tag: str) -> str | None:
        """Find the served language for an IETF tag (`pt-BR`, `iw`, `zh-Hans`), None for none or nonsense."""
        language = tag.replace("_", "-").split("-")[0].strip().lower()
        language = str(get_global("language_aliases").get(language, language))
        return language if language in self._words else None

    def words(self, *tags: str | None) -> Words:
        """Give the first served language among the tags wished for, else the default."""
        for tag in tags:
            locale = self.match(tag) if tag else None
            if locale:
                return self._words[locale]
        return self._words[self.default]


def _read_all(folder: Path) -> Iterator[tuple[str, Words]]:
    for path in sorted(folder.glob("*/LC_MESSAGES/bot.po")):
        language = path.parent.parent.name
        try:
            locale = Locale.parse(language)
            translations = _read(path, language)
        except UnknownLocaleError:
            _LOG.warning("language_unknown", language=language)
            continue
        except (OSError, PoFileError, ValueError) as error:
            _LOG.warning("catalogue_unreadable", language=language, error=str(error))
            translations = Translations()
        yield language, Words(locale, translations)


def _read(path: Path, language: str) -> Translations:
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)
