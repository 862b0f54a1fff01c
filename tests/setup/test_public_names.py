"""What a module offers is listed: `__all__` is there, complete, true and sorted, and the module says what it is."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

from tests.helpers.tree import module_name, modules

SOURCE = {str(path): tree for path, tree in modules("bot", "storage")}
LISTING = [name for name in SOURCE if Path(name).name != "__init__.py"]


def listed(tree: ast.Module) -> list[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            value = ast.literal_eval(node.value)
            return list(value)
    return []


def defined(tree: ast.Module) -> set[str]:
    """Give the public classes and functions of a module."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")}


def first_line(tree: ast.Module) -> str:
    return (ast.get_docstring(tree) or "").partition("\n")[0].rstrip()


def test_a_module_says_in_its_first_line_what_it_is() -> None:
    lines = {name: first_line(tree) for name, tree in SOURCE.items()}
    assert {name: line for name, line in lines.items() if not line.endswith((".", ":", "?"))} == {}


def test_every_public_class_and_function_is_listed() -> None:
    missing = {name: defined(SOURCE[name]) - set(listed(SOURCE[name])) for name in LISTING}
    assert {name: unlisted for name, unlisted in missing.items() if unlisted} == {}


def test_every_listed_name_is_there_and_listed_once() -> None:
    assert len(LISTING) > 150
    for name in LISTING:
        names = listed(SOURCE[name])
        module = importlib.import_module(module_name(Path(name)))
        assert [each for each in names if not hasattr(module, each)] == [], name
        assert len(names) == len(set(names)), name
