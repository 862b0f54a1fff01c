"""The crash matrix finds planted faults: each is invisible until the process is killed at the right moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.control import AFTER
from tests.crash.matrix import VICTIM, Matrix
from tests.crash.scenes import Point
from tests.helpers.zygote import zygote

PEEK = (6,)
"""The step of the script of Court Hats in which the first player peeks."""
PEEKS = (6, 7)
"""Those in which both peek, one of whom gets secrets by message. Chance says who begins."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("planted", "steps", "kind", "finding"),
    [
        ("board_before_commit", PEEK, "call", "shows what was not written"),
        ("any_decision", PEEK, "commit", "moves {"),
        ("outbox_emptied_first", PEEKS, "commit", "was never told"),
        ("id_after_the_secret", PEEKS, "call", "still has"),
    ],
)
async def test_a_planted_fault_is_found(
    planted: str, steps: tuple[int, ...], kind: str, finding: str, tmp_path: Path
) -> None:
    async with zygote(VICTIM) as forks:
        matrix = Matrix("telegram", "hats", tmp_path, forks, f"tests.breaches.crash_plants:{planted}", steps[-1] + 1)
        await matrix.reference()
        for step, number in sorted({(step, p.number) for step, p in matrix.cells if step in steps and p.kind == kind}):
            made = await matrix.play({step: [Point(kind, number, AFTER)]})
            if any(finding in fault for fault in made.faults):
                return
    pytest.fail(f"killed after each {kind} of the steps, and nothing found")
