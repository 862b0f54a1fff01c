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
"""The permissions that the link for adding the bot asks for."""


def missing_permissions(may: discord.Permissions, *, thread: bool) -> list[str]:
    """Return the names of the permissions without which the bot cannot write in a channel.

    The others of the invitation only make tables nicer.
    """
    if may.administrator:
        return []
    write = "send_messages_in_threads" if thread else "send_messages"
    return [name for name in ("view_channel", write) if not getattr(may, name)]


def missing_text(names: list[str], tr: Translator) -> str:
    titles = {
        # NOTE: Discord's own name of the permission in this language: copy it from Discord's settings.
        "view_channel": tr.t("View Channel"),
        # NOTE: Discord's own name of the permission in this language: copy it from Discord's settings.
        "send_messages": tr.t("Send Messages"),
        # NOTE: Discord's own name of the permission in this language: copy it from Discord's settings.
        "send_messages_in_threads": tr.t("Send Messages in Threads"),
    }
    # NOTE: {permissions} is a list of names of permissions, such as "View Channel and Send Messages".
    return tr.t(
        "I can’t write in this channel. An administrator can allow it: {permissions}.",
        permissions=tr.list(titles[name] for name in names),
    )
