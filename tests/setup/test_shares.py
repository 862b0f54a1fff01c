"""How tests are shared out: nothing is lost, files stay whole, and something else lies between long tests."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.helpers.shares import share, spread

KILL, LOAD = "tests/outside/test_kill.py::test_kill", "tests/outside/test_load.py::test_load[a]"
SMALL, LARGE = ["tests/a/test_a.py::test_1"], [f"tests/b/test_b.py::TestB::test_{n}" for n in range(3)]


class Item:
    """What is asked of a test."""

    def __init__(self, nodeid: str, seconds: float | None = None) -> None:
        self.nodeid = nodeid
        self._marker = None if seconds is None else pytest.mark.timeout(seconds).mark

    def get_closest_marker(self, _name: str) -> pytest.Mark | None:
        return self._marker


def order(*items: Item) -> list[str]:
    spreading: list[Any] = list(items)
    spread(cast("list[pytest.Item]", spreading))
    return [item.nodeid for item in spreading]


def test_a_long_test_is_a_share_of_its_own_and_else_a_file_is() -> None:
    assert [share(each) for each in (KILL, LOAD)] == [KILL, LOAD]
    assert {share(each) for each in LARGE} == {"tests/b/test_b.py"}


def test_long_tests_begin_with_a_large_file_after_each() -> None:
    """The one that is allowed the most time is the first, though it was collected last."""
    collected = [*map(Item, (*SMALL, *LARGE, LOAD)), Item(KILL, 1800)]
    assert order(*collected) == [KILL, *LARGE, LOAD, *SMALL]


@pytest.mark.parametrize("long", [0, 1, 5])
def test_nothing_is_lost_where_there_are_more_of_one_kind(long: int) -> None:
    collected = [Item(f"tests/outside/test_{n}.py::test") for n in range(long)] + [Item(each) for each in SMALL + LARGE]
    shown = order(*collected)
    assert sorted(shown) == sorted(item.nodeid for item in collected)
    assert len(shown) == long + 4
