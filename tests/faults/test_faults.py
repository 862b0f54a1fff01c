"""A slice of the soak's part `faults`: an evening with one table of each platform and every trouble once."""

from __future__ import annotations

import pytest

from tests.faults import evening
from tests.soak.summary import Run

STUCK = 240.0
"""Seconds after which a game hangs here: whoever waits for the machine is no longer in trouble."""


@pytest.mark.timeout(900)
async def test_games_go_on_whatever_goes_wrong() -> None:
    """Every press is answered, every move is shown, none is made twice, and the games end."""
    run = Run(seed=3, seconds=0.0)
    await evening.play(run, run.seed, [("telegram", "hats"), ("discord", "animal")], stuck=STUCK)
    assert not run.summary.found, "\n".join(run.summary.found)
    assert run.summary.counts["games"] >= 2
