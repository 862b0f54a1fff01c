"""Every ruling, platform section and complaint that is cited anywhere has its text in docs/, exactly once.

`H17`, `N38` and `D8` are rulings, `A13` and `B7` sections about the platforms, `survive-31` a complaint, and
`rulings.md 1.4` a section of the rulings. A range such as `N38-N44` cites all that it spans.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.helpers.cases import each
from tests.helpers.tree import REPOSITORY, tracked

ENTRIES = {
    "docs/rulings.md": re.compile(r"^(?:- \*\*([HND]\d+|[IP]-\d|C)\b|##? (\d(?:\.\d)?)[. ])", re.MULTILINE),
    "docs/platforms.md": re.compile(r"^## ([AB]\d+) ", re.MULTILINE),
    "docs/complaints.md": re.compile(r"^\| (survive-\d+) \|", re.MULTILINE),
}
"""Where the text of each number begins."""

NUMBER = re.compile(r"(?<![\w#./+-])([HNDAB])(\d{1,2})(?:-\1?(\d{1,2}))?(?![\w.]*\w)")
IN_A_NAME = re.compile(r"\bdef test\w*?_([hnd]\d{1,2})(?=_|\()")
COMPLAINT = re.compile(r"\bsurvive-\d+")
SECTIONS = re.compile(r"\brulings\.md (?:part )?(\d(?:\.\d)?(?:(?:, |-)\d\.\d)*)")
PHASE = re.compile(r"(?<![\w-])([IP]-\d)\b")

OTHERS = {
    "D65",  # the illuminant of colour spaces
}
"""What looks like a citation and is none. A cell of the town (`D4`) looks like one too, and need not be told apart."""

EARLIER = re.compile(r"\b(?:RULINGS|SURVIVE|DESIGN|PLATFORMS [AB]\d|TOWN\.md|TUNING\.md)\b")

READ = {".py", ".toml", ".md", ".sql", ".js", ".css", ".html", ".yml", ".yaml", ""}


def path_text(path: Path) -> str:
    return (REPOSITORY / path).read_text(encoding="utf-8")


def entries() -> Counter[str]:
    """Return every number that has a text, with how many texts it has."""
    found: Counter[str] = Counter()
    for path, begins in ENTRIES.items():
        for groups in begins.finditer(path_text(Path(path))):
            found[next(group for group in groups.groups() if group)] += 1
    return found


def cited(text: str) -> Iterator[str]:
    """Yield every number that a text cites."""
    for letter, first, last in NUMBER.findall(text):
        yield from (f"{letter}{number}" for number in range(int(first), int(last or first) + 1))
    yield from (name.upper() for name in IN_A_NAME.findall(text))
    yield from COMPLAINT.findall(text)
    for sections in SECTIONS.findall(text):
        yield from re.findall(r"\d(?:\.\d)?", sections)
    yield from PHASE.findall(text)


def without_text(text: str) -> set[str]:
    return {number for number in cited(text) if number not in entries() and number not in OTHERS}


def test_every_number_that_is_cited_has_a_text() -> None:
    known, missing = entries(), dict[str, set[str]]()
    for path in tracked():
        if path.suffix in READ and path.parts[0] != "locales" and path.name != "test_citations.py":
            numbers = {*cited(path_text(path))} - known.keys() - OTHERS
            if numbers:
                missing[str(path)] = numbers
    assert missing == {}


def test_documents_are_cited_by_the_names_of_their_files() -> None:
    """Earlier names of theirs say nothing to who does not know them."""
    found = [
        str(path)
        for path in tracked()
        if path.suffix in READ and path.name != "test_citations.py" and EARLIER.search(path_text(path))
    ]
    assert found == []


def test_no_number_has_two_texts() -> None:
    assert [number for number, texts in entries().items() if texts > 1] == []


def test_the_rulings_are_numbered_without_a_gap() -> None:
    known = entries()
    for letter, last in (("H", 29), ("N", 52), ("D", 20), ("A", 15), ("B", 13)):
        assert {f"{letter}{number}" for number in range(1, last + 1)} <= known.keys()


@each(
    ("text", "missing"),
    [
        ("Deal anew (H17).", set()),
        ("Deal anew (H99).", {"H99"}),
        ("The chase. N38-N44, D8.", set()),
        ("The chase. N52-N54.", {"N54"}),
        ("Who wrote (docs/platforms.md A10, survive-88).", set()),
        ("Who wrote (docs/platforms.md A16, survive-6).", {"A16", "survive-6"}),
        ("def test_h31_is_kept() -> None:", {"H31"}),
        ("See docs/rulings.md 1.1-1.3, 2.4 and P-4.", set()),
        ("See docs/rulings.md 3.9 and P-9.", {"3.9", "P-9"}),
        ("Colours #D40000 and D65, N802, A4.pdf, 0xD9, version D1.5", set()),
    ],
)
def test_a_number_without_a_text_is_noticed(text: str, missing: set[str]) -> None:
    assert without_text(text) == missing
