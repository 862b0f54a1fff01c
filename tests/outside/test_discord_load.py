"""Many channels of Discord at once; how fast is measured by `python -m tests.outside.discord_load`, not here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.outside import SLOWER
from tests.outside.discord_load import measure


@pytest.mark.timeout(300)
async def test_no_press_fails_while_many_channels_play(tmp_path: Path) -> None:
    """survive-25, -37: lobbies fill and games go on in four channels at once, with Discord's own limits."""
    answers, _ = await measure(4, 3.0, tmp_path, slower=SLOWER)
    assert answers
