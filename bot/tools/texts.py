"""All that players read, language by language: the messages of the catalogs and the paragraphs of the rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.i18n.translator import SOURCE_LOCALE
from bot.rulebook.book import Section, parse

LOCALES = Path(__file__).parents[2] / "locales"
CODE = "\ufffc"
"""Stands for what is set as code, which no check of words looks into."""


@dataclass(frozen=True)
class Text:
    """A form of a message, or a title or paragraph of the rules.

    `where` names it for people; `id` is the message's, empty in the rules. `english` is what the source language says
    there (of the rules: the whole section), empty if this is it.
    """

    language: str
    where: str
    text: str
    id: str = ""
    english: str = ""


def catalog_paths(locales: Path = LOCALES) -> list[Path]:
    return sorted(locales.glob("*/LC_MESSAGES/bot.po"))


def language_of(path: Path) -> str:
    """Return the language of a catalog."""
    return path.parent.parent.name


def read_catalog(path: Path) -> Catalog:
    """Read a catalog. Raise PoFileError or ValueError."""
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path), abort_invalid=True)


def forms(text: str | Sequence[str]) -> tuple[str, ...]:
    """Return the forms of a message or of its id: one, or those of its plurals."""
    return (text,) if isinstance(text, str) else tuple(text)


def messages(path: Path) -> Iterator[Text]:
    """Yield every form of every message of a catalog; what is not translated yet is left out."""
    language = language_of(path)
    source = language == SOURCE_LOCALE
    for message in read_catalog(path):
        if not message.id:
            continue
        ids = forms(message.id)
        said = ids if source else forms(message.string or "")
        for form in filter(None, said):
            english = "" if source else " ".join(ids)
            yield Text(language, repr(ids[0]), form, ids[0], english)


def rules(folder: Path) -> Iterator[Text]:
    """Yield the titles and paragraphs of a language's rules; `folder` is the language's in the locales."""
    source = folder.parent / SOURCE_LOCALE / "rules"
    for path in sorted((folder / "rules").glob("*.md")):
        original = {}
        if folder.name != SOURCE_LOCALE and (source / path.name).exists():
            original = {section.id: section for section in _sections(source / path.name)}
        for section in _sections(path):
            english = "\n".join(_lines(original[section.id])) if section.id in original else ""
            for line in _lines(section):
                yield Text(folder.name, f"{path.name}#{section.id}: {_short(line)}", line, english=english)


@cache
def said_in(source: Path, *calls: str) -> frozenset[str]:
    """Find the sentences that stand in calls of these functions, by reading the source."""
    found: set[str] = set()
    for path in sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in calls:
                for inner in (each for argument in node.args for each in ast.walk(argument)):
                    if isinstance(inner, ast.Call) and _called(inner) in ("lazy", "t"):
                        found |= {str(first.value) for first in inner.args[:1] if isinstance(first, ast.Constant)}
    return frozenset(found)


def fields(text: str) -> frozenset[str]:
    """Return the names of the placeholders of a message. Raise ValueError."""
    return frozenset(field for _, field, _, _ in Formatter().parse(text) if field is not None)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _sections(path: Path) -> tuple[Section, ...]:
    return parse(path.stem, path.read_text(encoding="utf-8"))


def _lines(section: Section) -> list[str]:
    body = "".join(CODE if span.style == "code" else span.text for span in section.text)
    return [section.title, *filter(None, body.splitlines())]


def _short(line: str, most: int = 40) -> str:
    return repr(line if len(line) <= most else line[:most] + "…")
