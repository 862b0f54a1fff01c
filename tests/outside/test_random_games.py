"""People who press at random, and a Telegram that has never seen the bot's code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.outside.games import play

TURNS = 60


@pytest.mark.timeout(300)
async def test_random_games_end_with_every_press_answered_and_no_secret_told(tmp_path: Path) -> None:
    """survive-31, -61, -62: three tables at once; `python -m tests.outside.games` plays twenty at random to the end."""
    played = await play(3, tmp_path, random_turns=TURNS)
    assert [game.people for game in played] == [2, 3, 4]
    assert all(game.turns >= TURNS for game in played)
