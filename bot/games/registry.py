"""The list of games. Only the service reads it."""

from __future__ import annotations

from bot.games.scene import Game

__all__ = ["GAMES"]

GAMES: tuple[Game, ...] = ()
