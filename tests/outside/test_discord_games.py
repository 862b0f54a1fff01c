"""People who press at random in Discord, and a Discord that has never seen the bot's code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.outside.discord_games import play


@pytest.mark.timeout(300)
async def test_random_games_answer_every_press_and_keep_every_secret(tmp_path: Path) -> None:
    """survive-31, -59, -60, -61, -74: one table of each game.

    `python -m tests.outside.discord_games` plays whole ones, ten of each kind.
    """
    played = await play(["hats", "animal", "invisible"], tmp_path, presses=14)
    assert [game.people for game in played] == [2, 3, 4]
    assert all(game.moves for game in played)
