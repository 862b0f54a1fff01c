"""Whole games in other languages: no English is left in anything that anybody reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.words import Library
from tests.helpers.clock import MovingClock
from tests.helpers.evening import NAMES, all_read, play_evening
from tests.helpers.party import party_at

LOCALES = Path(__file__).parents[2] / "locales"
LIBRARY = Library(LOCALES)
OTHER_SCRIPTS = ("ru", "he")
ALLOWED = (
    re.compile(r"https?://\S+"),
    re.compile(r"[@/][A-Za-z0-9_]+"),  # names of people and bots, commands
    re.compile(r"/play (?:hats|animal|invisible)"),
    re.compile(r"\b[0-9a-f]{64}\b"),  # commitments and seeds
    re.compile(r"\{\"game\":.*\}"),  # what was agreed, as it went into the key of the deal
    re.compile(r"\b[A-Z]\d{1,2}\b"),  # cells of the map
)
"""What may be written in Latin letters whatever the language."""
PROPER = {"SHA", "Telegram", "Underhat"}
"""Names of things."""
LATIN = re.compile(r"[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]+")


def latin(text: str) -> list[str]:
    """List the runs of Latin letters that are none of what is allowed."""
    for allowed in ALLOWED:
        text = allowed.sub(" ", text)
    for name in ("Friends", *NAMES, *(LIBRARY.words(locale).own_name() for locale in LIBRARY.locales)):
        text = text.replace(name, " ")
    return [run for run in LATIN.findall(text) if run not in PROPER]


async def read_at(path: Path, clock: MovingClock, locale: str, word: str) -> list[str]:
    """Spend an evening and give each text that was read, once, without the ids of games."""
    async with party_at(path, clock, names=[(name, locale) for name in NAMES]) as party:
        await play_evening(party, word)
        identity = party.table_record().id
        return list(dict.fromkeys(text.replace(identity, " ") for text in all_read(party.world)))


@pytest.mark.parametrize("locale", OTHER_SCRIPTS)
@pytest.mark.parametrize("word", [game.word for game in GAMES])
async def test_a_whole_game_leaves_no_english_anywhere(
    database: Path, clock: MovingClock, locale: str, word: str
) -> None:
    texts = await read_at(database, clock, locale, word)
    assert len(texts) > 60
    assert {text: runs for text in texts if (runs := latin(text))} == {}
