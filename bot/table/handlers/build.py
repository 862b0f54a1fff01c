"""Builds the handlers and gives each what it needs."""

from __future__ import annotations

from dataclasses import dataclass

from bot.chart import ChartRenderer
from bot.table.handlers.commands import TableCommands
from bot.table.handlers.help_pages import HelpPages
from bot.table.handlers.invitations import Invitations
from bot.table.handlers.lobby_buttons import LobbyButtons
from bot.table.handlers.menus import Menus
from bot.table.handlers.press_handlers import PressHandlers
from bot.table.handlers.privacy import Privacy
from bot.table.handlers.seats import Seats
from bot.table.handlers.secrets import Secrets
from bot.table.handlers.settings_menu import SettingsMenu
from bot.table.handlers.standings import Standings
from bot.table.running.manager import TableManager


@dataclass(frozen=True)
class Handlers:
    """What presses, commands and links are handed to."""

    presses: PressHandlers
    commands: TableCommands
    invitations: Invitations
    settings: SettingsMenu
    privacy: Privacy
    standings: Standings
    help: HelpPages


def build_handlers(manager: TableManager, *, chart: ChartRenderer | None = None) -> Handlers:
    """Build the handlers over the tables; `chart` draws standings."""
    services, tables, boards = manager.services, manager.tables, manager.boards
    messenger, background = manager.messenger, manager.background
    seats = Seats(services, messenger, manager.computers, background)
    secrets = Secrets(services, manager.secrets, manager.hands, background, on_preference=manager.follow_preference)
    commands = TableCommands(services, tables, boards, messenger, background, secrets, seats)
    invitations = Invitations(services, tables, boards, seats)
    presses = PressHandlers(
        services,
        tables,
        boards,
        lobby=LobbyButtons(services, tables),
        invitations=invitations,
        secrets=secrets,
        seats=seats,
        menus=Menus(services, messenger, background, commands),
    )
    return Handlers(
        presses=presses,
        commands=commands,
        invitations=invitations,
        settings=SettingsMenu(services, tables, boards),
        privacy=Privacy(services, tables, manager.secrets, keep_days=manager.keep_days),
        standings=Standings(services, chart),
        help=HelpPages(services.platforms),
    )
