"""Every fault that the table of docs/operations.md tells of is tried by a test that is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.helpers.tree import REPOSITORY

TABLE = re.compile(r"^\|[^\n]*\| Tried by \|\n\|[-|]+\|\n((?:\|[^\n]*\n)+)", re.MULTILINE)


EVENT = re.compile(r"^\| `([a-z_]+)` \| (?:info|warning|error)", re.MULTILINE)
"""A row of the page's list of what is logged."""


def page() -> str:
    return (REPOSITORY / "docs" / "operations.md").read_text(encoding="utf-8")


def rows() -> list[list[str]]:
    """Return the cells of each fault: itself, what the host and players see, how it ends, the tests."""
    (table,) = TABLE.findall(page())
    return [row.strip("|").split("|") for row in table.splitlines()]


def sources_of(row: list[str]) -> Iterator[str]:
    """Yield the source of each test that a row names."""
    for file, name in re.findall(r"`(\S+\.py)::(test_\w+)`", row[-1]):
        yield functions(file)[name]


@cache
def functions(file: str) -> dict[str, str]:
    source = (REPOSITORY / "tests" / file).read_text(encoding="utf-8")
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name: ast.get_source_segment(source, node) or "" for node in nodes}


def test_each_fault_names_tests_that_are_there() -> None:
    """Each as `folder/test_file.py::test_name`, and one table for all of them."""
    assert len(rows()) > 40
    for row in rows():
        assert len(row) == 5, row[0]
        assert len(list(sources_of(row))) == row[-1].count("`") / 2 > 0, row[0]


def test_what_the_log_says_of_a_fault_is_looked_for_by_one_of_its_tests() -> None:
    """So that a line which is not written any more, or is called otherwise, does not stay on the page."""
    logged = set(EVENT.findall(page()))
    for row in rows():
        said = {name for name in re.findall(r"`([a-z_]+)`", row[1]) if name in logged}
        looked_for = " ".join(sources_of(row))
        assert {name for name in said if f'"{name}"' not in looked_for} == set(), row[0]
