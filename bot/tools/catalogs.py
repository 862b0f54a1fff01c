"""Keep the catalogs in step with the source: `python -m bot.tools.catalogs extract|add <language>|update|check|words`.

extract writes a template for translators to standard output. add begins the catalog of a new language. update brings
every catalog up to date, new messages left empty. check lists what is missing or wrong in any catalog and, if nothing
is, what is not said as docs/words.md wants it, in catalogs and rules, or is too long where it is shown. words lists
these alone, of the languages named. Nothing compiled is kept: `bot.i18n.catalogs` compiles at start. `pybabel` would
not do: it exchanges templates as files, and checks neither placeholders nor what is missing.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, write_po

from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import FORMATS, SOURCE_LOCALE
from bot.tools import leftovers, samples, widths, wording
from bot.tools.texts import catalog_paths, fields, forms, language_of, messages, read_catalog, rules

_SOURCE = Path(__file__).parent.parent
_LOCALES = _SOURCE.parent / "locales"
_KEYWORDS = parse_keywords(["lazy", "lazy_plural:1,2", "t", "plural:1,2", "rich"])
_HEADER = """\
# Words of PROJECT.
# Copyright (C) YEAR ORGANIZATION
# Distributed under the licence of the project.
#"""
_PLURALS = {"pt_BR": "nplurals=2; plural=(n != 1);"}
"""Plural rules that are not CLDR's, which has "0 ponto" for Brazil, where people write "0 pontos"."""
_NOTE = "NOTE:"
"""How a comment begins that is meant for translators."""


def extract(source: Path = _SOURCE) -> Catalog:
    """Return every message of the source tree, with the notes for translators."""
    catalog = Catalog(header_comment=_HEADER, project="Underhat", copyright_holder="the authors", fuzzy=False)
    found = extract_from_dir(
        source,
        [("**.py", "python")],
        keywords=_KEYWORDS,
        comment_tags=(_NOTE,),
        strip_comment_tags=True,
        directory_filter=_has_messages,
    )
    for name, _, message, comments, context in found:
        catalog.add(message, None, [(f"{source.name}/{name}", 0)], auto_comments=comments, context=context)
    return catalog


def add(language: str, locales: Path = _LOCALES, source: Path = _SOURCE) -> None:
    """Begin the catalog of a new language (`sv`, `pt_BR`), every message empty. Raise UnknownLocaleError."""
    language = str(Locale.parse(language, sep="-" if "-" in language else "_"))
    path = locales / language / "LC_MESSAGES" / "bot.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog = Catalog(
        language,
        header_comment=_HEADER,
        project="Underhat",
        last_translator="the authors",
        language_team=language,
        fuzzy=False,
    )
    with path.open("xb") as file:
        file.write(_written(catalog))
    update(locales, source)


def update(locales: Path = _LOCALES, source: Path = _SOURCE) -> None:
    """Bring every catalog up to date: messages that are gone are dropped, and nothing is matched fuzzily."""
    template = extract(source)
    for path in catalog_paths(locales):
        catalog = read_catalog(path)
        catalog.mime_headers = [("Plural-Forms", _plural_forms(language_of(path)))]
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        path.write_bytes(_written(catalog))


def problems(locales: Path = _LOCALES, source: Path = _SOURCE) -> list[str]:
    """Return everything that is missing or wrong in the catalogs, one line each."""
    template = extract(source)
    return [
        f"{language_of(path)}: {problem}" for path in catalog_paths(locales) for problem in _problems(path, template)
    ]


def ill_said(languages: Sequence[str] = (), locales: Path = _LOCALES, source: Path = _SOURCE) -> Iterator[str]:
    """Yield what is not said as docs/words.md wants it, one line each; of all languages if none is named."""
    to_one = wording.said_to_one(source)
    for path in catalog_paths(locales):
        if not languages or language_of(path) in languages:
            texts = [*messages(path), *rules(path.parents[1])]
            yield from (fault for text in texts for fault in wording.faults(text, to_one))
            yield from leftovers.leftovers(texts)


def too_long(languages: Sequence[str] = (), locales: Path = _LOCALES, source: Path = _SOURCE) -> Iterator[str]:
    """Yield what is longer than docs/words.md lets it be where it is shown, one line each."""
    catalogs = Catalogs(locales)
    book = samples.rulebook(locales, catalogs)
    for language in catalogs.locales:
        if not languages or language in languages:
            yield from widths.too_long(catalogs.translator(language), catalogs, book, source)


