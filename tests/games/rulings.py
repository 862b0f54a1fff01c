"""Whether what a table of rulings names is there: each ruling is held by tests, or by the room that it belongs to."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path


def missing(holders: Iterable[str], beside: Path, rooms: Collection[str]) -> list[str]:
    """List the holders, `file::function` or a room, that are not there; files are named as seen from `beside`."""
    return [holder for holder in holders if holder not in rooms and not _is_there(holder, beside)]


def _is_there(holder: str, beside: Path) -> bool:
    name, _, function = holder.partition("::")
    return function in _tests_of(beside / name)


@cache
def _tests_of(path: Path) -> frozenset[str]:
    """Name the tests of a file, those of its classes too, and what its state machine always keeps."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return frozenset(
        node.name for node in functions if node.name.startswith("test_") or "invariant" in _decorators(node)
    )


def _decorators(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(called, ast.Name):
            yield called.id
