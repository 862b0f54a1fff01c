"""Every row of the list on simcord, as far as it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.rows import Row
from tests.conformance.scenarios import SCENARIOS, SIMCORD_LACKS
from tests.conformance.stage import Lacking
from tests.conformance.stages import on_stage

STAGED = [row for row in SCENARIOS if row.name not in SIMCORD_LACKS]
UNSTAGED = [row for row in SCENARIOS if row.name in SIMCORD_LACKS]


@pytest.mark.parametrize("row", STAGED, ids=str)
async def test_row(row: Row, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with on_stage("simcord", database, monkeypatch) as stage:
        await row.play(stage)


@pytest.mark.parametrize("row", UNSTAGED, ids=str)
async def test_what_it_is_said_to_lack_it_lacks(row: Row, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a row is played here as soon as it can be."""
    async with on_stage("simcord", database, monkeypatch) as stage:
        with pytest.raises(Lacking):
            await row.play(stage)


def test_what_it_lacks_are_rows_of_the_list_with_a_reason() -> None:
    assert {row.name for row in UNSTAGED} == SIMCORD_LACKS.keys()
    assert all(SIMCORD_LACKS.values())


def test_no_two_rows_have_one_name() -> None:
    assert len({row.name for row in SCENARIOS}) == len(SCENARIOS)
