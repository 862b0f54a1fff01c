"""Reads what the bot reads at every start, once for all processes that are forked from the one that imports this."""

from __future__ import annotations

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook
from bot.settings import LOCALES
from tests.helpers.memory import remember_files

remember_files()
Rulebook(LOCALES, Catalogs(LOCALES), {game.key: game.presenter.title for game in GAMES})
