"""The errors of Underhat.

UnderhatError
├── SettingError            a setting that stops the start
├── Refusal                 a player may not do that now; carries a message id, never a text
├── DamagedRecord           what was read from storage or a history does not fit the rules
├── RunningGame             a running game cannot be verified: its seed is still secret
├── StaleVersion            somebody changed the row first
├── StoreError              the database has failed
│   ├── DamagedFile         part of its file cannot be read
│   ├── CannotOpen          a server refuses it: a wrong password, no such database
│   └── StoreAway           it cannot be used just now
│       ├── CannotWrite     the disk is full, or it may only be read
│       ├── Deadlocked      another transaction and this one waited for each other
│       └── DatabaseLocked  another program keeps it locked: a start has waited for that in vain
└── ChatError               a call to a platform failed
    ├── MessageGone         the message to edit or remove is not there, or is no longer ours to edit
    ├── PersonUnreachable   this person cannot be sent a private message
    ├── PlaceGone           the group, topic or channel is closed to us
    ├── PlaceMoved          the chat has a new id
    ├── AdminsUnknown       the platform does not tell us who administers a chat
    ├── PicturesForbidden   text may be sent here, pictures may not
    ├── SlowDown            too many calls; wait this many seconds
    ├── PostRejected        the platform refuses the content itself: a bug of ours, never repeated
    ├── OtherInstance       another process receives this bot's updates
    └── ChatUnavailable     no answer: the call may or may not have taken effect

`IllegalAction` stands with the rules that raise it, in `bot/engine/rules.py`: those import nothing from here.
"""

from __future__ import annotations

from bot.i18n.lazy import LazyText
from storage.errors import CannotOpen as CannotOpen
from storage.errors import CannotWrite as CannotWrite
from storage.errors import DamagedFile as DamagedFile
from storage.errors import DamagedRecord as DamagedRecord
from storage.errors import DatabaseLocked as DatabaseLocked
from storage.errors import Deadlocked as Deadlocked
from storage.errors import StaleVersion as StaleVersion
from storage.errors import StoreAway as StoreAway
from storage.errors import StoreError as StoreError
from storage.errors import UnderhatError as UnderhatError
from storage.ids import Place


class SettingError(UnderhatError):
    """A setting that stops the start; the text is one line with its name, its value and what it should be."""


class Refusal(UnderhatError):
    """A player may not do that now; `message` is translated for the one who pressed."""

    def __init__(self, message: LazyText, *, alert: bool = False) -> None:
        super().__init__(message.id)
        self.message = message
        self.alert = alert


class RunningGame(UnderhatError):
    """A running game cannot be verified: its seed is still secret."""


class ChatError(UnderhatError):
    """A call to a platform failed."""


class MessageGone(ChatError):
    """The message to edit or remove is not there, or is no longer ours to edit."""


class PersonUnreachable(ChatError):
    """This person cannot be sent a private message: never started the bot, blocked it, or left the platform."""


class PlaceGone(ChatError):
    """The group, topic or channel is closed to us: kicked, deleted, closed, or not allowed to write."""


class PlaceMoved(ChatError):
    """The chat has a new id (a Telegram group became a supergroup)."""

    def __init__(self, new: Place) -> None:
        super().__init__(f"moved to {new.chat}")
        self.new = new


class AdminsUnknown(ChatError):
    """The platform does not tell us who administers a chat: its members are hidden from us."""


class PicturesForbidden(ChatError):
    """Text may be sent here, pictures may not."""


class SlowDown(ChatError):
    """Too many calls; `seconds` is how long the platform wants to be left alone."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds


class PostRejected(ChatError):
    """The platform refuses the content itself; sending the same again would be refused again."""


class OtherInstance(ChatError):
    """Another process receives the updates of this bot, and did not stop within the time given."""


class ChatUnavailable(ChatError):
    """No answer, or a server error: the call may or may not have taken effect."""
