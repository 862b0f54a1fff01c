"""Every fault that the table of docs/operations.md tells of is tried by a test that is there."""

from __future__ import annotations

import re

from tests.helpers.tree import REPOSITORY

TABLE = re.compile(r"^\|[^\n]*\| Tried by \|\n\|[-|]+\|\n((?:\|[^\n]*\n)+)", re.MULTILINE)


def test_each_fault_names_tests_that_are_there() -> None:
    """Each as `folder/test_file.py::test_name`, and one table for all of them."""
    (table,) = TABLE.findall((REPOSITORY / "docs" / "operations.md").read_text(encoding="utf-8"))
    rows = [row.strip("|").split("|") for row in table.splitlines()]
    assert len(rows) > 40
    for row in rows:
        assert len(row) == 5, row[0]
        named = re.findall(r"`(\S+\.py)::(test_\w+)`", row[-1])
        assert len(named) == row[-1].count("`") / 2 > 0, row[0]
        for file, name in named:
            assert f"def {name}(" in (REPOSITORY / "tests" / file).read_text(encoding="utf-8"), name
