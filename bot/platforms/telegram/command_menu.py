"""The `/` menu, for each language in private chats and in groups, set only when changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import structlog
from telegram import BotCommand, BotCommandScope, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.commands import CommandSpec, Scope
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import cut
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.introduction import FloodWaits, Setting, introduce
from bot.platforms.telegram.languages import languages

_DESCRIPTION = 256
_LOG = structlog.get_logger(__name__)
_SCOPES: dict[Scope, Callable[[], BotCommandScope]] = {
    "private": BotCommandScopeAllPrivateChats,
    "group": BotCommandScopeAllGroupChats,
}


async def put_menu(client: Client, catalogs: Catalogs, specs: Sequence[CommandSpec], floods: FloodWaits) -> int:
    """Set the menus that Telegram does not show yet, however long that takes; return how many there were."""

    async def update(scope: BotCommandScope, language: str, commands: list[tuple[str, str]]) -> bool:
        shown = await client.get_my_commands(scope, language or None)
        if [(c.command, c.description) for c in shown] == commands:
            return False
        return await client.set_my_commands([BotCommand(*command) for command in commands], scope, language or None)

    menus = [Setting("setMyCommands", partial(update, *each)) for each in _menus(catalogs, specs)]
    changed = await introduce(menus, floods)
    if changed:
        _LOG.info("menu_changed", menus=changed)
    return changed


def _menus(
    catalogs: Catalogs, specs: Sequence[CommandSpec]
) -> Iterator[tuple[BotCommandScope, str, list[tuple[str, str]]]]:
    """Yield every scope and language; the empty language is what readers of all others see (A12)."""
    for name, scope in _SCOPES.items():
        offered = [spec for spec in specs if name in spec.scopes]
        for language, tr in languages(catalogs):
            yield (
                scope(),
                language,
                [(spec.name, cut(tr.translate(spec.description), _DESCRIPTION)) for spec in offered],
            )
