"""Which permissions a table needs in a channel, and which of them are missing."""

from __future__ import annotations

import discord

from bot.words import Words

__all__ = ["INVITE_PERMISSIONS", "missing", "say_missing"]

_NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
INVITE_PERMISSIONS = _NEEDED.value
"""What the invitation asks for."""


def missing(may: discord.Permissions, *, thread: bool) -> list[str]:
    """Name what is missing to write in a channel; the rest of what is needed makes tables nicer."""
    if may.administrator:
        return []
    write = "send_messages_in_threads" if thread else "send_messages"
    return [name for name in ("view_channel", write) if not getattr(may, name)]


def say_missing(names: list[str], words: Words) -> str:
    """Say in one line what is needed."""
    titles = {
        "view_channel": words.say("View Channel"),
        "send_messages": words.say("Send Messages"),
        "send_messages_in_threads": words.say("Send Messages in Threads"),
    }
    return words.say(
        "I cannot write in this channel. An administrator can allow it: {permissions}.",
        permissions=words.list(titles[name] for name in names),
    )
