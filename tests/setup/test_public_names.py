"""Each module says in the first line of its docstring what it is."""

from __future__ import annotations

import ast

from tests.helpers.tree import modules

SOURCE = {str(path): tree for path, tree in modules("bot", "storage")}


def first_line(tree: ast.Module) -> str:
    return (ast.get_docstring(tree) or "").partition("\n")[0].rstrip()


def test_a_module_says_in_its_first_line_what_it_is() -> None:
    lines = {name: first_line(tree) for name, tree in SOURCE.items()}
    assert {name: line for name, line in lines.items() if not line.endswith((".", ":", "?"))} == {}
