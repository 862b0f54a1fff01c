"""What every test of a game may ask for."""

from __future__ import annotations

import pytest

from bot.i18n.translator import Translator
from tests.games.readers import catalogs


@pytest.fixture(params=catalogs().locales)
def tr(request: pytest.FixtureRequest) -> Translator:
    """Return the words of each language in turn."""
    return catalogs().translator(request.param)
