"""The bench itself: rows are measured in their short form, what is slow is found, the table says so."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench.figures import TOLD, Measured, Ratio, Row, Run, at_least, at_most, measured, table
from tests.bench.rows import ROWS
from tests.helpers.tree import REPOSITORY


def row(name: str) -> Row:
    """Return a row by its name."""
    return next(each for each in ROWS if each.name == name)


@pytest.mark.timeout(600)
async def test_a_press_is_measured_from_outside(tmp_path: Path) -> None:
    """Real processes, the adapter, a driver in this one: what is wanted of so short a run is very little."""
    [found] = await measured(row("board"), Run(tmp_path, short=True))
    assert not found.error
    assert found.reached, table([found])


@pytest.mark.timeout(600)
async def test_a_slow_answer_is_found(tmp_path: Path) -> None:
    slow = Run(tmp_path, short=True, command=("-m", "tests.bench.slow_bot"))
    [found] = await measured(row("board"), slow)
    assert not found.error
    assert not found.reached, table([found])


async def test_pictures_are_measured(tmp_path: Path) -> None:
    found = await measured(row("bytes"), Run(tmp_path, short=True))
    assert len(found) == 6, "the kinds of pictures of one game"
    assert all(each.reached for each in found), table(found)


@pytest.mark.parametrize(
    ("ratio", "bound", "reached"),
    [
        (Ratio(6, 10), at_least(0.6), True),
        (Ratio(5.9, 10), at_least(0.6), False),
        (Ratio(25, 10), at_most(2.5), True),
        (Ratio(26, 10), at_most(2.5), False),
        (Ratio(150, 100, differs=True), at_most(50), True),
        (Ratio(151, 100, differs=True), at_most(50), False),
        (Ratio(60), at_least(60), True),
        (Ratio(math.nan), at_most(1), False),
        (Ratio(1, 0), at_most(1), False),
        (Ratio(1, 2), TOLD, True),
        (Ratio(math.nan), TOLD, False),
    ],
)
async def test_a_figure_is_held_against_what_is_wanted(
    ratio: Ratio, bound: object, reached: bool, tmp_path: Path
) -> None:
    async def given(run: Run) -> list[Ratio]:
        return [ratio]

    [found] = await measured(replace(ROWS[0], measure=given, wanted=bound), Run(tmp_path))  # type: ignore[arg-type]
    assert found.reached == reached


async def test_a_row_that_fails_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    async def broken(run: Run) -> list[Ratio]:
        raise AssertionError("no board\nat all")

    async def whole(run: Run) -> list[Ratio]:
        return [Ratio(1, 2, "ms", "one kind")]

    rows = [replace(ROWS[0], measure=broken), replace(ROWS[0], measure=whole, wanted=at_most(0.6), against="that")]
    first, second = await bench.measure_all(rows, Run(tmp_path))
    assert not first.reached
    assert "**not measured**: AssertionError: no board" in table([first])
    assert second.reached
    assert "| 1.00 ms | 2.00 ms (that) | 0.50 | at most 0.6 | reached |" in table([second])


@pytest.mark.parametrize(("value", "code"), [(0.6, 0), (0.7, 1)])
def test_a_row_outside_makes_the_run_fail(
    value: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def given(run: Run) -> list[Ratio]:
        return [Ratio(value, 1)]

    monkeypatch.setattr(bench, "ROWS", [replace(ROWS[0], measure=given, wanted=at_most(0.6))])
    assert bench.main([]) == code
    assert ("**not reached**" in capsys.readouterr().out) == bool(code)


def test_the_short_form_has_ratios_only() -> None:
    """What is no ratio says more of the machine than of the product: it has no short form."""
    told = [each.name for each in ROWS if each.short is not None and each.against == "-"]
    assert told == []


async def test_what_rows_share_is_measured_once(tmp_path: Path) -> None:
    times = []

    async def load(run: Run) -> int:
        times.append(1)
        return len(times)

    run = Run(tmp_path)
    assert [await run.once("load", load), await run.once("load", load)] == [1, 1]


def test_a_part_may_want_something_of_its_own() -> None:
    parts = [Measured(row("rules"), Ratio(59, bound=at_least(60)), at_least(60))]
    assert "**not reached**" in table(parts)


def test_a_row_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["speed"])
    assert "no such row: speed" in capsys.readouterr().err


def test_a_row_without_a_short_form_is_not_left_out_in_silence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["rules", "--short"])
    assert "no short form: rules" in capsys.readouterr().err


def test_the_document_has_a_place_for_the_table() -> None:
    text = (REPOSITORY / "docs" / "performance.md").read_text(encoding="utf-8")
    assert all(text.count(mark) == 1 for mark in bench.MARKS)
