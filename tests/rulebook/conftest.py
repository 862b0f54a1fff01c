"""The rulebook as the service builds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook
from bot.rulebook.feature import RulesFeature

LOCALES = Path(__file__).parents[2] / "locales"


class Rules:
    """A folder of rules in which a test writes files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, locale: str, file: str, *sections: str) -> None:
        """Write a file of sections, each an id and its title, and maybe their text."""
        catalog = self.folder / locale / "LC_MESSAGES" / "bot.po"
        catalog.parent.mkdir(parents=True, exist_ok=True)
        catalog.write_text('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n')
        rules = self.folder / locale / "rules" / f"{file}.md"
        rules.parent.mkdir(exist_ok=True)
        rules.write_text(
            "\n".join(f"## {section}\n\n" if "\n" in section else f"## {section}\n\nText.\n" for section in sections)
        )

    def book(self) -> Rulebook:
        """Return the rules of two games, `g` and `h`."""
        return Rulebook(self.folder, Catalogs(self.folder), {"g": lambda tr: "Golf", "h": lambda tr: "Halma"})

    def titles(self, locale: str, game: str = "g") -> list[str]:
        book = self.book()
        assert {section.game for section in book.sections(game, locale)} <= {game}
        return [section.title for section in book.sections(game, locale)]


@pytest.fixture(scope="session")
def catalogs() -> Catalogs:
    return Catalogs(LOCALES)


@pytest.fixture(scope="session")
def book(catalogs: Catalogs) -> Rulebook:
    titles, words = {game.key: game.presenter.title for game in GAMES}, {game.key: game.word for game in GAMES}
    return Rulebook(LOCALES, catalogs, titles, words)


@pytest.fixture(scope="session")
def feature(book: Rulebook) -> RulesFeature:
    return RulesFeature(book)
