"""Every game keeps the same parts in the same files, so that who knows one finds the way in all."""

from __future__ import annotations

import pytest

from bot.engine.presentation import Game
from bot.games.registry import GAMES
from bot.pictures.palette import SEATS
from tests.helpers.cases import each
from tests.helpers.tree import REPOSITORY

PARTS = (
    "rules/game.py rules/state.py rules/moves.py rules/view.py rules/options.py",
    "presentation.py text.py alt_text.py buttons.py",
    "pictures/__init__.py pictures/model.py pictures/board.py pictures/lobby_and_finale.py pictures/plates.py",
    "ai/__init__.py ai/easy.py ai/normal.py ai/hard.py",
)
"""What a game has at least."""


@each("game", GAMES, ids=[game.key for game in GAMES])
@each("part", " ".join(PARTS).split())
def test_a_game_has_its_parts_where_all_games_have_them(game: Game, part: str) -> None:
    assert (REPOSITORY / "bot" / "games" / game.key / part).is_file()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_has_sample_pictures(game: Game) -> None:
    assert (REPOSITORY / "tests" / "pictures" / "samples" / f"{game.key}.py").is_file()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_seat_of_a_game_has_a_colour(game: Game) -> None:
    assert 2 <= game.rules.seats[0] <= game.rules.seats[-1] <= len(SEATS)


def test_every_game_is_in_the_list() -> None:
    folders = {path.parent.name for path in (REPOSITORY / "bot" / "games").glob("*/__init__.py")}
    assert folders == {game.key for game in GAMES}
