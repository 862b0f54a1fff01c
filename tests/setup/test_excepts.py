"""Functions are annotated, and few excepts catch everything. CONTRIBUTING.md, Style."""

from __future__ import annotations

import ast
from functools import cache

from tests.helpers.tree import modules

BROAD = {"Exception", "BaseException"}


@cache
def source() -> list[tuple[str, ast.AST]]:
    """Return every node of the source, with its file."""
    return [(str(path), node) for path, tree in modules("bot", "storage") for node in ast.walk(tree)]


def broad_handlers() -> list[tuple[str, ast.ExceptHandler]]:
    handlers = [(path, node) for path, node in source() if isinstance(node, ast.ExceptHandler)]
    return [(path, node) for path, node in handlers if node.type is None or names(node.type) & BROAD]


def names(node: ast.expr) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def test_every_function_is_annotated() -> None:
    functions = [(path, node) for path, node in source() if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [f"{path}: {node.name}" for path, node in functions if node.returns is None] == []


def raises(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def test_broad_excepts_that_go_on_are_rare() -> None:
    """A fixed number, whatever the size of the source: a new one needs a reason, and an old one that can go."""
    assert len([handler for _, handler in broad_handlers() if not raises(handler)]) <= 10


def test_a_broad_except_logs_or_raises_again() -> None:
    silent = []
    for path, handler in broad_handlers():
        calls = {
            n.func.attr for n in ast.walk(handler) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
        }
        if not raises(handler) and not calls & {"exception", "error", "warning"}:
            silent.append(f"{path}:{handler.lineno}")
    assert silent == []
