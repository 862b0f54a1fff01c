"""Whole games in other languages: no English is left in anything that anybody reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.rulebook.book import Rulebook
from tests.helpers.clock import MovingClock
from tests.helpers.evening import NAMES, all_read, play_evening
from tests.helpers.party import party_at

LOCALES = Path(__file__).parents[2] / "locales"
CATALOGS = Catalogs(LOCALES)
OTHER_SCRIPTS, SAME_SCRIPT = ("ru", "he"), ("de", "fr")
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
PLACEHOLDER = re.compile(r"\{\w+\}")
LATIN = re.compile(r"[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]+")


def latin(text: str) -> list[str]:
    """List the runs of Latin letters that are none of what is allowed."""
    for allowed in ALLOWED:
        text = allowed.sub(" ", text)
    for name in ("Friends", *NAMES, *(CATALOGS.translator(locale).own_name() for locale in CATALOGS.locales)):
        text = text.replace(name, " ")
    return [run for run in LATIN.findall(text) if run not in PROPER]


async def read_at(path: Path, clock: MovingClock, locale: str, word: str) -> list[str]:
    """Spend an evening and give each text that was read, once, without the ids of games."""
    async with party_at(path, clock, names=[(name, locale) for name in NAMES], pictures="blank") as party:
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


@pytest.mark.parametrize("locale", OTHER_SCRIPTS)
@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_rules_have_no_english_but_the_names_of_who_made_the_games(locale: str, game: str) -> None:
    book = Rulebook(LOCALES, CATALOGS, {game.key: game.presenter.title for game in GAMES})
    assert len(book.sections(game, locale)) >= 15
    for section in book.sections(game, locale):
        if section.id != "credits":
            said = "".join(span.text for span in section.text if span.style != "code")
            assert latin(f"{section.title} {said}") == [], section.id


SHARED = {
    *("Bank", "Museum", "Hotel", "Hospital", "Cinema", "School", "Circus", "dragon", "pirate", "tiara"),
    *("Start", "Options", "Experts", "NO", "Hat {slot}: {hat} ({character}).", "Hat {hat}: {animal}."),
    *("{count} point", "{count} points", "{equation} point", "{equation} points"),
    *("/hand", "/pause", "/privacy", "/stop"),  # what Discord calls commands
    *("{number}. {name} (host)", "{game} in {chat}", "normal", "No", "Rating: {rating}"),
}
"""Messages that some languages with Latin letters say as English does, because the words are the same."""


def catalogue(locale: str) -> Catalog:
    with (LOCALES / locale / "LC_MESSAGES" / "bot.po").open("rb") as file:
        return read_po(file, locale=locale)


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.parametrize("locale", [locale for locale in CATALOGS.locales if locale != "en"])
def test_no_message_is_left_as_the_english_one(locale: str) -> None:
    """What holds values and signs alone may be the same everywhere."""
    same = {
        english
        for message in catalogue(locale)
        for english in forms(message.id)
        if english in forms(message.string or "") and LATIN.search(PLACEHOLDER.sub("", english))
    }
    assert same <= SHARED


def english_phrases() -> list[str]:
    """Return the runs of three words and more that stand between the values of English sentences."""
    texts = [text for message in catalogue("en") for text in forms(message.id)]
    pieces = [piece.strip(" .,:;!?\n") for text in texts for piece in PLACEHOLDER.split(text)]
    return [piece for piece in pieces if len(piece.split()) >= 3]


@pytest.mark.parametrize("locale", SAME_SCRIPT)
@pytest.mark.parametrize("word", [game.word for game in GAMES])
async def test_a_whole_game_says_no_english_sentence(
    database: Path, clock: MovingClock, locale: str, word: str
) -> None:
    """For languages in Latin letters: no phrase of an English message stands in what was read."""
    texts = await read_at(database, clock, locale, word)
    assert len(texts) > 60
    phrases = english_phrases()
    assert len(phrases) > 150
    assert {text: found for text in texts if (found := [phrase for phrase in phrases if phrase in text])} == {}
