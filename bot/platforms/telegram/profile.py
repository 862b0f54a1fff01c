"""The bot's profile (description, short description, name) in each language, set when changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TypeAlias

import msgspec
import structlog

from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import LazyText
from bot.i18n.names import cut
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.introduction import FloodWaits, Setting, introduce
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


async def put_profile(client: Client, catalogs: Catalogs, profile: Profile, floods: FloodWaits) -> int:
    """Set the profile, however long that takes, and return how many texts had to be changed.

    Only differences are sent. The text without a language is set before the others: Telegram returns it for each
    language that has none of its own. The name comes last, since a bot may change it a few times and then not for hours
    (A12), and the one that the owner gave in BotFather is never changed: see `_names`.
    """
    texts = (*_descriptions(client, catalogs, profile), *_names(client, catalogs, profile))
    changed = await introduce(texts, floods)
    if changed:
        _LOG.info("profile_changed", texts=changed)
    return changed


def _descriptions(client: Client, catalogs: Catalogs, profile: Profile) -> Iterator[Setting]:
    async def description(language: str | None) -> str:
        return (await client.get_my_description(language)).description

    async def short(language: str | None) -> str:
        return (await client.get_my_short_description(language)).short_description

    async def update(text: str, language: str | None, get: _Get, put: _Put) -> bool:
        return await get(language) != text and await put(text, language)

    for method, message, limit, get, put in (
        ("setMyDescription", profile.description, _DESCRIPTION, description, client.set_my_description),
        ("setMyShortDescription", profile.short, _SHORT, short, client.set_my_short_description),
    ):
        for language, tr in languages(catalogs):
            text = cut(tr.translate(message), limit)
            yield Setting(method, partial(update, text, language or None, get, put))


def _names(client: Client, catalogs: Catalogs, profile: Profile) -> Iterator[Setting]:
    """Yield the names in languages that have none, for a bot that its owner has called as we do.

    Whoever gave it a name of their own finds it in every language.
    """

    async def update(text: str, language: str) -> bool:
        owners = (await client.get_my_name()).name
        if not _is_ours(owners, catalogs, profile) or text == owners:
            return False
        return (await client.get_my_name(language)).name == owners and await client.set_my_name(text, language)

    for language, tr in languages(catalogs):
        if language:
            yield Setting("setMyName", partial(update, cut(tr.translate(profile.name), _NAME), language))


def _is_ours(name: str, catalogs: Catalogs, profile: Profile) -> bool:
    """Return whether a name is ours, with or without what it says after a colon."""
    ours = catalogs.translator("").translate(profile.name)
    return name.strip().casefold() in {ours.casefold(), ours.partition(":")[0].casefold()}
