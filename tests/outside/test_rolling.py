"""A rolling deploy while tables play; the soak's part `several` has one with a hundred of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.postgres import Postgres
from tests.outside.rolling import deploy


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("webhook", "tables", "channels"), [(True, 24, 0), (False, 10, 8)], ids=["webhook", "polling-discord"]
)
async def test_all_processes_are_replaced_and_no_press_is_lost(
    webhook: bool, tables: int, channels: int, server: Postgres, tmp_path: Path
) -> None:
    moves = await deploy(server, tmp_path, webhook=webhook, tables=tables, channels=channels)
    assert moves.total() >= 15, "five after each replacement"
    assert moves["telegram"]
    assert bool(moves["discord"]) == bool(channels)
