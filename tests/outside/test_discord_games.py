"""People who press at random in Discord, and a Discord that has never seen the bot's code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.outside.discord_games import play


@pytest.mark.timeout(120)
@pytest.mark.parametrize("word", ["hats", "animal", "invisible"])
async def test_random_games_answer_every_press_and_keep_every_secret(word: str, tmp_path: Path) -> None:
    """survive-31, -59, -60, -61, -74; `python -m tests.outside.discord_games` plays ten of each to the end."""
    played = await play(word, 3, tmp_path, presses=16)
    assert [game.people for game in played] == [2, 3, 4]
