"""Every fault that the tables of docs/operations.md tell of is tried by a test that is there."""

from __future__ import annotations

import re

from tests.helpers.tree import REPOSITORY

TABLE = re.compile(r"^\|[^\n]*\| Tried by \|\n\|[-|]+\|\n((?:\|[^\n]*\n)+)", re.MULTILINE)


def test_each_fault_names_tests_that_are_there() -> None:
    tables = TABLE.findall((REPOSITORY / "docs" / "operations.md").read_text(encoding="utf-8"))
    rows = [row.strip("|").split("|") for table in tables for row in table.splitlines()]
    assert len(rows) > 5
    files = list((REPOSITORY / "tests").rglob("test_*.py"))
    there = {path.name for path in files}
    for path in files:
        there |= set(re.findall(r"def (test_\w+)\(", path.read_text(encoding="utf-8")))
    for row in rows:
        assert len(row) == 5, row[0]
        named = re.findall(r"`(test_\w+(?:\.py)?)`", row[-1])
        assert named, row[0]
        assert set(named) <= there, row[0]
