"""What Discord tells, made safe to read.

The library takes for granted that every field is there, and an event that it cannot read ends the connection, and with
it the process. Discord leaves fields out: the channel of an interaction is told in part, and is known from elsewhere
only once its server has been told, which may be later, or never for a thread out of the archive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import discord
import structlog

_LOG = structlog.get_logger(__name__)
_INTERACTION = "INTERACTION_CREATE"
_VITAL = frozenset({"READY", "RESUMED"})
"""Without these there is no connection to keep."""
_TEXT, _DIRECT = 0, 1
_KNOWN = frozenset(kind.value for kind in discord.ChannelType)
_THREADS = frozenset({10, 11, 12})
_SPARE_CHANNEL = {"name": "", "position": 0, "bitrate": 0, "user_limit": 0}
_SPARE_THREAD = {"name": "", "parent_id": "0", "owner_id": "0", "message_count": 0, "member_count": 0}
_SPARE_METADATA = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": "2015-01-01T00:00:00+00:00"}


def forgive(parsers: dict[str, Callable[[Any], None]]) -> None:
    """Let an event that cannot be read be told and skipped."""
    for event, parse in parsers.items():
        if event not in _VITAL:
            parsers[event] = partial(_read, event, parse)


def completed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Give an interaction with all that the library reads of its channel; one of a new kind counts as text."""
    told = data.get("channel") or {}
    kind = told.get("type", _TEXT if data.get("guild_id") else _DIRECT)
    kind = kind if kind in _KNOWN else _TEXT
    channel = {**_filled(told, {"id": data.get("channel_id")}), "type": kind}
    if kind in _THREADS:
        channel = _filled(channel, _SPARE_THREAD)
        channel["thread_metadata"] = _filled(channel.get("thread_metadata") or {}, _SPARE_METADATA)
    else:
        channel = _filled(channel, _SPARE_CHANNEL)
    whole = {**data, "channel": channel} if channel["id"] else dict(data)
    return _filled(whole, {"attachment_size_limit": 0})


def _filled(told: Mapping[str, Any], spare: Mapping[str, Any]) -> dict[str, Any]:
    return {**spare, **{key: value for key, value in told.items() if value is not None}}


def _read(event: str, parse: Callable[[Any], None], data: Any) -> None:
    try:
        parse(completed(data) if event == _INTERACTION else data)
    except Exception:  # noqa: BLE001 - the boundary: one event that is broken must not end the connection
        _LOG.exception("event_unreadable", told=event)
