"""Cases of one test: all are tried, with what else the test asks for, and the one that fails is named."""

from __future__ import annotations

import inspect

import pytest

from tests.helpers.cases import each


def test_every_case_is_tried_and_what_is_no_part_of_it_is_asked_for() -> None:
    tried: list[tuple[str, int, int]] = []

    @each(("letter", "number"), [("a", 1), ("b", 2)])
    @each("more", [5, 6])
    def test(made: list[object], letter: str, number: int, more: int) -> None:
        made.append(more)
        tried.append((letter, number, more))

    assert list(inspect.signature(test).parameters) == ["made"]
    made: list[object] = []
    test(made=made)
    assert tried == [("a", 1, 5), ("a", 1, 6), ("b", 2, 5), ("b", 2, 6)]
    assert made == [5, 6, 5, 6]


def test_the_case_that_fails_is_named() -> None:
    @each("number", range(3), ids=["none", "one", "two"])
    def test(number: int) -> None:
        assert number < 1

    with pytest.raises(AssertionError) as failed:
        test()
    assert failed.value.__notes__ == ["case: one"]


async def test_coroutines_are_awaited() -> None:
    tried: list[int] = []

    @each("number", [1, 2])
    async def test(number: int) -> None:
        tried.append(number)

    await test()
    assert tried == [1, 2]


def test_no_case_at_all_shows_nothing() -> None:
    with pytest.raises(AssertionError, match="shows nothing"):
        each("number", [])
