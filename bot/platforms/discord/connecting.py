"""Why a connection to the gateway ends for good: what a setting causes, and what is worth another one."""

from __future__ import annotations

import contextlib

import discord

from bot.errors import SettingError
from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.errors import AWAY

_REFUSED_TOKEN, _BAD_SHARD, _TOO_FEW_SHARDS, _BAD_INTENTS, _FORBIDDEN_INTENTS = 4004, 4010, 4011, 4013, 4014
_UNAUTHORIZED = 401


async def connect(client: DiscordClient) -> None:
    """Stay connected until the connection ends for good; the library resumes and re-identifies by itself.

    Raise SettingError where a setting is the cause, ConnectionError where another connection is worth a try, what
    `ClientListener.logs_in` has raised, and what the library raises where Discord is away.
    """
    try:
        await client.connect()
    except discord.PrivilegedIntentsRequired as error:
        raise SettingError("DISCORD_TOKEN: Discord does not grant this bot the intents it asks for") from error
    except discord.ConnectionClosed as error:
        raise _close_error(error) from None


async def log_in(client: DiscordClient, token: str) -> bool:
    """Learn who the bot is. Return False while Discord is away. Raise SettingError where it refuses the token."""
    try:
        await client.login(token)
    except discord.LoginFailure:
        raise _refused_token() from None
    except AWAY as error:
        if isinstance(error, discord.HTTPException) and error.status == _UNAUTHORIZED:
            # Unlike 401, 403 comes from the proxy in front of Discord, which blocks addresses: worth another try.
            raise _refused_token() from None
        return False
    return True


async def close(client: DiscordClient) -> None:
    """Close a client, whether Discord is there or not."""
    with contextlib.suppress(*AWAY):
        await client.close()


def _refused_token() -> SettingError:
    # The token itself is never shown.
    return SettingError("DISCORD_TOKEN: Discord does not know this token; the Developer Portal shows it under Bot")


def _close_error(error: discord.ConnectionClosed) -> SettingError | ConnectionError:
    """Return a SettingError for a close code that a setting causes; any other close is worth another connection."""
    if error.code == _REFUSED_TOKEN:
        return _refused_token()
    if error.code in {_BAD_SHARD, _TOO_FEW_SHARDS}:
        return SettingError("DISCORD_SHARD_COUNT: Discord refuses these shards; leave it empty for its own advice")
    if error.code in {_BAD_INTENTS, _FORBIDDEN_INTENTS}:
        return SettingError("DISCORD_TOKEN: Discord does not grant this bot the intents it asks for")
    return ConnectionError(f"closed with {error.code}")
