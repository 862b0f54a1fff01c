"""Translation catalogs: Babel's `.po` files, compiled in memory at start, and the choice of a locale."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import structlog
from babel import UnknownLocaleError
from babel.core import get_global
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.support import Translations

from bot.i18n.translator import SOURCE_LOCALE, Translator

_SUBTAGS = 4
"""Language, script, region, variant; nobody sends more."""
_SCRIPT = 4
"""Letters of a script's code, `Hans`."""
_LOG = structlog.get_logger(__name__)


class Catalogs:
    """All catalogs under a folder, read once at start.

    One that cannot be read is logged, and its readers get the source language.
    """

    def __init__(self, folder: Path, default: str = SOURCE_LOCALE) -> None:
        self._translator = dict(_read_all(folder))
        self._translator.setdefault(SOURCE_LOCALE, Translator(SOURCE_LOCALE, Translations()))
        self.default = self.match(default) or SOURCE_LOCALE

    @property
    def locales(self) -> tuple[str, ...]:
        """The languages served, sorted: `pt`, `pt_BR`."""
        return tuple(sorted(self._translator))

    def match(self, tag: str) -> str | None:
        """Return the served language for an IETF tag (`pt-BR`, `iw`, `zh-Hans`), None if there is none.

        A language with its region comes before the language alone, as CLDR has them one above the other.
        """
        return next((locale for locale in _lineage(tag) if locale in self._translator), None)

    def translator(self, *tags: str | None) -> Translator:
        """Return the translator of the first tag that is served, else of the default language."""
        for tag in tags:
            locale = self.match(tag) if tag else None
            if locale:
                return self._translator[locale]
        return self._translator[self.default]


def unreadable(folder: Path) -> dict[str, str]:
    """Return what is wrong with each catalog under a folder that cannot be served, by its language."""
    found = {}
    for path in sorted(folder.glob("*/LC_MESSAGES/bot.po")):
        language = path.parent.parent.name
        try:
            Translator(language, _read(path, language))
        except UnknownLocaleError:
            found[language] = "no language is called so"
        except (OSError, PoFileError, ValueError) as error:
            found[language] = str(error)
    return found


def _lineage(tag: str) -> Iterator[str]:
    """Yield a tag as CLDR writes it, and what it inherits from: `pt-ao`: pt_AO, pt_PT, pt; `iw-IL`: he_IL, he."""
    language, *others = tag.strip().replace("-", "_").split("_")[:_SUBTAGS]
    language = str(get_global("language_aliases").get(language.lower(), language.lower()))
    known = "_".join([language, *(other.title() if len(other) == _SCRIPT else other.upper() for other in others)])
    while known:
        yield known
        known = get_global("parent_exceptions").get(known) or known.rpartition("_")[0]


def _read_all(folder: Path) -> Iterator[tuple[str, Translator]]:
    for path in sorted(folder.glob("*/LC_MESSAGES/bot.po")):
        language = path.parent.parent.name
        try:
            yield language, Translator(language, _read(path, language))
        except UnknownLocaleError:
            _LOG.warning("language_unknown", language=language)
        except (OSError, PoFileError, ValueError) as error:
            _LOG.warning("catalog_unreadable", language=language, error=str(error))
            yield language, Translator(language, Translations())


def _read(path: Path, language: str) -> Translations:
    with path.open("rb") as file:
        catalog = read_po(file, locale=language, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Translations(compiled)
