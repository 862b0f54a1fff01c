"""The order of the cells: every one before any comes again, and alone where a run with other kills missed it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

from tests.crash.matrix import WHENS, Cell, Look, Matrix, Transcript
from tests.crash.scenes import Point

STEPS = 5
CELLS: set[Cell] = {
    (step, Point("call", number, when)) for step in range(STEPS) for number in range(1, 3 + step) for when in WHENS
}
NEVER: Cell = (2, Point("call", 1, WHENS[0]))
NOTHING = Look([], {}, {}, {}, {})


def _played(matrix: Matrix, rng: random.Random, reached: float, *, alone: bool = False) -> list[Cell]:
    """Have a run chosen and taken down that comes to some of its cells; the only one of a run it misses never."""
    kills = matrix.choose(rng, alone=alone)
    chosen = [(step, points[0]) for step, points in kills.items()]
    killed = [cell for cell in chosen if cell != NEVER and (len(chosen) == 1 or rng.random() < reached)]
    matrix.account(kills, Transcript(looks=[NOTHING] * STEPS, killed=killed))
    return killed


def _matrix(tmp_path: Path) -> Matrix:
    forks: Any = None  # nothing is started
    matrix = Matrix("telegram", "hats", tmp_path, forks)
    matrix.cells = set(CELLS)
    return matrix


def test_every_cell_comes_before_any_comes_again(tmp_path: Path) -> None:
    for seed in range(20):
        matrix, rng = _matrix(tmp_path), random.Random(seed)
        for times in (1, 2):
            killed = Counter(_played(matrix, rng, 0.6))
            while matrix.left:
                killed.update(_played(matrix, rng, 0.6))
            assert killed == Counter(CELLS - {NEVER})
            assert matrix.done == CELLS - {NEVER}
            assert matrix.absent == {NEVER}
            assert matrix.rounds == times


def test_a_run_has_a_kill_in_each_step_that_has_cells_left(tmp_path: Path) -> None:
    matrix, rng = _matrix(tmp_path), random.Random(1)
    assert [step for step, _ in _played(matrix, rng, 1.0)] in ([0, 1, 2, 3, 4], [0, 1, 3, 4])
    assert len(_played(_matrix(tmp_path), rng, 1.0, alone=True)) <= 1


def test_what_a_run_did_not_come_to_is_left(tmp_path: Path) -> None:
    """It ended in its second step, since it differed: the cells of later steps were not tried."""
    matrix = _matrix(tmp_path)
    kills = matrix.choose(random.Random(1))
    first = [(step, points[0]) for step, points in kills.items()][:2]
    matrix.account(kills, Transcript(looks=[NOTHING], killed=first))
    assert matrix.left == len(CELLS) - 2
