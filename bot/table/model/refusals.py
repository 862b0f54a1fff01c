"""The refusals that several parts of a table share."""

from __future__ import annotations

from bot.i18n.lazy import lazy

BEGUN = lazy("The game has already started. You can join the next one.")
# NOTE: Alert: the button belongs to an old message, or what it did is no longer possible.
OUT_OF_DATE = lazy("This button no longer works.")
# NOTE: Alert: the board that was tapped is an old message.
MOVED_ON = lazy("The game has moved on. Use the latest board.")
GAME_OVER = lazy("This game is over.")
# NOTE: Answer to /pause and the like while people are still joining.
NOT_STARTED = lazy("The game hasn’t started yet.")
# NOTE: Alert to a player who makes a move, or who asks "What now?".
PAUSED = lazy("The game is paused. The host or an administrator can resume it.")
TABLE_CLOSED = lazy("This table is closed. Open a new one with /play.")
# NOTE: Alert to somebody who watches.
NOT_SEATED = lazy("You’re not at this table.")
# NOTE: Alert in a group whose members are hidden, to somebody who wants to do what only administrators may.
ADMINS_HIDDEN = lazy("I can’t see who the administrators are here. Make me an administrator, then I can.")
RULERS_ONLY = lazy("Only the host or an administrator can do that.")
# NOTE: Answer, seen by one person alone, in a channel or thread where the bot may not write.
SHUT = lazy("I’m not allowed to post here. An administrator can give me access or unlock this chat.")
# NOTE: The same in a private thread on Discord: somebody has to write the bot's name with an @ there.
UNMENTIONED = lazy("I’m not in this thread yet. Mention me here, then use the command again.")
