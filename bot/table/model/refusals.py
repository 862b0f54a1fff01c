"""The refusals that several parts of a table share."""

from __future__ import annotations

from bot.i18n.lazy import lazy

BEGUN = lazy("The game has begun. You can join the next one.")
OUT_OF_DATE = lazy("This button is out of date.")
MOVED_ON = lazy("The table has moved on. Look at the newest board.")
GAME_OVER = lazy("This game is over.")
PAUSED = lazy("The game is paused. The host can go on.")
TABLE_CLOSED = lazy("This table is closed. Open a new one with /play.")
NOT_SEATED = lazy("You don't sit at this table.")
RULERS_ONLY = lazy("Only the host or an administrator may do that.")
