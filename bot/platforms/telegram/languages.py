"""The languages in which Telegram keeps what a bot sets: menus and the profile."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator

_MOST_READERS = {"pt": "pt_BR"}
"""The catalog for a code that two of them share. Telegram takes codes of two letters only (A12), so it has one
Portuguese, and nearly all who read that there are in Brazil: its app is translated for Brazil."""


def languages(catalogs: Catalogs) -> Iterator[tuple[str, Translator]]:
    """Yield Telegram's code of each language served and its translator, the empty code of all other readers first."""
    yield "", catalogs.translator("")
    for code in sorted({locale.partition("_")[0] for locale in catalogs.locales}):
        yield code, catalogs.translator(_MOST_READERS.get(code), code)
