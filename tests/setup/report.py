"""Figures about the source and where it grows: `python -m tests.setup.report`. No test reads them."""

from __future__ import annotations

import ast
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import grimp

from tests.helpers.tree import REPOSITORY, modules
from tests.setup.test_contracts import circles

LONGEST = 10
"""How many of the longest modules and functions are named."""
SOURCE = ("bot", "storage")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def length(path: Path) -> int:
    """Return the lines of a file, blank ones too."""
    return len((REPOSITORY / path).read_text(encoding="utf-8").splitlines())


def functions(tree: ast.Module) -> Iterator[Function]:
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def span(function: Function) -> int:
    """Return the lines of a function's body, its docstring included."""
    return (function.body[-1].end_lineno or 0) - function.body[0].lineno + 1


def figures() -> Iterator[str]:
    """Return the report, line by line."""
    source, tests = list(modules(*SOURCE)), list(modules("tests"))
    lengths = {str(path): length(path) for path, _ in source}
    lines = sum(lengths.values())
    test_lines = sum(length(path) for path, _ in tests)
    yield f"source: {lines:,} lines in {len(source)} modules; tests: {test_lines:,} ({test_lines / lines:.2f} to one)"
    rooms: Counter[str] = Counter()
    for path, count in lengths.items():
        rooms["/".join(path.split("/")[:2])] += count
    yield "by folder: " + ", ".join(f"{room} {count:,}" for room, count in rooms.most_common(LONGEST))
    yield "modules: " + _spread(list(lengths.values())) + "; longest " + _longest(lengths)
    spans = {f"{path}:{each.name}": span(each) for path, tree in source for each in functions(tree)}
    yield "functions: " + _spread(list(spans.values())) + "; longest " + _longest(spans)
    described = [ast.get_docstring(each) is not None for _, tree in source for each in functions(tree)]
    yield f"docstrings: on {100 * sum(described) / len(described):.0f} % of {len(described):,} functions"
    for run_time in (True, False):
        graph = grimp.build_graph(*SOURCE, exclude_type_checking_imports=run_time, cache_dir=None)
        what = "at run time" if run_time else "with those for type checkers"
        yield f"import cycles {what}: {len(circles(graph))}"


def _spread(values: Sequence[int]) -> str:
    tenths = statistics.quantiles(values, n=10)
    return f"median {statistics.median(values):.0f} lines, nine in ten within {tenths[8]:.0f}"


def _longest(values: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in Counter(values).most_common(LONGEST))


if __name__ == "__main__":
    sys.stdout.write("\n".join([*figures(), ""]))
