"""The things of the world as API v10 writes them."""

from __future__ import annotations

from typing import Any

from tests.helpers.discord.model import DM, Attachment, Channel, Guild, Member, Message, Role, User
from tests.helpers.discord.timing import iso, made_at


def user(it: User) -> dict[str, Any]:
    """Write a user."""
    return {
        "id": str(it.id),
        "username": it.name,
        "discriminator": "0",
        "global_name": it.display or None,
        "avatar": None,
        "bot": it.bot,
        "public_flags": 0,
    }


def role(it: Role) -> dict[str, Any]:
    """Write a role."""
    return {
        "id": str(it.id),
        "name": it.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": 0,
        "permissions": str(it.permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def member(it: Member, permissions: int | None = None) -> dict[str, Any]:
    """Write a member; `permissions` are those resolved for a channel."""
    resolved = {} if permissions is None else {"permissions": str(permissions)}
    return {
        "user": user(it.user),
        "nick": it.nick or None,
        "avatar": None,
        "roles": [str(each.id) for each in it.roles],
        "joined_at": iso(it.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
        **resolved,
    }


def channel(it: Channel, permissions: int | None = None) -> dict[str, Any]:
    """Write a channel, thread or direct messages; `permissions` are those resolved for whoever is concerned."""
    made: dict[str, Any] = {"id": str(it.id), "type": it.kind, "flags": 0, "last_message_id": _last(it)}
    if permissions is not None:
        made["permissions"] = str(permissions)
    if it.kind == DM:
        return {**made, "recipients": [user(it.recipient)] if it.recipient else []}
    made |= {"name": it.name, "guild_id": str(it.guild.id if it.guild else 0), "rate_limit_per_user": 0, "nsfw": False}
    made["parent_id"] = str(it.parent.id) if it.parent else None
    if it.thread:
        return {
            **made,
            "owner_id": str(it.guild.owner.id if it.guild else 0),
            "message_count": len(it.messages),
            "member_count": 1,
            "total_message_sent": len(it.messages),
            "thread_metadata": {
                "archived": it.archived,
                "auto_archive_duration": 1440,
                "archive_timestamp": iso(made_at(it.id)),
                "locked": it.locked,
                "create_timestamp": iso(made_at(it.id)),
            },
        }
    overwrites = [
        {"id": str(key), "type": kind, "allow": str(allow), "deny": str(deny)}
        for key, (allow, deny, kind) in it.overwrites.items()
    ]
    return {**made, "position": 0, "topic": None, "permission_overwrites": overwrites}


def _last(it: Channel) -> str | None:
    return str(max(it.messages)) if it.messages else None


def unavailable(it: Guild) -> dict[str, Any]:
    """Write a guild that is not there, or not yet."""
    return {"id": str(it.id), "unavailable": True}


def guild(it: Guild, bot: User) -> dict[str, Any]:
    """Write a guild as GUILD_CREATE has it: of the members, the bot alone."""
    channels = list(it.channels.values())
    return {
        "id": str(it.id),
        "name": it.name,
        "icon": None,
        "owner_id": str(it.owner.id),
        "preferred_locale": it.locale,
        "features": [],
        "roles": [role(each) for each in it.roles.values()],
        "emojis": [],
        "stickers": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "system_channel_flags": 0,
        "afk_timeout": 300,
        "joined_at": iso(it.members[bot.id].joined) if it.holds(bot) else None,
        "large": False,
        "unavailable": False,
        "member_count": len(it.members),
        "voice_states": [],
        "members": [member(it.members[bot.id])] if it.holds(bot) else [],
        "channels": [channel(each) for each in channels if not each.thread],
        "threads": [channel(each) for each in channels if each.thread and not each.archived],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(it: Attachment) -> dict[str, Any]:
    """Write an attachment."""
    made: dict[str, Any] = {
        "id": str(it.id),
        "filename": it.name,
        "size": len(it.data),
        "url": it.url,
        "proxy_url": it.url,
        "content_type": "image/png" if it.data.startswith(b"\x89PNG") else "application/octet-stream",
    }
    if it.data.startswith(b"\x89PNG"):
        made |= {"width": int.from_bytes(it.data[16:20], "big"), "height": int.from_bytes(it.data[20:24], "big")}
    return made | ({"description": it.description} if it.description else {})


def message(it: Message) -> dict[str, Any]:
    """Write a message as it is sent in answers and events."""
    made: dict[str, Any] = {
        "id": str(it.id),
        "channel_id": str(it.channel.id),
        "type": it.kind,
        "author": user(it.author),
        "content": it.content,
        "timestamp": iso(it.at),
        "edited_timestamp": iso(it.edited) if it.edited else None,
        "tts": False,
        "mention_everyone": it.mentions_everyone,
        "mentions": [user(each) for each in it.mentioned],
        "mention_roles": [],
        "attachments": [attachment(each) for each in it.attachments],
        "embeds": it.embeds,
        "components": it.components,
        "pinned": False,
        "flags": it.flags,
    }
    if it.nonce:
        made["nonce"] = it.nonce
    if it.token:
        made["webhook_id"] = made["application_id"] = str(it.author.id)
    if it.interaction:
        made["interaction_metadata"] = it.interaction
    if it.reference:
        made["message_reference"] = {"type": 0, "message_id": str(it.reference), "channel_id": str(it.channel.id)}
    return made
