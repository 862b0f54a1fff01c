"""The rules of the games, by sections: reading, search, `/rules`."""

from bot.rulebook.book import Found, Rulebook, Section
from bot.rulebook.feature import RulesFeature

__all__ = ["Found", "Rulebook", "RulesFeature", "Section"]
