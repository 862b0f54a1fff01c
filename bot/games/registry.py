"""The list of games. Only the service reads it."""

from __future__ import annotations

from bot.games.court_hats.rules import CourtRules
from bot.games.court_hats.scene import CourtScenes
from bot.games.scene import Game

__all__ = ["GAMES"]

GAMES: tuple[Game, ...] = (Game(key="court_hats", word="hats", rules=CourtRules(), scenes=CourtScenes()),)
"""Every game that may be played, the one of a bare `/play` first."""
