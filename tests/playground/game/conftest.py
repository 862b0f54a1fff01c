"""For each whole game a bot of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.games.invisible_man.rules import options
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


QUIET_ROUNDS = 5
"""Rounds that the chief waits where that is all that ends a game: on the page each is like the one before."""


def impatient() -> None:
    """Let the chief lose patience soon (N47)."""
    options.MAX_QUIET_ROUNDS = QUIET_ROUNDS


@pytest_asyncio.fixture(loop_scope="session")
async def impatient_address(tmp_path: Path) -> AsyncIterator[str]:
    """Yield the page's address of such a bot whose chief of police loses patience after a few rounds."""
    async with run_bot(tmp_path, blank=True, plant=impatient) as address:
        yield address
