"""Each module says in its first line what it is, and no two classes have one name."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache

from tests.helpers.tree import modules


@cache
def source() -> dict[str, ast.Module]:
    """Return every file of the source, as a syntax tree."""
    return {str(path): tree for path, tree in modules("bot", "storage")}


def first_line(tree: ast.Module) -> str:
    return (ast.get_docstring(tree) or "").partition("\n")[0].rstrip()


def test_a_module_says_in_its_first_line_what_it_is() -> None:
    lines = {name: first_line(tree) for name, tree in source().items()}
    assert {name: line for name, line in lines.items() if not line.endswith((".", ":", "?"))} == {}


def test_no_two_public_classes_have_one_name() -> None:
    """Who looks a name up finds one thing."""
    defined = [
        node.name
        for tree in source().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert [name for name, count in Counter(defined).items() if count > 1] == []
