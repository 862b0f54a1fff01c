"""The rulebook as the service builds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.rulebook import Rulebook, RulesFeature
from bot.words import Library

LOCALES = Path(__file__).parents[2] / "locales"


@pytest.fixture(scope="session")
def library() -> Library:
    return Library(LOCALES)


@pytest.fixture(scope="session")
def book(library: Library) -> Rulebook:
    return Rulebook(LOCALES, library, {game.key: game.scenes.title for game in GAMES})


@pytest.fixture(scope="session")
def feature(book: Rulebook) -> RulesFeature:
    return RulesFeature(book)
