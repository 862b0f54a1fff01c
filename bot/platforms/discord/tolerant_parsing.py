"""Tolerant parsing of gateway events.

discord.py expects every field, and an event that it cannot parse ends the connection and with it the process. Discord
leaves fields out: the channel of an interaction comes in part, and is in the library's cache only once its guild has
been received, which may be later, or never for an archived thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, TypeAlias

import discord
import msgspec
import structlog

from bot.i18n.names import encodable
from bot.platforms.discord.partial import interaction_part

_LOG = structlog.get_logger(__name__)
_INTERACTION = "INTERACTION_CREATE"
_REQUIRED = frozenset({"READY", "RESUMED"})
"""Events without which there is no connection to keep."""
_TEXT, _DIRECT = 0, 1
_KNOWN = frozenset(kind.value for kind in discord.ChannelType)
_THREADS = frozenset({10, 11, 12})
_DEFAULT_CHANNEL = {"name": "", "position": 0, "bitrate": 0, "user_limit": 0}
_DEFAULT_THREAD = {"name": "", "parent_id": "0", "owner_id": "0", "message_count": 0, "member_count": 0}
_DEFAULT_METADATA = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": "2015-01-01T00:00:00+00:00"}


def skip_unreadable(parsers: dict[str, Callable[[Any], None]], on_skipped: Callable[[], None]) -> None:
    """Make an event that cannot be parsed be logged and skipped, and `on_skipped` be told."""
    for event, parse in parsers.items():
        if event not in _REQUIRED:
            whole = partial(_read_interaction, parse) if event == _INTERACTION else parse
            parsers[event] = partial(_read, event, whole, on_skipped)


def complete_interaction(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an interaction with every channel field that the library reads; an unknown channel type counts as text."""
    given = data.get("channel") or {}
    kind = given.get("type", _TEXT if data.get("guild_id") else _DIRECT)
    kind = kind if kind in _KNOWN else _TEXT
    channel = {**_filled(given, {"id": data.get("channel_id")}), "type": kind}
    if kind in _THREADS:
        channel = _filled(channel, _DEFAULT_THREAD)
        channel["thread_metadata"] = _filled(channel.get("thread_metadata") or {}, _DEFAULT_METADATA)
    else:
        channel = _filled(channel, _DEFAULT_CHANNEL)
    whole = {**data, "channel": channel} if channel["id"] else dict(data)
    return _filled(whole, {"attachment_size_limit": 0})


_Snowflake: TypeAlias = (
    Annotated[str, msgspec.Meta(pattern="^[0-9]{1,20}$")] | Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
)
"""An id. The library takes any number for one, also one that no channel can have, or of a year that no date has."""


class _User(msgspec.Struct):
    id: _Snowflake | None = None
    username: str | None = None
    global_name: str | None = None


class _Member(msgspec.Struct):
    user: _User | None = None
    nick: str | None = None


class _Channel(msgspec.Struct):
    id: _Snowflake | None = None


class _Message(msgspec.Struct):
    id: _Snowflake | None = None
    channel_id: _Snowflake | None = None
    flags: int = 0  # may be left out, but is never null


class _Option(msgspec.Struct):
    name: str | None = None


class _Data(msgspec.Struct):
    custom_id: str | None = None
    name: str | None = None
    values: list[str] | None = None
    options: list[_Option] | None = None


class _Interaction(msgspec.Struct):
    """The fields of an interaction that the library hands on as they are, without a look at what they hold."""

    token: str
    type: int
    id: _Snowflake | None = None
    guild_id: _Snowflake | None = None
    channel_id: _Snowflake | None = None
    channel: _Channel | None = None
    locale: str | None = None
    data: _Data | None = None
    user: _User | None = None
    member: _Member | None = None
    message: _Message | None = None


def check_interaction(data: Mapping[str, Any]) -> None:
    """Raise msgspec.ValidationError for an interaction whose fields are not of their types.

    The library finds out about those that it converts when it parses the event, before anything is begun.
    """
    msgspec.convert(data, _Interaction)


def with_whole_letters(value: Any) -> Any:
    """Return JSON without halves of surrogate pairs, which no encoding can hold and so no database or answer."""
    if isinstance(value, str):
        return value if value.isascii() else encodable(value)
    if isinstance(value, dict):
        return {with_whole_letters(key): with_whole_letters(inner) for key, inner in value.items()}
    return [with_whole_letters(each) for each in value] if isinstance(value, list) else value


def _read_interaction(parse: Callable[[Any], None], data: Any) -> None:
    check_interaction(data)
    parse(complete_interaction(with_whole_letters(interaction_part(data))))


def _filled(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    return {**defaults, **{key: value for key, value in given.items() if value is not None}}


def _read(event: str, parse: Callable[[Any], None], on_skipped: Callable[[], None], data: Any) -> None:
    try:
        parse(data)
    except Exception:  # noqa: BLE001 - the boundary: one event that is broken must not end the connection
        _LOG.exception("event_unreadable", given=event)
        on_skipped()
