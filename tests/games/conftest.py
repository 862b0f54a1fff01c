"""What every test of a game may ask for."""

from __future__ import annotations

import pytest

from bot.words import Words
from tests.games.readers import library


@pytest.fixture(params=library().locales)
def words(request: pytest.FixtureRequest) -> Words:
    """Give the words of each language in turn."""
    return library().words(request.param)
