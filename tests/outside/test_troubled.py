"""Whole games beside groups in trouble, on both platforms, and a server that has never seen the bot's code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.outside.troubled import play

HELD = 4
HUNTING = 60.0
"""Seconds for which hunts go on in Discord at most, where a board a second makes some of them very long."""


@pytest.mark.timeout(400)
async def test_nobody_waits_for_the_trouble_of_others(tmp_path: Path) -> None:
    """F10, F11, F12, F14, F15, F18, F20: while one group's answer is kept waiting, every other group is answered.

    What is kept waiting is let go when they have been, not after a time; `python -m tests.outside.troubled` measures,
    with boards that are drawn.
    """
    sides = await play(tmp_path, held=HELD, seconds=0.0, pause=0.1, hunting=HUNTING, blank=True)
    assert [side.platform for side in sides] == ["Telegram", "Discord"]
    for side in sides:
        assert side.beside_held >= 2
        assert {"hats", "animal", "invisible"} <= {game.word for game in side.games}
    assert all(game.reason for game in sides[0].games if game.word == "invisible"), "no host has ended it"
