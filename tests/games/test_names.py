"""What the things of every game are called, in every language: told apart, fit for a button, our own."""

from __future__ import annotations

import pytest

from bot.engine.presentation import Game
from bot.games.registry import GAMES
from bot.i18n.translator import Translator

PUBLISHED = {"Magic Hat", "Magic Hats", "Nevidimka", "Невидимка", "Шапка-невидимка", "חצור המלך", "חצר המלך"}
"""Titles of published editions: they are credited, never used as ours (docs/rulings.md)."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@every_game
def test_every_option_choice_and_preset_has_its_own_name(tr: Translator, game: Game) -> None:
    names = [game.presenter.option(option.name, tr) for option in game.rules.options]
    assert len(set(names)) == len(names)
    for option in game.rules.options:
        choices = [game.presenter.choice(option.name, value, tr) for value in option.choices]
        assert len(set(choices)) == len(choices) >= 2
    presets = [game.presenter.preset(preset.name, tr) for preset in game.rules.presets]
    assert len(set(presets)) == len(presets)
    assert all((*names, *presets))


@every_game
def test_an_option_with_its_choice_fits_a_button(tr: Translator, game: Game) -> None:
    """A button over the whole width of a phone shows about 40 letters."""
    for option in game.rules.options:
        for value in option.choices:
            label = game.presenter.option(option.name, tr) + ": " + game.presenter.choice(option.name, value, tr)
            assert len(label) <= 40


@every_game
def test_the_title_is_our_own(tr: Translator, game: Game) -> None:
    assert game.presenter.title(tr) not in PUBLISHED


def test_titles_are_told_apart(tr: Translator) -> None:
    assert len({game.presenter.title(tr) for game in GAMES}) == len(GAMES)
