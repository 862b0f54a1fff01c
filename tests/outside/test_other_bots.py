"""A process that would serve other bots than those that run on the same database: it ends, and touches nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.outside import RandomGame, blank_bot, telegram
from tests.outside.test_restart import FREE

ANOTHER = "7000000002:of-another-bot"
NONE = ""
"""No token: it would be a playground, whose Telegram knows none of the chats."""


@pytest.mark.timeout(300)
async def test_a_process_of_another_bot_ends_with_one_line_while_others_run(url: str, tmp_path: Path) -> None:
    """Once those have ended it may serve: a database can be given to another bot."""
    folders = [tmp_path / name for name in ("first", "wrong", "none", "late")]
    for folder in folders:
        folder.mkdir()
    settings = {**FREE, "DATABASE_URL": url}
    async with telegram() as (world, api), telegram() as (other, other_api):
        other.token = ANOTHER
        async with blank_bot(world, api, folders[0], **settings) as first:
            game = RandomGame(world, 1, 2, seed=5)
            await game.open()
            for folder, token in ((folders[1], ANOTHER), (folders[2], NONE)):
                async with blank_bot(other, other_api, folder, **settings, TELEGRAM_TOKEN=token) as wrong:
                    assert await wrong.ended() == 2
                    told = wrong.log()
                assert told.splitlines()[-1].startswith("DATABASE_URL: got postgresql://")
                assert "of the same bots" in told
                assert ANOTHER not in told
                assert "Traceback" not in told
            assert not other.calls, "it has said nothing to its Telegram"
            for _ in range(3):
                await game.press_anything()
            assert game.unanswered == 0
            assert await first.stop() == 0
        async with blank_bot(other, other_api, folders[3], **settings) as late:
            await game.until(lambda: other.updates.is_polled or not late.running)
            assert late.running, late.log()
