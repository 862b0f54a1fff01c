"""Lessons tell nothing before they show it: every two hidden things are exchanged, and every page is compared."""

from __future__ import annotations

import pytest

from bot.engine.presentation import Game
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.settings import LOCALES
from tests.noninterference.lessons import leaks

CASES = [(game, scene) for game in GAMES if game.lesson for scene in game.lesson.scenes]


@pytest.mark.parametrize(("game", "scene"), CASES, ids=[f"{game.key}-{scene or 'first'}" for game, scene in CASES])
def test_pages_follow_from_what_the_learner_was_shown(game: Game, scene: str) -> None:
    assert game.lesson is not None
    found, compared = leaks(game, game.lesson, scene, Catalogs(LOCALES).translator("en"))
    assert not found
    assert compared > 20
