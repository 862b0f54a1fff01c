"""How a language formats and lists, as CLDR has it, without the megabytes that nobody asks for.

Babel reads all that CLDR knows of a language, and keeps it: what every country, currency and time zone is called there,
and how all units are written. Of that a process that serves twelve languages needs a fiftieth.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from babel import Locale, localedata

_USED = frozenset(
    {
        "character_order",
        "decimal_formats",
        "default_numbering_system",
        "list_patterns",
        "minimum_grouping_digits",
        "number_symbols",
        "numbering_systems",
        "plural_form",
        "unit_patterns",
    }
)
_UNITS = "duration-"


class Known(NamedTuple):
    """What is kept of a language: how it formats numbers, lists and spans of time, its own name and its country's.

    Names are empty where CLDR has none.
    """

    locale: Locale
    name: str
    country: str


@cache
def known(name: str) -> Known:
    """Return what is kept of the language of a locale. Raise UnknownLocaleError."""
    locale = Locale.parse(name)
    locale.character_order  # noqa: B018 - from now on it holds the dictionary that is loaded here
    data: dict[str, Any] = localedata.load(str(locale))
    # `locale` itself is not asked for names: it would remember all that there are.
    kept = Known(locale, data["languages"].get(locale.language, ""), data["territories"].get(locale.territory, ""))
    for key in data.keys() - _USED:
        del data[key]
    data["unit_patterns"] = {unit: each for unit, each in data["unit_patterns"].items() if unit.startswith(_UNITS)}
    localedata.clear_caches()  # whoever else asks Babel for this language finds it whole
    return kept
