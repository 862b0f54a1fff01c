"""The list of games. Only the service reads it."""

from __future__ import annotations

from bot.games.court_hats.computer import CourtComputer
from bot.games.court_hats.rules import CourtRules
from bot.games.court_hats.scene import CourtScenes
from bot.games.invisible_man.computer import InvisibleComputer
from bot.games.invisible_man.rules import InvisibleRules
from bot.games.invisible_man.scene import InvisibleScenes
from bot.games.scene import Game
from bot.games.vanished_animal.computer import AnimalComputer
from bot.games.vanished_animal.rules import VanishedRules
from bot.games.vanished_animal.scene import VanishedScenes

__all__ = ["GAMES"]

GAMES: tuple[Game, ...] = (
    Game("court_hats", "hats", CourtRules(), CourtScenes(), CourtComputer()),
    Game("vanished_animal", "animal", VanishedRules(), VanishedScenes(), AnimalComputer()),
    Game("invisible_man", "invisible", InvisibleRules(), InvisibleScenes(), InvisibleComputer()),
)
"""Every game that may be played, the one of a bare `/play` first."""
