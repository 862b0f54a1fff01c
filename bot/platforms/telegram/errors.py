"""Telegram's errors translated into `bot.errors`: by code and parameters first, then by parts of the description.

Descriptions change between server versions, so short parts are matched; docs/platforms.md A13 lists them.
"""

from __future__ import annotations

from telegram.error import TelegramError

from bot.errors import (
    ChatError,
    ChatUnavailable,
    MessageGone,
    PersonUnreachable,
    PicturesForbidden,
    PlaceGone,
    PlaceMoved,
    PostRejected,
    SlowDown,
)
from bot.platforms.telegram.client import ApiRefusal
from storage.ids import Place

_FLOOD_SECONDS = 5.0
"""Seconds to wait after a 429 without `retry_after`."""

_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message media can't be edited",
    "no text in the message to edit",
    "no caption in the message to edit",
    "message identifier is not specified",
    "message_id_invalid",
)
_NO_PICTURES = (
    "not enough rights to send photos",
    "not enough rights to send videos",
    "chat_send_photos_forbidden",
    "chat_send_videos_forbidden",
    "chat_send_media_forbidden",
)
_NO_CHAT = ("chat not found", "user not found", "peer_id_invalid", "user_is_blocked", "input_user_deactivated")
_CLOSED = (
    "not enough rights to send",
    "have no write access",
    "write_forbidden",
    "chat_send_plain_forbidden",
    "chat_restricted",
    "channel_private",
    "message thread not found",
    "topic_closed",
    "topic_deleted",
    "need administrator rights",
    "group chat was deactivated",
    "group chat was deleted",
    "kicked",
    "not a member",
    "allow_payment_required",
    "user_banned_in_channel",
)
_DELETED_AT_ONCE = ("immediately deleted",)
"""A moderator's doing: sent again it would be deleted again, for ever (docs/platforms.md A7)."""
_SUPERSEDED = ("canceled by new",)
_DELETE_GONE = ("message to delete not found", "message_id_invalid", "message identifier is not specified")
_FILE_REFUSED = ("wrong file identifier", "wrong remote file", "invalid file_id", "file_reference", "file_id_invalid")


def chat_error(error: TelegramError, place: Place) -> ChatError:
    """Return the ChatError for an error of a call about `place`."""
    if not isinstance(error, ApiRefusal):
        return ChatUnavailable(type(error).__name__)
    if error.retry_after is not None or error.code == 429:
        return SlowDown(_FLOOD_SECONDS if error.retry_after is None else float(error.retry_after))
    if error.migrated_to is not None:
        return PlaceMoved(Place(place.platform, str(error.migrated_to)))
    if error.code == 403:
        return _unreachable(error, place)
    if error.code == 413:
        return PostRejected(str(error))
    if error.says(*_DELETED_AT_ONCE):
        return _unreachable(error, place)
    return _bad_request(error, place) if error.code == 400 else ChatUnavailable(str(error))


def _unreachable(error: ApiRefusal, place: Place) -> ChatError:
    return PersonUnreachable(str(error)) if place.private else PlaceGone(str(error))


def _bad_request(error: ApiRefusal, place: Place) -> ChatError:
    if error.says(*_GONE):
        return MessageGone(str(error))
    if error.says(*_NO_PICTURES):
        return PicturesForbidden(str(error))
    if error.says(*_NO_CHAT):
        return _unreachable(error, place)
    if error.says(*_CLOSED):
        return PlaceGone(str(error))
    if error.says(*_SUPERSEDED):
        return ChatUnavailable(str(error))
    return PostRejected(str(error))


def is_unchanged(error: TelegramError) -> bool:
    """Return whether an edit was refused because the message shows that content already."""
    return isinstance(error, ApiRefusal) and error.code == 400 and error.says("not modified")


def is_file_refused(error: TelegramError) -> bool:
    """Return whether a file id was refused, so that the file has to be uploaded again."""
    return isinstance(error, ApiRefusal) and error.code == 400 and error.says(*_FILE_REFUSED)


def is_vanished(error: TelegramError) -> bool:
    """Return whether the message to delete no longer exists."""
    return isinstance(error, ApiRefusal) and error.code == 400 and error.says(*_DELETE_GONE)


def is_undeletable(error: TelegramError) -> bool:
    """Return whether the message exists but may not be deleted (too old, no right)."""
    return isinstance(error, ApiRefusal) and error.code == 400 and error.says("can't be deleted", "delete_forbidden")


def is_photo(error: TelegramError) -> bool:
    """Return whether a text was to replace a message that has a picture."""
    return isinstance(error, ApiRefusal) and error.code == 400 and error.says("no text in the message to edit")


def is_query_expired(error: TelegramError) -> bool:
    """Return whether a query was answered too late, or before."""
    return isinstance(error, ApiRefusal) and error.code == 400 and error.says("too old", "query id", "query_id_invalid")
