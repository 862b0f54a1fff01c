"""The crash matrix finds planted faults: each is invisible until the process is killed at the right moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.control import AFTER
from tests.crash.matrix import Matrix
from tests.crash.scenes import Point
from tests.crash.scripts import SCRIPTS
from tests.helpers.zygote import Zygote

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("planted", "platform", "game", "press", "kind", "finding"),
    [
        ("board_before_commit", "telegram", "hats", "mover: 👁1", "call", "shows what was not written"),
        ("board_before_commit", "discord", "hunt", "mover: 🎲 Roll", "call", "shows what was not written"),
        ("any_decision", "telegram", "hats", "mover: 👁1", "commit", "moves {"),
        ("outbox_emptied_first", "discord", "animal", "mover: 👁1", "commit", "was never told"),
        ("id_after_the_secret", "telegram", "computer", "mover: 👁1", "call", "still has"),
        ("answers_left", "discord", "hats", "Ann: Yes, end the game", "call", "still has"),
        ("ratings_apart", "discord", "hunt", "", "commit", "lack(s)"),
    ],
)
async def test_a_planted_fault_is_found(
    planted: str, platform: str, game: str, press: str, kind: str, finding: str, tmp_path: Path, forks: Zygote
) -> None:
    """Killed after each call, or each commit, of a press, or of the last one."""
    presses = [f"{each.who}: {each.does}" for each in SCRIPTS[game].steps]
    step = presses.index(press) if press else len(presses) - 1
    matrix = Matrix(platform, game, tmp_path, forks, f"tests.breaches.crash_plants:{planted}", step + 1)
    await matrix.reference()
    for number in sorted({p.number for at, p in matrix.cells if (at, p.kind) == (step, kind)}):
        made = await matrix.play({step: [Point(kind, number, AFTER)]})
        if any(finding in fault for fault in made.faults):
            return
    pytest.fail(f"killed after each {kind} of the press, and nothing found")
