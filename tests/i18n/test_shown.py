"""Nothing that a person reads goes past the catalogs: found by reading the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

BOT = Path(__file__).parents[2] / "bot"
SHOWING = {"Span", "Post", "Answer", "Button", "Choice", "Secret", "Picture", "FirstPress", "Refusal"}
"""Whatever carries a text to a person."""
SHOWN = {"text", "alert", "alt", "toast", "message"}
POSITIONS = {"Picture": (2,), "FirstPress": (1,), "Secret": (0, 1)}
"""Which positional arguments are read by people; for all others it is the first."""


def texts(tree: ast.AST) -> Iterator[ast.expr]:
    """Find what is given as text to anything that shows text."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if name in SHOWING:
            yield from (call.args[place] for place in POSITIONS.get(name, (0,)) if place < len(call.args))
            yield from (keyword.value for keyword in call.keywords if keyword.arg in SHOWN)


def written(expression: ast.expr) -> Iterator[str]:
    """Find the letters that stand in the source itself: constants, and those between the braces of f-strings."""
    match expression:
        case ast.Constant(value=str(value)):
            yield value
        case ast.JoinedStr(values=values):
            yield from (text for value in values for text in written(value))
        case ast.BinOp(left=left, right=right):
            yield from (*written(left), *written(right))
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*written(body), *written(orelse))
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            yield from (text for element in elements for text in written(element))
        case ast.Starred(value=value):
            yield from written(value)


def unsaid(source: str) -> list[str]:
    return [text for shown in texts(ast.parse(source)) for text in written(shown) if any(map(str.isalpha, text))]


def test_no_text_goes_past_the_catalogs() -> None:
    found = {str(path.relative_to(BOT)): unsaid(path.read_text(encoding="utf-8")) for path in BOT.rglob("*.py")}
    assert len(found) > 150
    assert {path: texts for path, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('Span("hello")', ["hello"]),
        ('port.Button(text="Join", token="t.1.join")', ["Join"]),
        ('Answer("yes" if ok else tr.t("no"))', ["yes"]),
        ('Post((Span("a"), Span("·")))', ["a"]),
        ('Choice(f"👁{n} hat", "p0")', [" hat"]),
        ('Picture("key", draw, "a hat")', ["a hat"]),
        ('Span(tr.t("hello"), "bold")', []),
        ('Span("\\n• ")', []),
        ('Button("🎩1", "t.1.o0")', []),
    ],
)
def test_the_reading_finds_what_it_should(source: str, found: list[str]) -> None:
    assert unsaid(source) == found
