"""The `/` menu: commands with descriptions, for each language in private chats and in groups, set when changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec
import structlog
from telegram import BotCommand, BotCommandScope, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import LazyText
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.markup import cut

Scope = Literal["private", "group"]

_DESCRIPTION = 256
_SCOPES: dict[Scope, Callable[[], BotCommandScope]] = {
    "private": BotCommandScopeAllPrivateChats,
    "group": BotCommandScopeAllGroupChats,
}
_LOG = structlog.get_logger(__name__)


class MenuCommand(msgspec.Struct, frozen=True):
    """One command of the menu: `[a-z0-9_]{1,32}`, what it does, and where it is offered."""

    name: str
    description: LazyText
    scopes: frozenset[Scope] = frozenset({"private", "group"})


async def put_menu(client: Client, catalogs: Catalogs, entries: Sequence[MenuCommand]) -> int:
    """Make Telegram show this menu, and count what had to be changed."""
    changed = 0
    for scope, language, commands in _menus(catalogs, entries):
        shown = await client.get_my_commands(scope, language or None)
        if [(c.command, c.description) for c in shown] != commands:
            await client.set_my_commands([BotCommand(*command) for command in commands], scope, language or None)
            changed += 1
    if changed:
        _LOG.info("menu_changed", menus=changed)
    return changed


def _menus(
    catalogs: Catalogs, entries: Sequence[MenuCommand]
) -> Iterator[tuple[BotCommandScope, str, list[tuple[str, str]]]]:
    """Give every scope and language; the empty language is what readers of all others see (PLATFORMS A12)."""
    for name, scope in _SCOPES.items():
        offered = [entry for entry in entries if name in entry.scopes]
        for language in ("", *(locale for locale in catalogs.locales if len(locale) == 2)):
            tr = catalogs.translator(language)
            yield scope(), language, [(e.name, cut(tr.translate(e.description), _DESCRIPTION)) for e in offered]
