"""The refusals that several parts of a table share."""

from __future__ import annotations

from bot.words import msg

__all__ = ["BEGUN", "GAME_OVER", "MOVED_ON", "NOT_SEATED", "OUT_OF_DATE", "PAUSED", "RULERS_ONLY", "TABLE_CLOSED"]

BEGUN = msg("The game has begun. You can join the next one.")
OUT_OF_DATE = msg("This button is out of date.")
MOVED_ON = msg("The table has moved on. Look at the newest board.")
GAME_OVER = msg("This game is over.")
PAUSED = msg("The game is paused. The host can go on.")
TABLE_CLOSED = msg("This table is closed.")
NOT_SEATED = msg("You don't sit at this table.")
RULERS_ONLY = msg("Only the host or an administrator may do that.")
