"""The measurement of what a flood costs the others finds a bot in which everybody waits for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.breaches.broken_bot import one_after_the_other
from tests.outside.flooding import GROUP, MOST, measure_telegram


@pytest.mark.timeout(300)
async def test_a_flood_that_the_others_wait_for(tmp_path: Path) -> None:
    """Its presses alone take longer to answer than the time they come in, on any machine."""
    side = await measure_telegram(tmp_path, 1.5, 10, rounds=2, healthy=2, plant=one_after_the_other)
    assert side.ratios(GROUP)[0] > MOST, str(side)
    assert not side.kept
