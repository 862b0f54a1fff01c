"""The check of the tables of rulings notices what is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rulings import missing

ROOMS = ("tests/table/",)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_one.py").write_text(
        "def test_alone(): ...\n"
        "def helper(): ...\n"
        "class TestAll:\n"
        "    def test_in_a_class(self): ...\n"
        "class Machine:\n"
        "    @invariant()\n"
        "    def always(self): ...\n"
        "    @rule()\n"
        "    def sometimes(self): ...\n",
        encoding="utf-8",
    )
    return tmp_path


@pytest.mark.parametrize("function", ["test_alone", "test_in_a_class", "always"])
def test_a_test_or_an_invariant_holds_a_ruling(folder: Path, function: str) -> None:
    assert missing([f"test_one.py::{function}"], folder, ROOMS) == []


@pytest.mark.parametrize("function", ["helper", "sometimes", "test_gone", ""])
def test_nothing_else_does(folder: Path, function: str) -> None:
    assert missing([f"test_one.py::{function}"], folder, ROOMS) == [f"test_one.py::{function}"]


def test_a_room_does_if_it_is_one(folder: Path) -> None:
    assert missing(["tests/table/"], folder, ROOMS) == []
    with pytest.raises((IsADirectoryError, FileNotFoundError, PermissionError)):
        missing(["tests/pictures/"], folder, ROOMS)


def test_all_that_is_missing_is_named_in_order(folder: Path) -> None:
    holders = ["test_one.py::test_b", "test_one.py::test_alone", "test_one.py::test_a"]
    assert missing(holders, folder, ROOMS) == [holders[0], holders[2]]
