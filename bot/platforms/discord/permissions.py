"""Which permissions a table needs in a channel, and which of them are missing."""

from __future__ import annotations

import discord

from bot.i18n.translator import Translator

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


def say_missing(names: list[str], tr: Translator) -> str:
    """Say in one line what is needed."""
    titles = {
        "view_channel": tr.t("View Channel"),
        "send_messages": tr.t("Send Messages"),
        "send_messages_in_threads": tr.t("Send Messages in Threads"),
    }
    return tr.t(
        "I cannot write in this channel. An administrator can allow it: {permissions}.",
        permissions=tr.list(titles[name] for name in names),
    )
