"""Translation. English sentences are the message ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from string import Formatter
from typing import Any

import regex
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.support import Translations
from babel.units import format_unit

from bot.i18n.cldr import known
from bot.i18n.lazy import LazyText
from bot.i18n.names import clean_name, isolate, left_to_right
from bot.messaging import RichText, Span, Style, merged, plain_text
from storage.ids import Person

SOURCE_LOCALE = "en"
FORMATS = {"en": "en_GB", "pt": "pt_PT"}
"""The locale by which a language is formatted, where CLDR means another country by the language alone (US, Brazil)."""
_BY_COUNTRY = frozenset({"pt"})
"""Languages that have a catalog for more than one country, so that their names say which."""

_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
"""Seconds, and CLDR's name of the unit."""
_ONE = {"he": {"day": "יום אחד", "hour": "שעה אחת", "minute": "דקה אחת", "second": "שנייה אחת"}}
"""One of a unit, where CLDR writes a digit and people a word."""
_HEBREW_HYPHEN = "\u05be"
_HEBREW_AND = regex.compile(r"\p{Cf}*[\p{Script=Hebrew}\p{P}--[/−#]]", regex.V1)
"""What the Hebrew "and", one letter, is joined to without a hyphen: letters of its own, quotation marks."""
RIGHT_TO_LEFT_MARK = "\u200f"
_COMMAND = regex.compile(r"(?<![\w/.:\\-])(/[a-z]+)(?![\w/\\-]|\.\w)")
"""A command in a sentence of ours; not a part of a path or an address."""
_LEADING_VALUE = regex.compile(r"[^\p{L}]*(?:\{|\p{Script=Latin})")


