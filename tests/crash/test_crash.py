"""Kills at the most telling moment of each step of a short game, on each platform: a slice of the crash matrix.

The whole of it is `make soak`, part `crash` (`tests/crash/matrix.py`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.crash.control import BEFORE
from tests.crash.matrix import PLATFORMS, Matrix
from tests.crash.scripts import SCRIPTS, Step
from tests.helpers.zygote import Zygote

pytestmark = pytest.mark.asyncio(loop_scope="session")
PRESSES = 12
"""How many a script may have."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("game", sorted(SCRIPTS))
async def test_a_kill_in_each_step_changes_nothing(platform: str, game: str, tmp_path: Path, forks: Zygote) -> None:
    """survive-1, -2, -3, -18: the game goes on, no move is made twice, and no secret is lost or left lying."""
    matrix = Matrix(platform, game, tmp_path, forks)
    reference = await matrix.reference()
    assert not reference.faults
    assert reference.presses <= PRESSES
    assert SCRIPTS[game].ending in reference.looks[-1].public[-1].text
    assert game == "lesson" or any(reference.passing.values()), "no secret goes away, so none could be left lying"
    kills = matrix.telling(every=2, first=PLATFORMS.index(platform))
    made = await matrix.play(kills)
    assert not made.faults
    assert len(made.killed) > len(kills) / 2  # in a step that went a little otherwise there may be no such moment


@pytest.mark.timeout(900)
async def test_a_command_is_answered_after_a_kill_at_any_call(
    tmp_path: Path, forks: Zygote, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sent it does not repeat it, and Telegram has long been told that it is taken in."""
    steps = (*SCRIPTS["hats"].steps[:4], Step("Ann", "/stop"))
    monkeypatch.setitem(SCRIPTS, "hats", replace(SCRIPTS["hats"], steps=steps))
    matrix = Matrix("telegram", "hats", tmp_path, forks)
    reference = await matrix.reference()
    assert not reference.faults
    last = len(steps) - 1
    points = [point for step, point in matrix.cells if step == last and (point.kind, point.when) == ("call", BEFORE)]
    assert points
    for point in points:
        made = await matrix.play({last: [point]})
        assert not made.faults
        assert made.killed
