"""Every row of the list on Telegram: the playground's Bot API."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.rows import Row
from tests.conformance.scenarios import SCENARIOS
from tests.conformance.stages import on_stage


@pytest.mark.parametrize("row", SCENARIOS, ids=str)
async def test_row(row: Row, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with on_stage("telegram", database, monkeypatch) as stage:
        await row.play(stage)
