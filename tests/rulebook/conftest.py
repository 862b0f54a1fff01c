"""The rulebook as the service builds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook
from bot.rulebook.feature import RulesFeature

LOCALES = Path(__file__).parents[2] / "locales"


@pytest.fixture(scope="session")
def catalogs() -> Catalogs:
    return Catalogs(LOCALES)


@pytest.fixture(scope="session")
def book(catalogs: Catalogs) -> Rulebook:
    return Rulebook(LOCALES, catalogs, {game.key: game.presenter.title for game in GAMES})


@pytest.fixture(scope="session")
def feature(book: Rulebook) -> RulesFeature:
    return RulesFeature(book)
