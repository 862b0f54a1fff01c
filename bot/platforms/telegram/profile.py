"""The bot's profile (name, description, short description) in each language, set when changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeAlias

import msgspec
import structlog

from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import LazyText
from bot.i18n.names import cut
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.languages import languages

_NAME, _DESCRIPTION, _SHORT = 64, 512, 120
"""Maximum lengths in UTF-16 code units."""
_LOG = structlog.get_logger(__name__)

_Get: TypeAlias = Callable[[str | None], Awaitable[str]]
_Put: TypeAlias = Callable[[str, str | None], Awaitable[bool]]


class Profile(msgspec.Struct, frozen=True):
    """The bot's name, the description in an empty private chat, and the short one of its profile page."""

    name: LazyText
    description: LazyText
    short: LazyText


async def put_profile(client: Client, catalogs: Catalogs, profile: Profile) -> int:
    """Set the profile and return how many texts had to be changed.

    Only differences are sent, since Telegram lets a bot change its name a few times a day. The text without a language
    is set first: Telegram returns it for each language that has none of its own.
    """
    changed = 0
    for message, limit, get, put in _texts(client, profile):
        for language, tr in languages(catalogs):
            text = cut(tr.translate(message), limit)
            if await get(language or None) != text:
                await put(text, language or None)
                changed += 1
    if changed:
        _LOG.info("profile_changed", texts=changed)
    return changed


def _texts(client: Client, profile: Profile) -> Iterator[tuple[LazyText, int, _Get, _Put]]:
    async def name(language: str | None) -> str:
        return (await client.get_my_name(language)).name

    async def description(language: str | None) -> str:
        return (await client.get_my_description(language)).description

    async def short(language: str | None) -> str:
        return (await client.get_my_short_description(language)).short_description

    yield profile.name, _NAME, name, client.set_my_name
    yield profile.description, _DESCRIPTION, description, client.set_my_description
    yield profile.short, _SHORT, short, client.set_my_short_description
