"""The soak itself: every part runs for a moment, and what one finds is told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.helpers.marks import put_between
from tests.soak import __main__ as soak
from tests.soak import parts, runner
from tests.soak.parts import Part
from tests.soak.summary import Run, Summary, table


def test_what_a_part_raises_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(run: Run) -> None:
        run.did("presses", 3)
        raise AssertionError("a card was seen")

    monkeypatch.setattr(runner, "PARTS", (Part("broken", "", broken),))
    summary = runner.run_part("broken", 7, 0.0)
    [line] = summary.found
    assert line.startswith("error: seed 7:")
    assert "a card was seen" in line
    assert summary.counts == {"presses": 3}


def test_a_part_runs_in_a_process_of_its_own() -> None:
    summary = runner.in_own_process("rules", 1, 0.0)
    assert not summary.found
    assert summary.counts["games"] == 3


async def test_the_rules_are_played_once_at_least() -> None:
    run = Run(seed=1, seconds=0.0)
    await parts.rules(run)
    assert run.summary.counts["games"] == 3
    assert not run.summary.found


def test_the_table_adds_up() -> None:
    one = Summary(60.0, Counter(presses=1200, kills=2), leaks=["a"])
    other = Summary(120.0, Counter(presses=34), losses=["b", "c"])
    assert table([("one", one), ("other", other)]).splitlines()[2:] == [
        "| one | 1.0 | - | 1,200 | - | 2 | - | 1 | 0 | 0 |",
        "| other | 2.0 | - | 34 | - | - | - | 0 | 2 | 0 |",
        "| all | 3.0 | - | 1,234 | - | 2 | - | 1 | 2 | 0 |",
    ]


def test_how_far_a_part_came_is_told_below_the_table() -> None:
    run = Run(1, 0.0)
    run.note("3 of 4 cells")
    assert table([("one", run.summary)]).splitlines()[-2:] == ["", "one: 3 of 4 cells."]


def test_the_table_goes_between_the_marks(tmp_path: Path) -> None:
    document = tmp_path / "page.md"
    document.write_text(f"before\n{soak.MARKS[0]}\nold\n{soak.MARKS[1]}\nafter\n")
    put_between(document, soak.MARKS, "new\n")
    assert document.read_text() == f"before\n{soak.MARKS[0]}\nnew\n{soak.MARKS[1]}\nafter\n"


def test_a_count_has_a_column() -> None:
    with pytest.raises(ValueError, match="kisses"):
        Run(1, 0.0).did("kisses")
