"""Every page of the rules fits a message of Discord, in every language."""

from __future__ import annotations

import pytest

from bot.games.registry import GAMES
from bot.platforms.discord.components import layout
from bot.rulebook.book import Rulebook
from bot.rulebook.feature import RulesFeature
from bot.settings import LOCALES
from tests.discord.conftest import CATALOGS

BOOK = Rulebook(LOCALES, CATALOGS, {game.key: game.presenter.title for game in GAMES})


@pytest.mark.parametrize("locale", CATALOGS.locales)
async def test_every_page_fits(locale: str) -> None:
    feature, tr = RulesFeature(BOOK), CATALOGS.translator(locale)
    layout(feature.command("", tr))
    for game in BOOK.games:
        layout(feature.press(f"{locale}.{game}", tr))
        for section in BOOK.sections(game, locale):
            layout(feature.press(f"{locale}.{game}.{section.id}", tr))


async def test_an_excerpts_id_opens_its_page() -> None:
    feature, tr = RulesFeature(BOOK), CATALOGS.translator("de")
    excerpt = feature.look_up("Tausch", tr).excerpts[0]
    page = feature.command(excerpt.id, CATALOGS.translator("en"))
    assert page.text[0].text == excerpt.title
