"""The refusals that several parts of a table share."""

from __future__ import annotations

from bot.i18n.lazy import lazy

BEGUN = lazy("The game has already started. You can join the next one.")
OUT_OF_DATE = lazy("This button no longer works.")
MOVED_ON = lazy("The game has moved on. Use the latest board.")
GAME_OVER = lazy("This game is over.")
PAUSED = lazy("The game is paused. The host can resume it.")
TABLE_CLOSED = lazy("This table is closed. Open a new one with /play.")
NOT_SEATED = lazy("You're not at this table.")
RULERS_ONLY = lazy("Only the host or an administrator can do that.")
