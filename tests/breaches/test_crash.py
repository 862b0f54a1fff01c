"""The crash matrix finds planted faults: each is invisible until the process is killed at the right moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.control import AFTER
from tests.crash.matrix import VICTIM, Matrix
from tests.crash.scenes import Point
from tests.helpers.zygote import zygote

PEEK, SECRET = 6, 7
"""The steps of the script of Court Hats in which the first player peeks, and the one who gets messages."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("planted", "step", "kind", "finding"),
    [
        ("board_before_commit", PEEK, "call", "shows what was not written"),
        ("any_decision", PEEK, "commit", "moves {"),
        ("outbox_emptied_first", SECRET, "commit", "was never told"),
        ("id_after_the_secret", SECRET, "call", "still has"),
    ],
)
async def test_a_planted_fault_is_found(planted: str, step: int, kind: str, finding: str, tmp_path: Path) -> None:
    async with zygote(VICTIM) as forks:
        matrix = Matrix("telegram", "hats", tmp_path, forks, f"tests.breaches.crash_plants:{planted}", step + 1)
        await matrix.reference()
        points = sorted({p.number for number, p in matrix.cells if (number, p.kind) == (step, kind)})
        for number in points:
            made = await matrix.play({step: [Point(kind, number, AFTER)]})
            if any(finding in fault for fault in made.faults):
                return
    pytest.fail(f"killed after each {kind} of the step, and nothing found")
