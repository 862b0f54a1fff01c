"""For each whole game a bot of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.playground.game.house import open_house


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[str]:
    async with open_house(tmp_path) as address:
        yield address
