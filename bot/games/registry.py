"""The list of games. Only the service reads it."""

from __future__ import annotations

from bot.games.court_hats.rules import CourtRules
from bot.games.court_hats.scene import CourtScenes
from bot.games.invisible_man.rules import InvisibleRules
from bot.games.invisible_man.scene import InvisibleScenes
from bot.games.scene import Game
from bot.games.vanished_animal.rules import VanishedRules
from bot.games.vanished_animal.scene import VanishedScenes

__all__ = ["GAMES"]

GAMES: tuple[Game, ...] = (
    Game(key="court_hats", word="hats", rules=CourtRules(), scenes=CourtScenes()),
    Game(key="vanished_animal", word="animal", rules=VanishedRules(), scenes=VanishedScenes()),
    Game(key="invisible_man", word="invisible", rules=InvisibleRules(), scenes=InvisibleScenes()),
)
"""Every game that may be played, the one of a bare `/play` first."""
