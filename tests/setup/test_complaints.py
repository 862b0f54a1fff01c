"""Every complaint of docs/complaints.md names the tests that show what must hold instead, and they name it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

import pytest

from tests.helpers.tree import REPOSITORY

DOCUMENT = "docs/complaints.md"
ROW = re.compile(r"^\| survive-(\d+) \|(.*)\|$", re.MULTILINE)
NAMED = re.compile(r"`(\S+\.py)::(test_\w+)`")
CITED = re.compile(r"survive-\d+(?:(?:, | and )-\d+)*")
"""One number, or several: `survive-1, -2 and -3`."""


def read(path: str) -> str:
    """Return a file of the repository, "" where there is none."""
    file = REPOSITORY / path
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def untested(document: str, source: Callable[[str], str] = read) -> list[str]:
    """Return what is wrong with the table of complaints, a line each: a row without a test, or with one that is none.

    A test counts if it is there, and if its file says in a docstring or a comment which complaint it covers.
    """
    return [line for row in ROW.finditer(document) for line in _faults(row[1], row[2], source)]


def _faults(number: str, cells: str, source: Callable[[str], str]) -> Iterator[str]:
    last = cells.rpartition("|")[2]
    tests = NAMED.findall(last)
    if not tests or len(tests) != last.count("`") / 2:
        yield f"survive-{number} names no test"
    for file, name in tests:
        text = source(f"tests/{file}")
        if name not in names_in(text):
            yield f"survive-{number}: there is no {file}::{name}"
        elif number not in numbers_in(text):
            yield f"survive-{number}: {file} does not say that it covers it"


def names_in(text: str) -> set[str]:
    """Return the names of the tests in a module."""
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name for node in functions if node.name.startswith("test_")}


def numbers_in(text: str) -> set[str]:
    """Return the numbers of all complaints that a module cites."""
    return {number for cited in CITED.findall(text) for number in re.findall(r"-(\d+)", cited)}


def test_every_complaint_names_its_tests() -> None:
    document = read(DOCUMENT)
    assert len(ROW.findall(document)) > 70
    assert untested(document) == []


def test_every_complaint_that_a_test_cites_is_in_the_list() -> None:
    listed = {number for number, _ in ROW.findall(read(DOCUMENT))}
    for file in sorted((REPOSITORY / "tests").rglob("test_*.py")):
        if file.name not in {"test_citations.py", "test_complaints.py"}:
            assert numbers_in(file.read_text(encoding="utf-8")) <= listed, file


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("", "survive-1 names no test"),
        ("by hand", "survive-1 names no test"),
        ("`a.py::test_it`, `b.py`", "survive-1 names no test"),
        ("`a.py::test_other`", "survive-1: there is no a.py::test_other"),
        ("`b.py::test_it`", "survive-1: there is no b.py::test_it"),
        ("`c.py::test_it`", "survive-1: c.py does not say that it covers it"),
        ("`a.py::test_it`", None),
    ],
)
def test_a_row_without_its_test_is_noticed(cell: str, told: str | None) -> None:
    files = {"tests/a.py": 'def test_it():\n    """survive-3, -1."""\n', "tests/c.py": "def test_it():\n    pass\n"}
    found = untested(f"| survive-1 | Games vanish | they stay | {cell} |\n", lambda path: files.get(path, ""))
    assert found == ([told] if told else [])
