"""Builds the handlers and says what leads to each: the one table of routes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from bot.chart import ChartRenderer
from bot.commands import CommandHandler
from bot.i18n.translator import Translator
from bot.lessons import page as lesson_page
from bot.messaging import Answer, Press
from bot.rulebook import feature as rules_feature
from bot.rulebook.feature import RulesFeature
from bot.table.core.permissions import Permissions
from bot.table.handlers import privacy, replays, settings_menu, standings
from bot.table.handlers.commands import TableCommand, TableCommands
from bot.table.handlers.departures import Departures
from bot.table.handlers.help_pages import PLAY_HERE, HelpPages
from bot.table.handlers.how_to_play import HowToPlay
from bot.table.handlers.invitations import Invitations
from bot.table.handlers.lessons import Lessons
from bot.table.handlers.lobby_buttons import LobbyButtons
from bot.table.handlers.looks import Looks
from bot.table.handlers.menus import Menus
from bot.table.handlers.press_handlers import PressHandlers
from bot.table.handlers.privacy import Privacy
from bot.table.handlers.replays import Replays
from bot.table.handlers.rules_pages import RulesPages
from bot.table.handlers.seats import Seats
from bot.table.handlers.secrets import Secrets
from bot.table.handlers.settings_menu import SettingsMenu
from bot.table.handlers.standings import Standings
from bot.table.handlers.what_happened import WhatHappened
from bot.table.running.manager import TableManager

PageHandler: TypeAlias = Callable[[Press, str, Translator], Awaitable[Answer]]
"""Carries out a press, given the rest of its token. May raise Refusal."""


@dataclass(frozen=True)
class Routes:
    """What presses, commands and links are handed to.

    `commands` go by name, `pages` by the first part of a button's token, `links` by the payload that opens the private
    chat, `longer_links` by how it begins. Any other token is one of a table's buttons (`presses`), any other payload
    may be an invitation.
    """

    commands: dict[str, CommandHandler]
    pages: dict[str, PageHandler]
    links: dict[str, CommandHandler]
    longer_links: dict[str, CommandHandler]
    presses: PressHandlers
    invitations: Invitations
    rules: RulesPages
    departures: Departures


def build_routes(manager: TableManager, rulebook: RulesFeature, *, chart: ChartRenderer | None = None) -> Routes:
    """Build the handlers over the tables; `chart` draws standings."""
    services, tables, boards = manager.services, manager.tables, manager.boards
    messenger, background = manager.messenger, manager.background
    permissions = Permissions(services.platforms, services.chats, services.places)
    seats = Seats(services.clock, messenger, manager.computers)
    secrets = Secrets(services, manager.secrets, manager.hands, background, on_preference=manager.follow_preference)
    table = TableCommands(services, tables, boards, messenger, background, secrets, seats, permissions)
    settings = SettingsMenu(services, tables, boards, permissions, secrets)
    personal = Privacy(services, tables, manager.secrets, manager.hands, keep_days=manager.keep_days)
    results = Standings(services, chart)
    looked_back = Replays(services, tables, manager.played, messenger, boards, background, manager.shoot)
    help_pages = HelpPages(services.platforms)
    rules = RulesPages(rulebook, tables)
    lessons = Lessons(services, tables, boards, messenger, manager.side_by_side)
    teaching = [game.key for game in services.games.values() if game.lesson is not None]
    about = partial(TableCommand, tables, messenger)
    commands: dict[str, CommandHandler] = {
        "play": table.play,
        "learn": lessons.command,
        "board": about(table.board, table.board_in_private),
        "hand": about(table.hand, table.hand_in_private),
        "rules": rules.command,
        "leave": about(table.leave, table.leave_in_private),
        "pause": about(table.pause),
        "stop": about(table.stop, when_damaged=table.stop_damaged),
        "top": results.top,
        "stats": results.stats,
        "settings": settings.settings,
        "language": settings.language,
        "verify": table.verify,
        "privacy": personal.command,
        "help": help_pages.help,
    }
    invitations = Invitations(services, tables, boards, seats)
    how_to_play = HowToPlay(services, lessons, rulebook, messenger)
    happened = WhatHappened(services, boards, background)
    return Routes(
        commands=commands,
        pages={
            rules_feature.PREFIX: rules.press,
            settings_menu.PREFIX: settings.press_settings,
            settings_menu.LANGUAGE_PREFIX: settings.press_language,
            privacy.PREFIX: personal.press,
            standings.PREFIX: results.press,
            PLAY_HERE: table.play_here,
            lesson_page.PREFIX: lessons.press,
            **{lesson_page.lesson_payload(game): partial(lessons.invited, game) for game in teaching},
            replays.PREFIX: looked_back.press,
        },
        links={
            "": help_pages.hello,
            rules_feature.RULES_PAYLOAD: rules.contents,
            privacy.PAYLOAD: personal.command,
            **how_to_play.links(),
            replays.SHOWN: looked_back.shown,
            lesson_page.LEARN_PAYLOAD: partial(lessons.start, None),
            **{lesson_page.lesson_payload(game): partial(lessons.start, game) for game in teaching},
        },
        longer_links={replays.PAYLOAD: looked_back.start},
        presses=PressHandlers(
            services.store,
            services.histories,
            services.platforms,
            services.places,
            permissions,
            tables,
            boards,
            lobby=LobbyButtons(services, tables, boards, permissions, invitations),
            how_to_play=how_to_play,
            invitations=invitations,
            secrets=secrets,
            seats=seats,
            menus=Menus(permissions, services.people, services.platforms, messenger, background, commands),
            happened=happened,
            looks=Looks(services, happened),
            replays=looked_back,
        ),
        invitations=invitations,
        rules=rules,
        departures=Departures(tables),
    )
