"""A backup while a game runs, and the game played on from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.outside import blank_bot, telegram
from tests.outside.backups import BackedUp

FREE: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}


@pytest.mark.timeout(600)
async def test_backups_of_a_running_game_are_whole_and_the_game_goes_on_from_the_last(tmp_path: Path) -> None:
    async with telegram() as (world, url), blank_bot(world, url, tmp_path, **FREE) as process:
        backed_up = BackedUp(world, process, tmp_path, seed=1)
        await backed_up.play(backups=8, kills=1)
        await backed_up.restore()
        assert backed_up.found == []
        assert await process.stop() == 0
        assert "Traceback" not in process.log()
