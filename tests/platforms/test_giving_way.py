"""An answer that hangs holds up nobody's secret and no board."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.stages import on_stage
from tests.platforms.giving_way import check_hung_answers


@pytest.mark.parametrize("platform", ["telegram", "discord"])
async def test_answers_that_hang_hold_up_nothing(
    platform: str, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with on_stage(platform, database, monkeypatch) as stage:
        await check_hung_answers(stage, patience=20.0)
