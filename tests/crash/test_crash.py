"""Kills at the most telling moment of each step of a short game, on each platform: a slice of the crash matrix.

The whole of it is `make soak`, part `crash` (`tests/crash/matrix.py`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.crash.matrix import PLATFORMS, VICTIM, Matrix
from tests.crash.scripts import SCRIPTS
from tests.helpers.zygote import Zygote, zygote

PRESSES = 12
"""How many a script may have."""


@pytest.fixture
async def forks() -> AsyncIterator[Zygote]:
    async with zygote(VICTIM) as made:
        yield made


@pytest.mark.timeout(900)
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("game", sorted(SCRIPTS))
async def test_a_kill_in_each_step_changes_nothing(platform: str, game: str, tmp_path: Path, forks: Zygote) -> None:
    """survive-1, -2, -3, -18: the game goes on, no move is made twice, and no secret is lost or left lying."""
    matrix = Matrix(platform, game, tmp_path, forks)
    reference = await matrix.reference()
    assert not reference.faults
    assert reference.presses <= PRESSES
    kills = matrix.telling()
    made = await matrix.play(kills)
    assert not made.faults
    assert len(made.killed) > len(kills) / 2  # in a step that went a little otherwise there may be no such moment
