"""Every row of the list, on Telegram, on the loopback Discord, and on simcord as far as it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.rows import Row
from tests.conformance.scenarios import SCENARIOS, SIMCORD_LACKS
from tests.conformance.stages import PLATFORMS, on_stage

PLAYED = [
    pytest.param(row, platform, id=f"{row.name}-{platform}")
    for row in SCENARIOS
    for platform in PLATFORMS
    if platform != "simcord" or row.name not in SIMCORD_LACKS
]


@pytest.mark.parametrize(("row", "platform"), PLAYED)
async def test_row(row: Row, platform: str, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with on_stage(platform, database, monkeypatch) as stage:
        await row.play(stage)


def test_what_simcord_lacks_are_rows_of_the_list_and_no_more() -> None:
    """Nothing is left out in silence: a reason for each, and no row has two meanings."""
    names = [row.name for row in SCENARIOS]
    assert len(set(names)) == len(names)
    assert SIMCORD_LACKS.keys() <= set(names)
    assert all(SIMCORD_LACKS.values())
    assert len(PLAYED) == 3 * len(names) - len(SIMCORD_LACKS)
