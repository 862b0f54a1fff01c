"""A store on a file of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.store import Store


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    """Return a store whose file is new."""
    opened = await Store.open(database)
    yield opened
    await opened.close()
