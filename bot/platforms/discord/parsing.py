"""Discord's interactions in our words. Pure: an interaction in, what it means to us out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.messaging import Caller, Command, LookupQuery, Post, Press
from bot.platforms.discord.cache import GuildInfo
from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.components import token_of
from bot.platforms.discord.permissions import missing_permissions
from bot.platforms.discord.platform import PLATFORM
from storage.ids import MessageId, Person, Place

Interaction = discord.Interaction[Any]


def place_of(interaction: Interaction) -> Place:
    """Return the channel, the thread or the direct messages in which an interaction was made."""
    if interaction.guild_id is None:
        return Place(PLATFORM, str(interaction.user.id), private=True)
    return Place(PLATFORM, str(channel_of(interaction)))


def channel_of(interaction: Interaction) -> int:
    """Return the channel's id, also for direct messages."""
    if interaction.channel_id is not None:
        return interaction.channel_id
    return interaction.message.channel.id if interaction.message and interaction.message.channel else 0


def caller_of(interaction: Interaction) -> Caller:
    """Return who it was, with the name shown in this guild."""
    user, locale = interaction.user, interaction.locale
    language = locale.value if isinstance(locale, discord.Locale) else str(locale or "")
    return Caller(Person(PLATFORM, str(user.id)), user.display_name, language)


def guild_info_of(interaction: Interaction) -> GuildInfo | None:
    """Return the guild of an interaction and its person's rights there; None in direct messages."""
    if interaction.guild_id is None:
        return None
    may = interaction.permissions
    return GuildInfo(interaction.guild_id, may.administrator or may.manage_guild)


def is_ephemeral(interaction: Interaction) -> bool:
    """Return whether the pressed button is on a message that only its person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def press_of(interaction: Interaction) -> Press | None:
    """Return the press of a button or of a select's value, None for a bot's: bots do not play.

    A message that one person alone sees is not reported.
    """
    token = token_of(_data(interaction))
    if not token or interaction.user.bot:
        return None
    shown = interaction.message if not is_ephemeral(interaction) else None
    message = MessageId(str(shown.id)) if shown else None
    shut = interaction.guild_id is not None and is_shut(interaction)
    return Press(f"i{interaction.id}", place_of(interaction), caller_of(interaction), token, message, shut)


def is_shut(interaction: Interaction) -> bool:
    """Return whether the bot may not write in the channel or the thread of an interaction."""
    channel, may = interaction.channel, interaction.app_permissions
    if not isinstance(channel, discord.Thread):
        return bool(missing_permissions(may, thread=False))
    return bool(missing_permissions(may, thread=True)) or (
        channel.locked and not (may.manage_threads or may.administrator)
    )


def command_of(interaction: Interaction, answer: Callable[[Post], Awaitable[None]]) -> Command:
    """Return the command with its option as the argument."""
    info = guild_info_of(interaction)
    return Command(
        id=f"i{interaction.id}",
        place=place_of(interaction),
        caller=caller_of(interaction),
        name=name_of(interaction),
        argument=_argument(interaction),
        title=title_of(interaction),
        admin=info is not None and info.is_admin,
        answer=answer,
        by_mention=isinstance(interaction.channel, discord.Thread) and interaction.channel.is_private(),
    )


def name_of(interaction: Interaction) -> str:
    """Return the command's default name, whatever localised name the person sees."""
    return str(_data(interaction).get("name", ""))


def lookup_of(interaction: Interaction) -> LookupQuery:
    """Return what is being typed into an option."""
    return LookupQuery(caller_of(interaction), _argument(interaction))


def title_of(interaction: Interaction) -> str:
    """Name a channel so that it can be told from others; empty in direct messages."""
    if interaction.guild_id is None:
        return ""
    channel = str(getattr(interaction.channel, "name", "") or "")
    guild = str((interaction.guild.name if interaction.guild else "") or "")
    if not guild and isinstance(interaction.client, DiscordClient):
        guild = interaction.client.guild_names.get(interaction.guild_id, "")
    return f"#{channel}, {guild}".rstrip(", ") if channel else guild


def _argument(interaction: Interaction) -> str:
    options = _data(interaction).get("options") or []
    return " ".join(str(option.get("value", "")) for option in options).strip()


def _data(interaction: Interaction) -> Mapping[str, Any]:
    data: Any = interaction.data
    return data or {}