class Translator:
    """Translates into one language, and formats numbers, lists, times and names for it.

    `locale` is the name of its catalog, such as `pt_BR`. Raise UnknownLocaleError for one that CLDR does not know.
    """

    def __init__(self, locale: str, translations: Translations) -> None:
        self._format = FORMATS.get(locale, locale)
        self._known = known(self._format)
        self._babel = self._known.locale
        self.locale = locale
        self.rtl = self._babel.text_direction == "rtl"
        self._translations = translations
        self._many = max(range(101), key=translations.plural)  # a number that takes the last form

    def t(self, message: str, **values: Any) -> str:
        """Translate a message id, its `{placeholders}` filled from `values`."""
        return plain_text(self._spans(self._translations.gettext(message), values))

    def plural(self, one: str, many: str, count: int, **values: Any) -> str:
        """Translate the form of a sentence that fits `count`, which also fills `{count}`.

        A negative number has the form of its absolute value; where that says the number as a word, the last form.
        """
        return plain_text(self._plural(one, many, count, values))

    def translate(self, message: LazyText) -> str:
        """Translate a message that was marked earlier with `lazy` or `lazy_plural`."""
        return plain_text(self._lazy_spans(message))

    def rich(self, message: LazyText | str, **values: Any) -> RichText:
        """Translate into styled text: `Span` values and tuples of them keep what they are, others become text.

        Each command in the sentence, such as `/play`, is a span of its own.
        """
        if isinstance(message, str):
            return tuple(self._spans(self._translations.gettext(message), values))
        return merged(self._lazy_spans(message))

    def name(self, name: str, style: Style = "", person: Person | None = None) -> Span:
        """Return the name of a person or a chat to stand inside a sentence: cleaned, cut and isolated."""
        return name_span(name, style, person)

    def mention(self, name: str, person: Person | None) -> Span:
        """Return the name of somebody whose phone is to ring."""
        return name_span(name, "mention", person)

    def number(self, value: int) -> str:
        return _number(value, self._format, self.rtl)

    def signed(self, value: int) -> str:
        """Return a number with its sign, plus too, as a value or a change is written."""
        if value < 0:
            return self.number(value)
        return left_to_right(f"+{self.number(value)}") if self.rtl else f"+{self.number(value)}"

    def list(self, items: Iterable[str]) -> str:
        """Join items as this language lists them ("a, b and c")."""
        rich = [(Span(item),) for item in items]
        return plain_text(self.rich_list(rich))

    def rich_list(self, items: Iterable[RichText], style: Style = "") -> RichText:
        """Join items as `list` does; what stands between them has the given style."""
        rich = list(items)
        holders = [f"{{{number}}}" for number in range(len(rich))]
        if self.locale == "he" and len(rich) > 1 and not _HEBREW_AND.match(plain_text(rich[-1])):
            holders[-1] = _HEBREW_HYPHEN + holders[-1]
        parts = Formatter().parse(str(format_list(holders, locale=self._babel)))
        return tuple(
            span
            for literal, field, _, _ in parts
            for span in ([Span(literal, style)] if literal else []) + list(rich[int(field)] if field else ())
        )

    def duration(self, seconds: float, *, short: bool = False) -> str:
        """Return a span of time in one unit: in whole minutes, hours or days if it is such, else in a smaller one.

        `short`: the unit is abbreviated.
        """
        whole = max(1, round(seconds))
        length, unit = next(unit for unit in _UNITS if whole >= (2 * unit[0] if whole % unit[0] else unit[0]))
        count = round(whole / length)
        if count == 1 and self.locale in _ONE and not short:
            return _ONE[self.locale][unit]
        return str(format_unit(count, f"duration-{unit}", length="short" if short else "long", locale=self._babel))

    def own_name(self) -> str:
        """Return this language's name in itself."""
        name = self._known.name or self.locale
        if self._known.country and self._babel.language in _BY_COUNTRY:
            name = f"{name} ({self._known.country})"
        return name[:1].upper() + name[1:]

    def _lazy_spans(self, message: LazyText) -> Iterator[Span]:
        if message.plural:
            return self._plural(message.id, message.plural, message.count, message.values)
        return self._spans(self._translations.gettext(message.id), message.values)

    def _plural(self, one: str, many: str, count: int, values: dict[str, Any]) -> Iterator[Span]:
        text = self._translations.ngettext(one, many, abs(count))
        if count < 0 and "{count}" not in text:
            text = self._translations.ngettext(one, many, self._many)
        return self._spans(text, {"count": self.number(count), **values})

    def _spans(self, text: str, values: dict[str, Any]) -> Iterator[Span]:
        for literal, field in _parsed(text, self.rtl):
            yield from literal
            if field is not None:
                yield from self._rich_value(values[field])

    def _rich_value(self, value: Any) -> RichText:
        if isinstance(value, Span):
            return (value,)
        if isinstance(value, tuple):
            return value
        if isinstance(value, LazyText):
            return self.rich(value)
        return (Span(self.number(value) if isinstance(value, int) else str(value)),)


def name_span(name: str, style: Style = "", person: Person | None = None) -> Span:
    """Return a name as `Translator.name` does, for a sentence that is translated later."""
    return Span(isolate(clean_name(name)), style, person, "name")


@lru_cache(maxsize=4096)
def _parsed(text: str, rtl: bool) -> tuple[tuple[RichText, str | None], ...]:
    """Split a sentence of ours at its placeholders: what stands before each, then its name; None at the end."""
    if rtl and _LEADING_VALUE.match(text):
        # Browsers take a line's direction from its first letter, even if that stands in an isolated name.
        text = RIGHT_TO_LEFT_MARK + text
    return tuple((_literal(literal), field) for literal, field, _, _ in Formatter().parse(text))


def _literal(text: str) -> RichText:
    parts = enumerate(_COMMAND.split(text))
    return tuple(Span(part, kind="command" if number % 2 else "") for number, part in parts if part)


@lru_cache(maxsize=4096)
def _number(value: int, locale: str, rtl: bool) -> str:
    """Format a number with a minus as wide as a plus, kept on its left in right-to-left text."""
    number = str(format_decimal(value, locale=known(locale).locale)).replace("-", "−")
    return left_to_right(number) if rtl and value < 0 else number
