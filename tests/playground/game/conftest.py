"""For each whole game a bot of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.playground.game.process import run_bot


@pytest_asyncio.fixture(loop_scope="session")
async def address(tmp_path: Path) -> AsyncIterator[str]:
    async with run_bot(tmp_path) as address:
        yield address


@pytest_asyncio.fixture(loop_scope="session")
async def blank_address(tmp_path: Path) -> AsyncIterator[str]:
    """Yield the page's address of a bot that draws nothing."""
    async with run_bot(tmp_path, blank=True) as address:
        yield address
