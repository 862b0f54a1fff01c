"""A party of four in one group, with a clock that the test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, party_at


@pytest.fixture
async def party(database: Path, clock: MovingClock) -> AsyncIterator[Party]:
    """Return four people in a group with the bot; no budget holds anything up."""
    async with party_at(database, clock, pictures="blank") as together:
        yield together