def everything(locales: Path = _LOCALES, source: Path = _SOURCE) -> list[str]:
    """Return all that `check` lists: what is missing or wrong first, since the rest is judged by whole catalogs."""
    return problems(locales, source) or [*ill_said((), locales, source), *too_long((), locales, source)]


def main(arguments: Sequence[str]) -> int:
    """Run one command and return the exit code."""
    match list(arguments):
        case ["extract"]:
            sys.stdout.write(_written(extract()).decode())
        case ["add", language]:
            add(language)
        case ["update"]:
            update()
        case ["check"]:
            found = everything()
            sys.stdout.writelines(f"{problem}\n" for problem in found)
            return 1 if found else 0
        case ["words", *languages]:
            found = [*ill_said(languages), *too_long(languages)]
            sys.stdout.writelines(f"{problem}\n" for problem in found)
            return 1 if found else 0
        case _:
            commands = "extract|add <language>|update|check|words [language …]"
            sys.stderr.write(f"usage: python -m bot.tools.catalogs {commands}\n")
            return 2
    return 0


def _has_messages(folder: str | os.PathLike[str]) -> bool:
    """Leave the playground out: it stands in for Telegram, and translates nothing."""
    return Path(folder).name not in ("playground", "__pycache__")


def _plural_forms(language: str) -> str:
    return _PLURALS.get(language) or str(get_plural(FORMATS.get(language, language)))


def _written(catalog: Catalog) -> bytes:
    """Return a catalog as its file, ordered by message: code that moves changes nothing but the names of files."""
    file = io.BytesIO()
    write_po(file, catalog, width=120, sort_output=True, ignore_obsolete=True, include_lineno=False)
    return file.getvalue()


def _problems(path: Path, template: Catalog) -> Iterator[str]:
    try:
        catalog = read_catalog(path)
    except (PoFileError, ValueError) as error:
        yield f"cannot be read: {error}"
        return
    if catalog.fuzzy:
        yield "the header is marked fuzzy"
    if catalog.plural_forms != _plural_forms(language_of(path)):
        yield f"plural forms are not {_plural_forms(language_of(path))}: update writes them"
    for message in catalog.obsolete.values():
        yield f"obsolete: {_first(message.id)!r}"
    yield from _missing(catalog, template)
    for message in catalog:
        if message.id:
            yield from _flaws(message, catalog)


def _missing(catalog: Catalog, template: Catalog) -> Iterator[str]:
    wanted = {message.id for message in template if message.id}
    kept = {message.id for message in catalog if message.id}
    for message_id in sorted(wanted - kept, key=_first):
        yield f"missing: {_first(message_id)!r}"
    for message_id in sorted(kept - wanted, key=_first):
        yield f"no longer said: {_first(message_id)!r}"


def _flaws(message: Message, catalog: Catalog) -> Iterator[str]:
    name = repr(_first(message.id))
    said = forms(message.string or "")
    if message.fuzzy:
        yield f"fuzzy: {name}"
    if str(catalog.locale) == SOURCE_LOCALE:
        if any(said) and said != forms(message.id):
            yield f"another sentence in the language it is written in: {name}"
        return
    if not all(said):
        yield f"not translated: {name}"
        return
    if message.pluralizable and len(said) != catalog.num_plurals:
        yield f"{len(said)} plural forms instead of {catalog.num_plurals}: {name}"
    for form in said:
        yield from _misfits(form, message, name)
    if message.pluralizable and "{count}" in forms(message.id)[-1]:
        yield from _uncounted(said, catalog, name)


def _uncounted(said: Sequence[str], catalog: Catalog, name: str) -> Iterator[str]:
    """Find forms that many numbers take, negative ones among them, and that do not say which."""
    taken = Counter(map(c2py(catalog.plural_expr), range(101)))
    for number, form in enumerate(said):
        if taken[number] > 1 and "{count}" not in form:
            yield f"form {number} is that of several numbers, but lacks {{count}}: {name}"


def _misfits(form: str, message: Message, name: str) -> Iterator[str]:
    """Compare placeholders. A form for one or two may have the number as a word, so `count` may be missing."""
    wanted = fields(forms(message.id)[-1])
    try:
        used = fields(form)
    except ValueError as error:
        yield f"{error}: {name}"
        return
    if used | {"count"} != wanted | {"count"} or ("count" in used and "count" not in wanted):
        yield f"placeholders {sorted(used)} instead of {sorted(wanted)}: {name}"
    if re.search(r"\{[^}]*[!:]", form):
        yield f"a placeholder is a bare name: {name}"


def _first(message_id: str | Sequence[str]) -> str:
    return forms(message_id)[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
